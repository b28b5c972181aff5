import { randomBytes } from 'node:crypto';
import { ayahName, rangeOfPages } from '../../contract/rules/mushaf';
import { amountUnits, directions, nearUnits } from '../../contract/vocabulary';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const send = (app: TestApp, method: string, path: string, options: object = {}) =>
  app.call(method, path, { as: 'admin', headers: { 'x-session-id': 'any-writes' }, ...options });

const buildRange = (first: number, last: number) => {
  const range = rangeOfPages(first, last);
  return { from: range ? ayahName(range.from) : '1:1', to: range ? ayahName(range.to) : '1:7' };
};

interface Enrolment {
  subject_code: string;
  student: string;
}

/** A subject of daily records, and a student of its batch. */
async function pickEnrolment(app: TestApp, { recordIndex, seed }: AnyWrite): Promise<Enrolment | null> {
  const subjects = await loadDailySubjects(app);
  const subject = subjects[recordIndex % Math.max(subjects.length, 1)];
  if (!subject) return null;
  const { body: students } = await app.call<Rows>('GET', '/students', {
    as: 'admin',
    query: { range: [0, 99], filter: { batch_id: subject['batch_id'] } },
  });
  const student = students[seed % Math.max(students.length, 1)];
  return student
    ? { subject_code: String(subject['subject_code']), student: String(student['student_id']) }
    : null;
}

const loadDailySubjects = async (app: TestApp) => {
  const query = { range: [0, 499], filter: { type: 'تقييد يومي' } };
  return (await app.call<Rows>('GET', '/subjects', { as: 'admin', query })).body;
};

const createDailyCircle: Run = async (app, { recordIndex }) => {
  const subjects = await loadDailySubjects(app);
  const subject_code = subjects[recordIndex % Math.max(subjects.length, 1)]?.['subject_code'];
  const name = `حلقة ${randomBytes(5).toString('hex')}`;
  return subject_code === undefined ? null : send(app, 'POST', '/circles', { body: { subject_code, name } });
};

async function findDailyCircle(app: TestApp): Promise<unknown> {
  const codes = new Set((await loadDailySubjects(app)).map(({ subject_code }) => subject_code));
  const { body: allCircles } = await app.call<Rows>('GET', '/circles', {
    as: 'admin',
    query: { range: [0, 499] },
  });
  const circles = allCircles.filter(({ subject_code }) => codes.has(subject_code));
  return circles.toSorted((a, b) => Number(a['id']) - Number(b['id'])).at(-1)?.['id'] ?? null;
}

const buildPlan = ({ recordIndex, seed }: AnyWrite) => ({
  direction: directions[recordIndex % directions.length],
  ranges: [buildRange(10, 20), buildRange(30, 40)],
  start: buildRange(10, 10).from,
  amount: { unit: amountUnits[seed % amountUnits.length], value: 1 + (recordIndex % 3) },
  new_days: [recordIndex % 7],
  revision_days: [0, 1, seed % 7],
  near: { unit: nearUnits[recordIndex % nearUnits.length], value: 1 + (seed % 9) },
  far_cycle_days: 10 + (recordIndex % 30),
  far_pages_per_day: seed % 3 === 0 ? null : 1 + (seed % 9),
  begin: '2026-09-01',
});

const enrolmentWrite =
  (run: (app: TestApp, enrolment: Enrolment, write: AnyWrite) => Promise<Answer>): Run =>
  async (app, write) => {
    const enrolment = await pickEnrolment(app, write);
    return enrolment && run(app, enrolment, write);
  };
const hifzPath = ({ student }: Enrolment, resource: string) =>
  `/hifz/${encodeURIComponent(student)}/${resource}`;
const subjectPath = ({ subject_code }: Enrolment) => `/subjects/${encodeURIComponent(subject_code)}/plan`;

const saveSubjectPlan = enrolmentWrite((app, enrolment, write) =>
  send(app, 'PUT', subjectPath(enrolment), { body: buildPlan(write) }),
);
const saveOwnPlan = enrolmentWrite((app, enrolment, write) =>
  send(app, 'PUT', hifzPath(enrolment, 'plan'), {
    body: { ...buildPlan(write), subject_code: enrolment.subject_code },
  }),
);
const saveCirclePlan: Run = async (app, write) => {
  const id = await findDailyCircle(app);
  return id === null ? null : send(app, 'PUT', `/circles/${String(id)}/plan`, { body: buildPlan(write) });
};

const buildSard = ({ recordIndex, seed }: AnyWrite) => ({
  from_juz: 1 + (recordIndex % 28),
  to_juz: 1 + (recordIndex % 28) + (seed % 3),
  date: `2026-11-0${1 + (seed % 9)}`,
  mark: seed % 4 === 0 ? null : 50 + (recordIndex % 50),
  max: 100,
  faults: recordIndex % 5 === 0 ? [] : [{ kind: 'prompt', count: 1 + (seed % 5) }],
  passed: recordIndex % 3 > 0,
});
const createSard = enrolmentWrite((app, { student, subject_code }, write) =>
  send(app, 'POST', '/sard', { body: { ...buildSard(write), student_id: student, subject_code } }),
);
const sardWrite =
  (run: (app: TestApp, path: string, write: AnyWrite) => Promise<Answer>): Run =>
  async (app, write) => {
    const { body } = await app.call<Rows>('GET', '/sard', { as: 'admin', query: { range: [0, 99] } });
    const row = body[write.recordIndex % Math.max(body.length, 1)];
    return row ? run(app, `/sard/${String(row['id'])}`, write) : null;
  };

export const hifzWrites: Record<string, Run> = {
  'save the plan of a subject': saveSubjectPlan,
  'delete the plan of a subject': enrolmentWrite((app, enrolment) =>
    send(app, 'DELETE', subjectPath(enrolment)),
  ),
  'save the plan of a circle': saveCirclePlan,
  'delete the plan of a circle': async (app) => {
    const id = await findDailyCircle(app);
    return id === null ? null : send(app, 'DELETE', `/circles/${String(id)}/plan`);
  },
  'save the plan of a student': saveOwnPlan,
  'delete the plan of a student': enrolmentWrite((app, enrolment) =>
    send(app, 'DELETE', hifzPath(enrolment, 'plan'), { query: { subject_code: enrolment.subject_code } }),
  ),
  'declare prior memorisation': enrolmentWrite((app, enrolment, { recordIndex, seed }) => {
    const ranges = Array.from({ length: recordIndex % 4 }, (_, index) => ({
      ...buildRange(1 + index * 40, 5 + index * 40 + (seed % 30)),
      date: `2026-09-0${1 + (seed % 5)}`,
      strength: 1 + (recordIndex % 5),
    }));
    return send(app, 'PUT', hifzPath(enrolment, 'prior'), { body: { ranges } });
  }),
  'record a sard': createSard,
  'correct a sard': sardWrite((app, path, write) => send(app, 'PUT', path, { body: buildSard(write) })),
  'withdraw a sard': sardWrite((app, path) => send(app, 'DELETE', path)),
  'skip a revision': enrolmentWrite((app, enrolment, { recordIndex }) =>
    send(app, 'POST', hifzPath(enrolment, 'skip'), {
      body: {
        ...buildRange(1 + (recordIndex % 9), 12),
        date: `2026-11-0${1 + (recordIndex % 9)}`,
        subject_code: enrolment.subject_code,
      },
    }),
  ),
};

/** Writes that create records for another write, by the name of that write. */
export const hifzPreparations: Record<string, Run> = {
  'delete the plan of a subject': saveSubjectPlan,
  'save the plan of a circle': createDailyCircle,
  'delete the plan of a circle': saveCirclePlan,
  'delete the plan of a student': saveOwnPlan,
  'skip a revision': saveSubjectPlan,
  'correct a sard': createSard,
  'withdraw a sard': createSard,
};
