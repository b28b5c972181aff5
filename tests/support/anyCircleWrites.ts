import { randomBytes } from 'node:crypto';
import { loadInstituteDay } from '../../server/domain/institute';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const send = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.call(method, path, { as: 'admin', body, headers: { 'x-session-id': 'any-writes' } });
const loadRows = async (app: TestApp, path: string, filter: object = {}) =>
  (await app.call<Rows>('GET', path, { as: 'admin', query: { range: [0, 499], filter } })).body;
const pickRow = (list: Rows, index: number) => list[index % Math.max(list.length, 1)] ?? null;

async function pickDay({ data }: TestApp, seed: number): Promise<string> {
  const { today } = await loadInstituteDay(data.read, data.now());
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1 - (seed % 4));
  return day.toISOString().slice(0, 10);
}

const circleWrite =
  (run: (app: TestApp, circle: Record<string, unknown>, write: AnyWrite) => ReturnType<Run>): Run =>
  async (app, write) => {
    const circle = pickRow(await loadRows(app, '/circles'), write.recordIndex);
    return circle && run(app, circle, write);
  };

const pickTeacher = async (app: TestApp, seed: number) =>
  pickRow(await loadRows(app, '/users', { role: 'teacher', is_active: true }), seed);

const findNewestCircle = async (app: TestApp) =>
  (await loadRows(app, '/circles')).toSorted((a, b) => Number(a['id']) - Number(b['id'])).at(-1) ?? null;

/** A circle without registers. */
export const createEmptyCircle: Run = async (app, { recordIndex }) => {
  const subject = pickRow(await loadRows(app, '/subjects'), recordIndex);
  return (
    subject &&
    send(app, 'POST', '/circles', {
      subject_code: subject['subject_code'],
      name: `حلقة ${randomBytes(5).toString('hex')}`,
    })
  );
};

export const circleWrites: Record<string, Run> = {
  'create a circle': async (app, { recordIndex, seed, word }) => {
    const subject = pickRow(await loadRows(app, '/subjects'), recordIndex % 3);
    return (
      subject &&
      send(app, 'POST', '/circles', {
        subject_code: subject['subject_code'],
        name: `حلقة ${word} ${seed % 4}`,
        days: [recordIndex % 7, seed % 7],
        capacity: seed % 2 === 0 ? null : 10 + (seed % 99),
        teacher_id: (await pickTeacher(app, seed))?.['id'] ?? null,
      })
    );
  },
  'change a circle': circleWrite(async (app, { id }, { recordIndex, seed, word }) =>
    send(app, 'PUT', `/circles/${String(id)}`, {
      place: `${word} ${recordIndex}`,
      time: `1${seed % 10}:30`,
      teacher_id: (await pickTeacher(app, recordIndex + seed))?.['id'] ?? null,
    }),
  ),
  'set the members of a circle': circleWrite(async (app, { id, subject_code }, { recordIndex, seed }) => {
    const subject = pickRow(await loadRows(app, '/subjects', { q: subject_code }), 0);
    const students = await loadRows(app, '/students', { batch_id: subject?.['batch_id'] });
    const members = students.slice(recordIndex % 5, (recordIndex % 5) + 1 + (seed % 4));
    return send(app, 'PUT', `/circles/${String(id)}/members`, {
      student_ids: members.map(({ student_id }) => student_id),
      date: await pickDay(app, seed),
    });
  }),
  'divide a subject': circleWrite(async (app, { subject_code }, { recordIndex }) =>
    send(app, 'POST', '/circles/divide', { subject_code, date: await pickDay(app, recordIndex) }),
  ),
  'add a substitute': circleWrite(async (app, { id }, { recordIndex, seed }) => {
    const [teacher, day] = [await pickTeacher(app, seed), await pickDay(app, recordIndex)];
    return (
      teacher &&
      send(app, 'POST', `/circles/${String(id)}/substitutes`, {
        teacher_id: teacher['id'],
        from: day,
        to: day,
      })
    );
  }),
  'remove a substitute': circleWrite(async (app, { id }, { seed }) => {
    const path = `/circles/${String(id)}/substitutes`;
    const substitute = pickRow((await app.call<Rows>('GET', path, { as: 'admin' })).body, seed);
    return substitute && send(app, 'DELETE', `${path}/${String(substitute['id'])}`);
  }),
  'end a circle': circleWrite(async (app, { id }, { seed }) =>
    send(app, 'PUT', `/circles/${String(id)}`, {
      ended_on: seed % 3 === 0 ? null : await pickDay(app, seed),
    }),
  ),
  'take the register of a circle': circleWrite(
    async (app, { id, subject_code }, { recordIndex, seed, word }) => {
      const [subject] = await loadRows(app, '/subjects', { q: subject_code });
      const names = [subject?.['batch_name'], subject_code].map((name) => encodeURIComponent(String(name)));
      const path = `/absences/${names.join('/')}/${await pickDay(app, recordIndex)}`;
      const query = { circle_id: id };
      const { body } = await app.call<{ students: Rows }>('GET', path, { as: 'admin', query });
      const absentStudents = (body.students ?? []).slice(seed % 2, 1 + (seed % 3)).map(({ studentId }) => ({
        studentId,
        type: seed % 2 === 0 ? 'غياب بعذر' : 'غياب بدون عذر',
        notes: recordIndex % 3 === 0 ? word : null,
      }));
      return send(app, 'PUT', path, { absentStudents, circle_id: id });
    },
  ),
  // A circle with registers cannot be deleted. `createEmptyCircle` has created the newest circle.
  'delete a circle': async (app) => {
    const circle = await findNewestCircle(app);
    return circle && send(app, 'DELETE', `/circles/${String(circle['id'])}`);
  },
};
