import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
interface GuardianRow {
  id: number;
  children: { id: number }[];
}

const send = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.call(method, path, { as: 'admin', body, headers: { 'x-session-id': 'any-writes' } });

async function pickRow<T>(app: TestApp, path: string, index: number): Promise<T | null> {
  const { body } = await app.call<T[]>('GET', path, { as: 'admin', query: { range: [0, 499] } });
  return body[index % Math.max(body.length, 1)] ?? null;
}

async function pickGuardianPath(app: TestApp, index: number): Promise<string | null> {
  const guardian = await pickRow<GuardianRow>(app, '/guardians', index);
  return guardian && `/students/${guardian.children[0]?.id}/guardians/${guardian.id}`;
}

const fromPhones = 'make guardians of the phone numbers of students';

/** The student of the write needs a number. */
export const guardianPreparations: Record<string, (app: TestApp, write: AnyWrite) => Promise<unknown>> = {
  [fromPhones]: async (app, { recordIndex, seed }) => {
    const student = await pickRow<{ id: number }>(app, '/students', recordIndex);
    const phone = `05501${String(seed).padStart(5, '0')}`;
    return student && send(app, 'PUT', `/students/${student.id}`, { phone });
  },
};

export const guardianWrites: Record<string, Run> = {
  'add a guardian': async (app, { recordIndex, seed, word }) => {
    const student = await pickRow<{ id: number }>(app, '/students', recordIndex);
    const person = { name: `${word} ${seed}`, phone: `05500${String(seed).padStart(5, '0')}` };
    const body = { ...person, relation: 'other', is_primary: seed % 2 === 0 };
    return student && send(app, 'POST', `/students/${student.id}/guardians`, body);
  },
  'add a stored guardian': async (app, { recordIndex, seed }) => {
    const student = await pickRow<{ id: number }>(app, '/students', recordIndex + 1);
    const guardian = await pickRow<GuardianRow>(app, '/guardians', seed);
    const body = { guardian_id: guardian?.id, relation: 'brother' };
    return student && guardian && send(app, 'POST', `/students/${student.id}/guardians`, body);
  },
  'change a guardian': async (app, { recordIndex, seed, word }) => {
    const path = await pickGuardianPath(app, recordIndex);
    const rights = { messages: seed % 2 === 0, page: false, excuse: true };
    return path === null
      ? null
      : send(app, 'PUT', path, { name: `${word} ${seed}`, relation: 'mother', rights });
  },
  [fromPhones]: async (app, { recordIndex, seed }) => {
    const student = await pickRow<{ id: number }>(app, '/students', recordIndex);
    if (!student) return null;
    const body = { student_row_ids: [student.id], relation: 'other', clear_phone: seed % 2 === 0 };
    const check = await send(app, 'POST', '/guardians/from-phones/check', body);
    return send(app, 'POST', '/guardians/from-phones', { ...body, seen: check.body['seen'] });
  },
  'remove a guardian': async (app, { recordIndex }) => {
    const path = await pickGuardianPath(app, recordIndex);
    return path === null ? null : send(app, 'DELETE', path);
  },
};
