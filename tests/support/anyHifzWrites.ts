import { randomBytes } from 'node:crypto';
import { ayahName, rangeOfPages } from '../../contract/rules/mushaf';
import { amountUnits, directions, nearUnits } from '../../contract/vocabulary';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const send = (app: TestApp, method: string, path: string, more: object = {}) =>
  app.call(method, path, { as: 'admin', headers: { 'x-session-id': 'any-writes' }, ...more });

const pages = (first: number, last: number) => {
  const range = rangeOfPages(first, last);
  return { from: range ? ayahName(range.from) : '1:1', to: range ? ayahName(range.to) : '1:7' };
};

interface Place {
  subject_code: string;
  student: string;
}

/** A subject of daily records and a student of its batch. */
async function somePlace(app: TestApp, { which, other }: AnyWrite): Promise<Place | null> {
  const subjects = await dailySubjects(app);
  const subject = subjects[which % Math.max(subjects.length, 1)];
  if (!subject) return null;
  const { body: students } = await app.call<Rows>('GET', '/students', {
    as: 'admin',
    query: { range: [0, 99], filter: { batch_id: subject['batch_id'] } },
  });
  const student = students[other % Math.max(students.length, 1)];
  return student
    ? { subject_code: String(subject['subject_code']), student: String(student['student_id']) }
    : null;
}

const dailySubjects = async (app: TestApp) => {
  const query = { range: [0, 499], filter: { type: 'تقييد يومي' } };
  return (await app.call<Rows>('GET', '/subjects', { as: 'admin', query })).body;
};

/** A circle of a subject of daily records. */
const newDailyCircle: Run = async (app, { which }) => {
  const subjects = await dailySubjects(app);
  const subject_code = subjects[which % Math.max(subjects.length, 1)]?.['subject_code'];
  const name = `حلقة ${randomBytes(5).toString('hex')}`;
  return subject_code === undefined ? null : send(app, 'POST', '/circles', { body: { subject_code, name } });
};

/** The newest circle of a subject of daily records. */
async function someCircle(app: TestApp): Promise<unknown> {
  const codes = new Set((await dailySubjects(app)).map(({ subject_code }) => subject_code));
  const { body: all } = await app.call<Rows>('GET', '/circles', { as: 'admin', query: { range: [0, 499] } });
  const circles = all.filter(({ subject_code }) => codes.has(subject_code));
  return circles.toSorted((a, b) => Number(a['id']) - Number(b['id'])).at(-1)?.['id'] ?? null;
}

const planOf = ({ which, other }: AnyWrite) => ({
  direction: directions[which % directions.length],
  ranges: [pages(10, 20), pages(30, 40)],
  start: pages(10, 10).from,
  amount: { unit: amountUnits[other % amountUnits.length], value: 1 + (which % 3) },
  new_days: [which % 7],
  revision_days: [0, 1, other % 7],
  near: { unit: nearUnits[which % nearUnits.length], value: 1 + (other % 9) },
  far_cycle_days: 10 + (which % 30),
  far_pages_per_day: other % 3 === 0 ? null : 1 + (other % 9),
  begin: '2026-09-01',
});

const on =
  (run: (app: TestApp, place: Place, write: AnyWrite) => Promise<Answer>): Run =>
  async (app, write) => {
    const place = await somePlace(app, write);
    return place && run(app, place, write);
  };
const path = ({ student }: Place, part: string) => `/hifz/${encodeURIComponent(student)}/${part}`;
const subjectPath = ({ subject_code }: Place) => `/subjects/${encodeURIComponent(subject_code)}/plan`;

const saveSubjectPlan = on((app, place, write) =>
  send(app, 'PUT', subjectPath(place), { body: planOf(write) }),
);
const saveOwnPlan = on((app, place, write) =>
  send(app, 'PUT', path(place, 'plan'), { body: { ...planOf(write), subject_code: place.subject_code } }),
);
const saveCirclePlan: Run = async (app, write) => {
  const id = await someCircle(app);
  return id === null ? null : send(app, 'PUT', `/circles/${String(id)}/plan`, { body: planOf(write) });
};

/** A random test of juz; the faults lie in its first juz. */
const sardBody = ({ which, other }: AnyWrite) => ({
  from_juz: 1 + (which % 28),
  to_juz: 1 + (which % 28) + (other % 3),
  date: `2026-11-0${1 + (other % 9)}`,
  mark: other % 4 === 0 ? null : 50 + (which % 50),
  max: 100,
  faults: which % 5 === 0 ? [] : [{ kind: 'prompt', count: 1 + (other % 5) }],
  passed: which % 3 > 0,
});
const newSard = on((app, { student, subject_code }, write) =>
  send(app, 'POST', '/sard', { body: { ...sardBody(write), student_id: student, subject_code } }),
);
const onSard =
  (run: (app: TestApp, at: string, write: AnyWrite) => Promise<Answer>): Run =>
  async (app, write) => {
    const { body } = await app.call<Rows>('GET', '/sard', { as: 'admin', query: { range: [0, 99] } });
    const row = body[write.which % Math.max(body.length, 1)];
    return row ? run(app, `/sard/${String(row['id'])}`, write) : null;
  };

/** Random writes on plans of memorisation and tests of juz. */
export const hifzWrites: Record<string, Run> = {
  'give a subject a plan': saveSubjectPlan,
  'take the plan of a subject': on((app, place) => send(app, 'DELETE', subjectPath(place))),
  'give a circle a plan': saveCirclePlan,
  'take the plan of a circle': async (app) => {
    const id = await someCircle(app);
    return id === null ? null : send(app, 'DELETE', `/circles/${String(id)}/plan`);
  },
  'give a student a plan': saveOwnPlan,
  'take the plan of a student': on((app, place) =>
    send(app, 'DELETE', path(place, 'plan'), { query: { subject_code: place.subject_code } }),
  ),
  'declare what was memorised': on((app, place, { which, other }) => {
    const ranges = Array.from({ length: which % 4 }, (_, at) => ({
      ...pages(1 + at * 40, 5 + at * 40 + (other % 30)),
      date: `2026-09-0${1 + (other % 5)}`,
      strength: 1 + (which % 5),
    }));
    return send(app, 'PUT', path(place, 'prior'), { body: { ranges } });
  }),
  'record a sard': newSard,
  'correct a sard': onSard((app, at, write) => send(app, 'PUT', at, { body: sardBody(write) })),
  'withdraw a sard': onSard((app, at) => send(app, 'DELETE', at)),
  'skip a revision': on((app, place, { which }) =>
    send(app, 'POST', path(place, 'skip'), {
      body: {
        ...pages(1 + (which % 9), 12),
        date: `2026-11-0${1 + (which % 9)}`,
        subject_code: place.subject_code,
      },
    }),
  ),
};

/** What makes the records that the write needs. */
export const hifzPreparations: Record<string, Run> = {
  'take the plan of a subject': saveSubjectPlan,
  'give a circle a plan': newDailyCircle,
  'take the plan of a circle': saveCirclePlan,
  'take the plan of a student': saveOwnPlan,
  'skip a revision': saveSubjectPlan,
  'correct a sard': newSard,
  'withdraw a sard': newSard,
};
