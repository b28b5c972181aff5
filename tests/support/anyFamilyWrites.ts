import { daysAfter } from '../../contract/rules/retention';
import { excuseReasons } from '../../contract/vocabulary';
import { loadInstituteDay } from '../../server/domain/institute';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
interface GuardianRow {
  id: number;
  children: { id: number }[];
  link: object | null;
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

/** The newest row of a list that sorts by id. */
async function pickNewest<T>(app: TestApp, path: string): Promise<T | null> {
  const query = { range: [0, 0], sort: ['id', 'DESC'] };
  return (await app.call<T[]>('GET', path, { as: 'admin', query })).body[0] ?? null;
}

/** A guardian who may open his page, of a student with a batch. */
async function addReader(app: TestApp, { recordIndex, seed, word }: AnyWrite) {
  const student = await pickRow<{ id: number }>(app, '/students', recordIndex);
  const person = { name: `${word} ${seed}`, phone: `05502${String(seed).padStart(5, '0')}` };
  const body = { ...person, relation: 'father', consent_on: '2020-01-01' };
  return student && send(app, 'POST', `/students/${student.id}/guardians`, body);
}

async function enterExcuse(app: TestApp, { recordIndex, seed, word }: AnyWrite) {
  const student = await pickRow<{ student_id: string }>(app, '/students', recordIndex);
  const { today } = await loadInstituteDay(app.data.read, app.data.now());
  const days = { from: daysAfter(today, -(seed % 5)), to: daysAfter(today, seed % 3) };
  const reason = excuseReasons[seed % excuseReasons.length];
  const body = { student_id: student?.student_id, ...days, reason, line: `${word} ${seed}` };
  return student && send(app, 'POST', '/excuses', body);
}

const answerNewestExcuse =
  (answer: 'accept' | 'refuse'): Run =>
  async (app, { word }) => {
    const excuse = await pickNewest<{ id: number }>(app, '/excuses');
    const body = answer === 'accept' ? {} : { line: word };
    return excuse && send(app, 'POST', `/excuses/${excuse.id}/${answer}`, body);
  };

async function writeNote(app: TestApp, { recordIndex, seed, word }: AnyWrite) {
  const numbers: string[] = [];
  for (const index of [recordIndex, recordIndex + 1 + (seed % 3)]) {
    const student = await pickRow<{ student_id: string }>(app, '/students', index);
    if (student) numbers.push(student.student_id);
  }
  const category = await pickRow<{ id: number; kind: string; is_active: boolean }>(
    app,
    '/note-categories',
    seed,
  );
  const content = category?.is_active
    ? { kind: category.kind, category_id: category.id, text: seed % 2 === 0 ? null : word }
    : { kind: 'remark', text: `${word} ${seed}` };
  const body = { student_ids: numbers, ...content, for_guardians: seed % 2 === 0 };
  return numbers.length === 0 ? null : send(app, 'POST', '/behaviour-notes', body);
}

const [changeNote, removeNote] = ['change a behaviour note', 'delete a behaviour note'] as const;

const [acceptName, refuseName] = ['accept an excuse', 'refuse an excuse'] as const;
const [linkName, linksName] = ['make the link of a guardian', 'make the links of a batch'] as const;
const fromPhones = 'make guardians of the phone numbers of students';

/** The student of the write needs a number. */
export const guardianPreparations: Record<string, (app: TestApp, write: AnyWrite) => Promise<unknown>> = {
  [fromPhones]: async (app, { recordIndex, seed }) => {
    const student = await pickRow<{ id: number }>(app, '/students', recordIndex);
    const phone = `05501${String(seed).padStart(5, '0')}`;
    return student && send(app, 'PUT', `/students/${student.id}`, { phone });
  },
  [linkName]: addReader,
  [linksName]: addReader,
  [acceptName]: enterExcuse,
  [refuseName]: enterExcuse,
  [changeNote]: writeNote,
  [removeNote]: writeNote,
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
  [linkName]: async (app) => {
    const guardian = await pickNewest<GuardianRow>(app, '/guardians');
    return guardian && send(app, 'POST', `/guardians/${guardian.id}/link`);
  },
  [linksName]: async (app, { recordIndex }) => {
    const student = await pickRow<{ batch_id: number | null }>(app, '/students', recordIndex);
    const body = { batch_id: student?.batch_id, only_missing: false };
    return student?.batch_id ? send(app, 'POST', '/guardian-links/batch', body) : null;
  },
  'revoke the link of a guardian': async (app, { recordIndex }) => {
    const query = { range: [0, 499] };
    const { body } = await app.call<GuardianRow[]>('GET', '/guardians', { as: 'admin', query });
    const linked = body.filter(({ link }) => link !== null);
    const guardian = linked[recordIndex % Math.max(linked.length, 1)];
    return guardian ? send(app, 'DELETE', `/guardians/${guardian.id}/link`) : null;
  },
  'enter an excuse': enterExcuse,
  [acceptName]: answerNewestExcuse('accept'),
  [refuseName]: answerNewestExcuse('refuse'),
  'write a behaviour note': writeNote,
  [changeNote]: async (app, { seed, word }) => {
    const note = await pickNewest<{ id: number }>(app, '/behaviour-notes');
    const body = { text: `${word} ${seed}`, for_guardians: seed % 2 === 1 };
    return note && send(app, 'PUT', `/behaviour-notes/${note.id}`, body);
  },
  [removeNote]: async (app) => {
    const note = await pickNewest<{ id: number }>(app, '/behaviour-notes');
    return note && send(app, 'DELETE', `/behaviour-notes/${note.id}`);
  },
  'save the categories of behaviour notes': async (app, { seed, word }) => {
    const { body: stored } = await app.call<object[]>('GET', '/note-categories', { as: 'admin' });
    const added = { name: `${word} ${seed}`, kind: seed % 2 === 0 ? 'praise' : 'remark' };
    // The first is removed, or retired if it is in use.
    return send(app, 'PUT', '/note-categories', [...stored.slice(1).toReversed(), added]);
  },
  'change a template of messages': (app, { seed, word }) =>
    send(app, 'PUT', '/message-templates/absent', {
      masculine: seed % 3 === 0 ? null : `غاب {الطالب} {اليوم} ${word} ${seed}`,
    }),
};

export const announcementWrites: Record<string, Run> = {
  'publish an announcement': async (app, { recordIndex, seed, word }) => {
    const batch = seed % 2 === 0 ? await pickRow<{ id: number }>(app, '/batches', recordIndex) : null;
    const { today } = await loadInstituteDay(app.data.read, app.data.now());
    const body = { title: `${word} ${seed}`, until: daysAfter(today, seed % 9), batch_id: batch?.id ?? null };
    return send(app, 'POST', '/announcements', { ...body, text: word, is_pinned: seed % 3 === 0 });
  },
  'change an announcement': async (app, { recordIndex, seed, word }) => {
    const row = await pickRow<{ id: number }>(app, '/announcements', recordIndex);
    return row && send(app, 'PUT', `/announcements/${row.id}`, { title: `${word} ${seed} ${row.id}` });
  },
  'delete an announcement': async (app, { recordIndex }) => {
    const row = await pickRow<{ id: number }>(app, '/announcements', recordIndex);
    return row && send(app, 'DELETE', `/announcements/${row.id}`);
  },
};
