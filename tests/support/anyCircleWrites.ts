import { randomBytes } from 'node:crypto';
import { loadInstituteDay } from '../../server/domain/institute';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const send = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.call(method, path, { as: 'admin', body, headers: { 'x-session-id': 'any-writes' } });
const rows = async (app: TestApp, path: string, filter: object = {}) =>
  (await app.call<Rows>('GET', path, { as: 'admin', query: { range: [0, 499], filter } })).body;
const nthOf = (list: Rows, which: number) => list[which % Math.max(list.length, 1)] ?? null;

/** Yesterday, or a few days earlier. */
async function someDay({ data }: TestApp, other: number): Promise<string> {
  const { today } = await loadInstituteDay(data.read, data.now());
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1 - (other % 4));
  return day.toISOString().slice(0, 10);
}

const onCircle =
  (run: (app: TestApp, circle: Record<string, unknown>, write: AnyWrite) => ReturnType<Run>): Run =>
  async (app, write) => {
    const circle = nthOf(await rows(app, '/circles'), write.which);
    return circle && run(app, circle, write);
  };

const teacherOf = async (app: TestApp, other: number) =>
  nthOf(await rows(app, '/users', { role: 'teacher', is_active: true }), other);

const newestCircle = async (app: TestApp) =>
  (await rows(app, '/circles')).toSorted((one, other) => Number(one['id']) - Number(other['id'])).at(-1) ??
  null;

/** A circle without a register. */
export const emptyCircle: Run = async (app, { which }) => {
  const subject = nthOf(await rows(app, '/subjects'), which);
  return (
    subject &&
    send(app, 'POST', '/circles', {
      subject_code: subject['subject_code'],
      name: `حلقة ${randomBytes(5).toString('hex')}`,
    })
  );
};

/** Random writes on circles; `anyWrites.ts` has the other kinds. */
export const circleWrites: Record<string, Run> = {
  'create a circle': async (app, { which, other, word }) => {
    const subject = nthOf(await rows(app, '/subjects'), which % 3);
    return (
      subject &&
      send(app, 'POST', '/circles', {
        subject_code: subject['subject_code'],
        name: `حلقة ${word} ${other % 4}`,
        days: [which % 7, other % 7],
        capacity: other % 2 === 0 ? null : 10 + (other % 99),
        teacher_id: (await teacherOf(app, other))?.['id'] ?? null,
      })
    );
  },
  'change a circle': onCircle(async (app, { id }, { which, other, word }) =>
    send(app, 'PUT', `/circles/${String(id)}`, {
      place: `${word} ${which}`,
      time: `1${other % 10}:30`,
      teacher_id: (await teacherOf(app, which + other))?.['id'] ?? null,
    }),
  ),
  'say who is of a circle': onCircle(async (app, { id, subject_code }, { which, other }) => {
    const subject = nthOf(await rows(app, '/subjects', { q: subject_code }), 0);
    const students = await rows(app, '/students', { batch_id: subject?.['batch_id'] });
    const some = students.slice(which % 5, (which % 5) + 1 + (other % 4));
    return send(app, 'PUT', `/circles/${String(id)}/members`, {
      student_ids: some.map(({ student_id }) => student_id),
      date: await someDay(app, other),
    });
  }),
  'divide a subject': onCircle(async (app, { subject_code }, { which }) =>
    send(app, 'POST', '/circles/divide', { subject_code, date: await someDay(app, which) }),
  ),
  'let a teacher stand in': onCircle(async (app, { id }, { which, other }) => {
    const [teacher, from] = [await teacherOf(app, other), await someDay(app, which)];
    return (
      teacher &&
      send(app, 'POST', `/circles/${String(id)}/substitutes`, { teacher_id: teacher['id'], from, to: from })
    );
  }),
  'let nobody stand in': onCircle(async (app, { id }, { other }) => {
    const path = `/circles/${String(id)}/substitutes`;
    const substitute = nthOf((await app.call<Rows>('GET', path, { as: 'admin' })).body, other);
    return substitute && send(app, 'DELETE', `${path}/${String(substitute['id'])}`);
  }),
  'end a circle': onCircle(async (app, { id }, { other }) =>
    send(app, 'PUT', `/circles/${String(id)}`, {
      ended_on: other % 3 === 0 ? null : await someDay(app, other),
    }),
  ),
  'take the register of a circle': onCircle(async (app, { id, subject_code }, { which, other, word }) => {
    const [subject] = await rows(app, '/subjects', { q: subject_code });
    const names = [subject?.['batch_name'], subject_code].map((name) => encodeURIComponent(String(name)));
    const path = `/absences/${names.join('/')}/${await someDay(app, which)}`;
    const query = { circle_id: id };
    const { body } = await app.call<{ students: Rows }>('GET', path, { as: 'admin', query });
    const absentStudents = (body.students ?? []).slice(other % 2, 1 + (other % 3)).map(({ studentId }) => ({
      studentId,
      type: other % 2 === 0 ? 'غياب بعذر' : 'غياب بدون عذر',
      notes: which % 3 === 0 ? word : null,
    }));
    return send(app, 'PUT', path, { absentStudents, circle_id: id });
  }),
  // The newest one, which `emptyCircle` has created: one with registers cannot be deleted.
  'delete a circle': async (app) => {
    const circle = await newestCircle(app);
    return circle && send(app, 'DELETE', `/circles/${String(circle['id'])}`);
  },
};
