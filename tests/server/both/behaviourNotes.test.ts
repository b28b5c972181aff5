import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditDetail, AuditEntry } from '../../../contract/audit';
import type { BehaviourNote, NoteCategory } from '../../../contract/families/behaviourNotes';
import { categoryVersions, maxNoteCategories } from '../../../contract/families/behaviourNotes';
import { noteMessages, noteProblemMessages } from '../../../contract/families/behaviourNoteMessages';
import type { MergePreview } from '../../../contract/students/merge';
import { noteKindNames } from '../../../contract/vocabulary';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle, setMembers } from '../../support/circles';
import { clockAt, moveClock } from '../../support/clock';
import { dump, dumpOrExpected } from '../../support/database';
import { newStudent, uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

type As = 'admin' | { token: string };
interface Answered {
  message: string;
  created: number;
  operation_id: number;
  code: string;
  details: { path: string; message: string }[];
}
const today = '2026-11-20';
const clock = clockAt(`${today}T09:00:00Z`);

let server: TestApp;
let sheet: Sheet;
let teacher: { id: number; token: string };
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clock.now });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'behaviour' };
const call = <T = Answered>(
  method: string,
  path: string,
  { as = 'admin', body, query }: { as?: As; body?: unknown; query?: Record<string, unknown> } = {},
) => server.call<T>(method, path, { as, body, query, headers });
const newTeacher = async (subjectCode = sheet.subjectCode) => {
  const account = await addAccount(server, 'teacher');
  await call('POST', '/subject-teachers', { body: { subject_code: subjectCode, teacher_id: account.id } });
  return { id: account.id, ...(await account.signIn()) };
};

beforeEach(async () => {
  await moveClock(clock, server, `${today}T09:00:00.000Z`);
  sheet = await newSheet(server, 3);
  teacher = await newTeacher();
});

const numbers = (...indexes: number[]) => indexes.map((index) => String(sheet.students[index]?.student_id));
const write = (body: object, as: As = 'admin') =>
  call('POST', '/behaviour-notes', {
    as,
    body: { student_ids: numbers(0), kind: 'remark', text: 'تأخر عن الحلقة', ...body },
  });
const list = async (filter: object = {}, as: As = 'admin') =>
  (await call<BehaviourNote[]>('GET', '/behaviour-notes', { as, query: { filter } })).body;
const ofBatch = (as: As = 'admin') => list({ batch_id: sheet.batchId }, as);
const firstNote = async (as: As = 'admin') => {
  const [note] = await ofBatch(as);
  if (!note) throw new Error('no note');
  return note;
};
const undo = (operation: number, as: As = 'admin') => call('POST', `/undo/${operation}`, { as });
const latestOperation = async () => {
  const { body } = await call<AuditEntry[]>('GET', '/audit');
  return body[0]?.id ?? 0;
};
const categories = async () => (await call<NoteCategory[]>('GET', '/note-categories')).body;
const saveCategories = (body: readonly object[], query: Record<string, unknown> = {}) =>
  call<NoteCategory[] & Answered>('PUT', '/note-categories', { body, query });
const addCategory = async (kind = 'praise') => {
  const name = `تصنيف ${uniqueText()}`;
  const saved = await saveCategories([...(await categories()), { name, kind }]);
  const category = saved.body.find((one) => one.name === name);
  if (!category) throw new Error(saved.text);
  return category;
};

describe('one note on several students', () => {
  test('is one operation, and its undo removes all of them', async () => {
    const { id, name } = await addCategory();
    const before = await dump(server.data);
    const answer = await write({
      student_ids: [...numbers(0, 1, 2), ...numbers(0)],
      kind: 'praise',
      category_id: id,
      text: null,
    });
    expect(answer).toMatchObject({ status: 200, body: { created: 3, message: noteMessages.saved(3) } });
    expect(await ofBatch()).toMatchObject(
      [2, 1, 0].map((index) => ({
        student_id: numbers(index)[0],
        date: today,
        kind: 'praise',
        category_name: name,
        text: null,
        for_guardians: false,
        can_change: true,
      })),
    );
    await undo(answer.body.operation_id);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });

  test('is refused as a whole if one of them is not in scope', async () => {
    const other = await newStudent(server);
    const refused = await write({ student_ids: [...numbers(0), other.student_id] }, teacher);
    expect(refused).toMatchObject({
      status: 422,
      body: { details: [{ path: 'student_ids', message: noteMessages.otherStudents([other.full_name]) }] },
    });
    const unknown = await write({ student_ids: ['99999999'] }, teacher);
    expect(unknown.body.details).toMatchObject([{ message: noteMessages.unknownStudents(1) }]);
    expect(await ofBatch()).toEqual([]);
    expect(await write({ student_ids: numbers(0, 1) }, teacher)).toMatchObject({ body: { created: 2 } });
  });
});

describe('the content of a note', () => {
  test('is a category of its kind or a text', async () => {
    const { id } = await addCategory('praise');
    const problemOf = async (body: object) => (await write(body)).body.details;
    expect(await problemOf({ text: ' ' })).toEqual([noteProblemMessages.empty]);
    expect(await problemOf({ kind: 'remark', category_id: id })).toEqual([noteProblemMessages['other kind']]);
    expect(await problemOf({ category_id: 999_999 })).toMatchObject([{ path: 'category_id' }]);
    expect((await write({ kind: 'praise', category_id: id, text: null })).status).toBe(200);
  });

  test('has a day of the last year', async () => {
    for (const date of ['2026-11-21', '2025-11-18'])
      expect(await write({ date })).toMatchObject({ status: 422, body: { details: [{ path: 'date' }] } });
    expect((await write({ date: '2026-11-01' })).status).toBe(200);
    expect(await firstNote()).toMatchObject({ date: '2026-11-01' });
  });
});

describe('a teacher', () => {
  test('reads all notes on his own students, and changes only his own notes', async () => {
    await write({ text: 'من الإدارة' });
    await write({ text: 'من المعلم' }, teacher);
    const [own, ofOffice] = await ofBatch(teacher);
    expect([own, ofOffice]).toMatchObject([
      { text: 'من المعلم', can_change: true },
      { text: 'من الإدارة', can_change: false },
    ]);
    const change = (note: BehaviourNote | undefined, as: As) =>
      call('PUT', `/behaviour-notes/${note?.id}`, { as, body: { text: 'تغيّر' } });
    expect(await change(ofOffice, teacher)).toMatchObject({
      status: 403,
      body: { error: noteMessages.ofOther },
    });
    expect((await call('DELETE', `/behaviour-notes/${ofOffice?.id}`, { as: teacher })).status).toBe(403);
    expect((await change(own, teacher)).status).toBe(200);
    expect((await change(own, 'admin')).status).toBe(200);
    const removed = await call('DELETE', `/behaviour-notes/${own?.id}`, { as: 'admin' });
    expect(removed.body.message).toBe(noteMessages.removed);
    await undo(removed.body.operation_id);
    expect(await ofBatch()).toHaveLength(2);
  });

  test('of another subject finds none of them', async () => {
    await write({});
    const note = await firstNote();
    const otherSheet = await newSheet(server, 1);
    const other = await newTeacher(otherSheet.subjectCode);
    expect(await ofBatch(other)).toEqual([]);
    for (const [method, body] of [['PUT', { text: 'تغيّر' }], ['DELETE']] as const)
      expect((await call(method, `/behaviour-notes/${note.id}`, { as: other, body })).status).toBe(404);
    expect((await write({}, other)).status).toBe(422);
    expect(await ofBatch(teacher)).toHaveLength(1);
  });

  test('of the setting that shows all students still reads only notes on his own', async () => {
    await call('PUT', '/settings', { body: { teacher_scope: 'all' } });
    const other = await addAccount(server, 'teacher');
    const account = await other.signIn();
    await write({});
    expect((await call('GET', `/students/${sheet.students[0]?.id}`, { as: account })).status).toBe(200);
    const refused = await write({ student_ids: numbers(0) }, account);
    const names = [String(sheet.students[0]?.full_name)];
    expect(refused.body.details).toEqual([
      { path: 'student_ids', message: noteMessages.otherStudents(names) },
    ]);
    expect(await ofBatch(account)).toEqual([]);
    expect(await ofBatch(teacher)).toHaveLength(1);
    await call('PUT', '/settings', { body: { teacher_scope: 'linked' } });
  });

  test('of a circle has only its students, and loses the undo with the student', async () => {
    const account = await addAccount(server, 'teacher');
    const holder = { id: account.id, ...(await account.signIn()) };
    const circle = await newCircle(server, sheet.subjectCode, sheet.students.slice(0, 1), '2026-10-01', {
      teacher_id: holder.id,
    });
    expect((await write({ student_ids: numbers(1) }, holder)).status).toBe(422);
    const own = await write({}, holder);
    expect(await ofBatch(holder)).toHaveLength(1);
    await setMembers(server, circle.id, sheet.students.slice(1, 2), today);
    expect(await ofBatch(holder)).toEqual([]);
    expect((await undo(own.body.operation_id, holder)).status).toBe(404);
    await setMembers(server, circle.id, sheet.students.slice(0, 1), today);
    expect((await undo(own.body.operation_id, holder)).status).toBe(200);
    expect(await ofBatch()).toEqual([]);
  });

  test('of the setting that shows all students loses the undo with the student', async () => {
    await call('PUT', '/settings', { body: { teacher_scope: 'all' } });
    await write({}, teacher);
    const { id } = await firstNote(teacher);
    const removed = await call('DELETE', `/behaviour-notes/${id}`, { as: teacher });
    const other = await newSheet(server, 1);
    const setSubject = (code: string) =>
      server.data.writeUnlogged((trx) =>
        trx
          .updateTable('subject_teachers')
          .set({ subject_id: trx.selectFrom('subjects').select('id').where('subject_code', '=', code) })
          .where('teacher_id', '=', teacher.id)
          .execute(),
      );
    await setSubject(other.subjectCode);
    expect((await undo(removed.body.operation_id, teacher)).status).toBe(404);
    await setSubject(sheet.subjectCode);
    expect((await undo(removed.body.operation_id, teacher)).status).toBe(200);
    expect(await ofBatch(teacher)).toMatchObject([{ id }]);
    await call('PUT', '/settings', { body: { teacher_scope: 'linked' } });
  });

  test('with an outdated version gets the stored note', async () => {
    await write({}, teacher);
    const { id, version } = await firstNote(teacher);
    const save = (text: string) =>
      call<{ code: string; current: BehaviourNote }>('PUT', `/behaviour-notes/${id}`, {
        as: teacher,
        body: { text, version },
      });
    expect((await save('الأول')).status).toBe(200);
    expect(await save('الثاني')).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { text: 'الأول' } },
    });
  });
});

test('the list filters by student, kind, category and days, and its summary counts both kinds', async () => {
  const { id } = await addCategory('praise');
  await write({
    student_ids: numbers(0, 1),
    kind: 'praise',
    category_id: id,
    text: null,
    date: '2026-11-10',
  });
  await write({ student_ids: numbers(0) });
  const filters: [object, number][] = [
    [{}, 3],
    [{ student_id: numbers(0)[0] }, 2],
    [{ kind: 'remark' }, 1],
    [{ category_id: id }, 2],
    [{ from: '2026-11-11' }, 1],
    [{ to: '2026-11-10' }, 2],
    [{ q: String(sheet.students[1]?.student_id) }, 1],
    [{ q: 'تأخر' }, 0],
  ];
  for (const [filter, count] of filters)
    expect(await list({ batch_id: sheet.batchId, ...filter }), JSON.stringify(filter)).toHaveLength(count);
  const summary = await call('GET', '/behaviour-notes/summary', {
    as: teacher,
    query: { filter: { batch_id: sheet.batchId } },
  });
  expect(summary.body).toEqual({ praise: 2, remark: 1 });
});

describe('the summary', () => {
  const summary = async (as: As, filter: object = { batch_id: sheet.batchId }) =>
    (await call('GET', '/behaviour-notes/summary', { as, query: { filter } })).body;

  test('of a circle’s teacher counts only notes on its students', async () => {
    const account = await addAccount(server, 'teacher');
    const holder = { id: account.id, ...(await account.signIn()) };
    await newCircle(server, sheet.subjectCode, sheet.students.slice(0, 1), '2026-10-01', {
      teacher_id: holder.id,
    });
    await write({ student_ids: numbers(0, 1, 2) });
    await write({ student_ids: numbers(0), kind: 'praise' });
    expect(await summary(holder)).toEqual({ praise: 1, remark: 1 });
    expect(await summary(teacher)).toEqual({ praise: 1, remark: 3 });
  });

  test('of an admin of one section counts only notes on its students', async () => {
    await write({ student_ids: numbers(0, 1) });
    const account = await addAccount(server, 'admin');
    const as = await account.signIn();
    const setSections = async (admin: 'boys' | 'girls', batch: 'boys' | 'girls') =>
      server.data.writeUnlogged(async (trx) => {
        await trx.updateTable('users').set({ section: admin }).where('id', '=', account.id).execute();
        await trx.updateTable('batches').set({ section: batch }).where('id', '=', sheet.batchId).execute();
      });
    await call('PUT', '/settings', { body: { sections_enabled: true } });
    await setSections('boys', 'girls');
    expect(await summary(as, {})).toEqual({ praise: 0, remark: 0 });
    await setSections('boys', 'boys');
    expect(await summary(as, {})).toEqual({ praise: 0, remark: 2 });
    await call('PUT', '/settings', { body: { sections_enabled: false } });
  });
});

describe('the text and the category of a note', () => {
  const secret = 'كلام لا يقرؤه إلا أهله';

  test('are neither in the audit nor in the search nor in the description', async () => {
    const category = await addCategory('remark');
    const { body } = await write({ text: secret, category_id: category.id });
    const detail = await call<AuditDetail>('GET', `/audit/${body.operation_id}`);
    expect(detail.body.rows).toMatchObject([
      { table_name: 'behaviour_notes', hidden_changes: ['category_id', 'text'], after: { kind: 'remark' } },
    ]);
    expect(detail.body.description).toContain(sheet.students[0]?.full_name);
    expect(detail.body.description).not.toContain(noteKindNames.remark);
    for (const confidential of [secret, category.name]) expect(detail.text).not.toContain(confidential);
    const entries = await call<AuditEntry[]>('GET', '/audit', { query: { filter: { q: category.name } } });
    expect(entries.body.map(({ id }) => id)).not.toContain(body.operation_id);
    const changed = await call('PUT', `/behaviour-notes/${(await firstNote()).id}`, {
      body: { text: 'غيره' },
    });
    const change = await call<AuditDetail>('GET', `/audit/${changed.body.operation_id}`);
    expect(change.body.rows).toMatchObject([{ hidden_changes: ['text'] }]);
    for (const path of ['/audit', '/students', '/behaviour-notes'])
      expect((await call<AuditEntry[]>('GET', path, { query: { filter: { q: secret } } })).body).toEqual([]);
    expect((await call('GET', '/search', { query: { q: secret } })).text).not.toContain(secret);
  });

  test('are not in the card of the student', async () => {
    await write({ text: secret });
    const card = await call('GET', `/students/${sheet.students[0]?.id}/card`);
    expect(card.status).toBe(200);
    expect(card.text).not.toContain(secret);
  });
});

describe('the categories', () => {
  test('in use are retired instead of deleted, and unused ones are deleted', async () => {
    const used = await addCategory('praise');
    const unused = await addCategory('praise');
    await write({ kind: 'praise', category_id: used.id, text: null });
    const before = await categories();
    const without = before.filter(({ id }) => id !== used.id && id !== unused.id);
    const saved = await saveCategories(without, { seen: categoryVersions(before) });
    expect(saved.body.at(-1)).toMatchObject({ id: used.id, is_active: false, is_used: true });
    expect(saved.body.map(({ id }) => id)).not.toContain(unused.id);
    expect(await firstNote()).toMatchObject({ category_name: used.name });
    const refused = await write({ kind: 'praise', category_id: used.id, text: null });
    expect(refused.body.details).toEqual([noteProblemMessages.retired]);
    const note = await firstNote();
    const changed = await call('PUT', `/behaviour-notes/${note.id}`, { body: { text: 'مع تفصيل' } });
    expect(changed.status).toBe(200);
    const again = saved.body.map((one) => (one.id === used.id ? { ...one, is_active: true } : one));
    expect((await saveCategories(again)).status).toBe(200);
    expect((await write({ kind: 'praise', category_id: used.id, text: null })).status).toBe(200);
  });

  test('of an old list, a repeated name, and another kind of a used one are refused', async () => {
    const used = await addCategory('praise');
    await write({ kind: 'praise', category_id: used.id, text: null });
    const stored = await categories();
    const stale = await saveCategories(stored, { seen: categoryVersions(stored.slice(1)) });
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE' } });
    const last = stored.length;
    const twice = await saveCategories([...stored, { name: used.name, kind: 'praise' }]);
    expect(twice.body.details).toEqual([{ path: `${last}.name`, message: noteMessages.categoryTwice }]);
    const turned = stored.map((one) => (one.id === used.id ? { ...one, kind: 'remark' } : one));
    expect((await saveCategories(turned)).body.details).toMatchObject([{ message: noteMessages.kindOfUsed }]);
    expect((await saveCategories(stored, { seen: categoryVersions(stored) })).status).toBe(200);
  });

  test('keep the kind of their notes: an undo of the kind is refused after a note was written', async () => {
    const category = await addCategory('praise');
    const turnTo = async (kind: string) => {
      const saved = await saveCategories(
        (await categories()).map((one) => (one.id === category.id ? { ...one, kind } : one)),
      );
      expect(saved.status, saved.text).toBe(200);
    };
    await turnTo('remark');
    expect((await call('POST', '/undo/latest')).status).toBe(200);
    await turnTo('remark');
    const turned = await latestOperation();
    await write({ category_id: category.id });
    const refused = await undo(turned);
    expect(refused).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect(refused.text).toContain(noteMessages.kindOfUsed);
    const { id } = await firstNote();
    expect((await call('PUT', `/behaviour-notes/${id}`, { body: { text: 'غيره' } })).status).toBe(200);
  });

  test('of another kind since then do not return to a note by the undo of its change', async () => {
    const category = await addCategory('remark');
    await write({ category_id: category.id });
    const { id } = await firstNote();
    const change = async () =>
      (await call('PUT', `/behaviour-notes/${id}`, { body: { category_id: null } })).body.operation_id;
    expect((await undo(await change())).status).toBe(200);
    const changed = await change();
    await saveCategories(
      (await categories()).map((one) => (one.id === category.id ? { ...one, kind: 'praise' } : one)),
    );
    const refused = await undo(changed);
    expect(refused).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect(refused.text).toContain(noteMessages.otherKindSince);
  });

  test('that are retired do not count towards the limit', async () => {
    const before = await categories();
    const used = [await addCategory('praise'), await addCategory('praise')];
    for (const { id } of used) await write({ kind: 'praise', category_id: id, text: null });
    const retired = (await categories()).map((one) =>
      used.some(({ id }) => id === one.id) ? { ...one, is_active: false } : one,
    );
    const active = retired.filter(({ is_active }) => is_active).length;
    const added = (count: number) =>
      Array.from({ length: count }, () => ({ name: `تصنيف ${uniqueText()}`, kind: 'remark' }));
    const refused = await saveCategories([...retired, ...added(maxNoteCategories + 1 - active)]);
    expect(refused).toMatchObject({
      status: 422,
      body: { details: [{ message: noteMessages.tooManyCategories(maxNoteCategories) }] },
    });
    const saved = await saveCategories([...retired, ...added(maxNoteCategories - active)]);
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.length).toBeGreaterThan(maxNoteCategories);
    expect((await saveCategories(saved.body, { seen: categoryVersions(saved.body) })).status).toBe(200);
    expect((await saveCategories(before)).status).toBe(200);
  });

  test('cannot be changed by teachers, who read them', async () => {
    expect((await call('GET', '/note-categories', { as: teacher })).status).toBe(200);
    expect((await call('PUT', '/note-categories', { as: teacher, body: [] })).status).toBe(403);
  });
});

describe('deleted records', () => {
  test('a deleted student takes his notes along, and the undo returns them', async () => {
    await write({ student_ids: numbers(0, 1) });
    const before = await dump(server.data);
    await call('DELETE', `/students/${sheet.students[0]?.id}`);
    expect(await ofBatch()).toHaveLength(1);
    const undone = await call('POST', '/undo/latest');
    expect(undone.status, undone.text).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });

  test('a note stays without the account of its author, and returns without a deleted category', async () => {
    const category = await addCategory('praise');
    await write({ kind: 'praise', category_id: category.id, text: null }, teacher);
    const { id, author } = await firstNote();
    const removed = await call('DELETE', `/behaviour-notes/${id}`);
    await call('DELETE', `/users/${teacher.id}`);
    await saveCategories((await categories()).filter((one) => one.id !== category.id));
    expect((await undo(removed.body.operation_id)).status).toBe(200);
    expect(await firstNote()).toMatchObject({ author, category_id: null, text: category.name });
  });

  test('a note returns without a category that has another kind since, and can be changed', async () => {
    const category = await addCategory('remark');
    await write({ category_id: category.id, text: null });
    const { id } = await firstNote();
    const removed = await call('DELETE', `/behaviour-notes/${id}`);
    await saveCategories(
      (await categories()).map((one) => (one.id === category.id ? { ...one, kind: 'praise' } : one)),
    );
    expect((await undo(removed.body.operation_id)).status).toBe(200);
    expect(await firstNote()).toMatchObject({ kind: 'remark', category_id: null, text: category.name });
    expect((await call('PUT', `/behaviour-notes/${id}`, { body: { text: 'غيره' } })).status).toBe(200);
  });

  test('a merge of two students moves the notes, and its undo returns them', async () => {
    await write({ student_ids: numbers(0, 1) });
    const [staying, merged] = [sheet.students[0]?.id, sheet.students[1]?.id];
    const before = await dump(server.data);
    const preview = await call<MergePreview>('GET', `/students/${staying}/merge/${merged}`);
    const answer = await call('POST', `/students/${staying}/merge`, {
      body: {
        merged_id: merged,
        version: preview.body.staying.version,
        merged_version: preview.body.merged.version,
        ...(preview.body.enrolment && { enrolment: preview.body.enrolment.proposed }),
      },
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await ofBatch()).map(({ student_row_id }) => student_row_id)).toEqual([staying, staying]);
    await undo(answer.body.operation_id);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });
});
