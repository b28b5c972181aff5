import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../../contract/errors';
import { findDifferences } from '../../../contract/rules/mergedFields';
import type { MergePreview } from '../../../contract/students/merge';
import type { Student } from '../../../contract/students/students';
import { loadInstituteDay } from '../../../server/domain/institute';
import { studentReferences } from '../../../server/students/merge/tables';
import type { NewRow } from '../../../server/db/schema';
import type { RecordedTable } from '../../../server/db/schema/recorded';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { dump, dumpOrExpected } from '../../support/database';
import { expectedResults, storedResults } from '../../support/results';
import { rounds } from '../../support/rounds';
import { newLinkedPair, newStudent, uniqueText } from '../../support/sampleCalls';
import { type Sheet, newSheet } from '../../support/sheet';
import { newCircle } from '../../support/circles';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'merge' };
const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', headers, body });
const get = async <T>(path: string) => (await call<T>('GET', path)).body;

const previewOf = (staying: number, merged: number) =>
  get<MergePreview>(`/students/${staying}/merge/${merged}`);

interface Answers {
  take?: string[];
  marks?: 'staying' | 'merged';
  enrolment?: 'staying' | 'merged';
}

/** Merges with the proposed values, and one answer to all questions. */
async function merge(
  stayingId: number,
  mergedId: number,
  { take, marks = 'staying', enrolment }: Answers = {},
) {
  const preview = await previewOf(stayingId, mergedId);
  const { staying, merged } = preview;
  const proposed = findDifferences(staying, merged).flatMap(({ field, proposed: side }) =>
    side === 'merged' ? [field] : [],
  );
  const answer = await call<{ student: Student; operation_id: number }>(
    'POST',
    `/students/${stayingId}/merge`,
    {
      merged_id: mergedId,
      version: staying.version,
      merged_version: merged.version,
      take: take ?? proposed,
      marks: preview.marks.map(({ subject_id, versions }) => ({ subject_id, keep: marks, seen: versions })),
      ...(preview.enrolment && { enrolment: enrolment ?? preview.enrolment.proposed }),
    },
  );
  return { preview, answer };
}

const undo = (operation: number) => call('POST', `/undo/${operation}`);

/** Rows of all tables that still name the student, by table. */
async function referencesTo(id: number): Promise<string[]> {
  const tables: string[] = [];
  for (const [table, columns] of await findReferences())
    for (const column of columns) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        server.data.read,
      );
      if (rows.length > 0) tables.push(table);
    }
  return tables;
}

/** Columns with the row id of a student, by table. */
async function findReferences(): Promise<Map<string, string[]>> {
  const { rows } = await (
    server.data.kind === 'sqlite'
      ? sql<{ table: string; column: string }>`
          select tables.name as "table", columns.name as "column" from sqlite_schema as tables
          join pragma_table_info(tables.name) as columns
          left join pragma_foreign_key_list(tables.name) as keys on keys."from" = columns.name
          where tables.type = 'table' and (columns.name = 'student_row_id' or keys."table" = 'students')`
      : sql<{ table: string; column: string }>`
          select relname::text as "table", attname::text as "column" from pg_class
          join pg_attribute on attrelid = pg_class.oid
          where relkind = 'r' and relnamespace = current_schema()::regnamespace
            and (attname = 'student_row_id' or exists (
              select from pg_constraint where contype = 'f' and conrelid = pg_class.oid
                and confrelid = to_regclass('students') and attnum = any (conkey)))`
  ).execute(server.data.read);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

const expectResults = async () =>
  expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));

describe('a merge of two students', () => {
  test('every table that refers to a student has a decision', async () => {
    const listed = Object.keys(studentReferences).filter((table) => table !== 'registers');
    expect([...(await findReferences()).keys()].toSorted()).toEqual(listed.toSorted());
  });

  test('any two students of the demo become one, and an undo restores every row of both', async () => {
    const students = await server.data.read
      .selectFrom('students')
      .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
      .select(['students.id', 'enrolments.batch_id'])
      .orderBy('students.id')
      .execute();
    for (let index = 0; index < rounds({ short: 6, all: 30 }); index += 1) {
      const staying = students[(index * 37) % students.length];
      const merged = students[(index * 53 + 1 + index) % students.length];
      if (!staying || !merged || staying.id === merged.id) continue;
      const before = await dump(server.data);
      const { answer, preview } = await merge(staying.id, merged.id, {
        marks: index % 2 === 0 ? 'staying' : 'merged',
        enrolment: index % 3 === 0 ? 'merged' : 'staying',
      });
      expect(answer.status, answer.text).toBe(200);
      const unchanged = ['student_numbers', 'issued_papers'];
      expect(
        (await referencesTo(merged.id)).filter((table) => !unchanged.includes(table)),
        `rows of ${preview.merged.full_name}`,
      ).toEqual([]);
      await expectResults();
      const undone = await undo(answer.body.operation_id);
      expect(undone.status, undone.text).toBe(200);
      expect(await dumpOrExpected(before, server.data)).toEqual(before);
      await expectResults();
    }
  });

  test('the deleted record is in the archive, and a restore separates both again', async () => {
    const [staying, merged] = [await newStudent(server), await newStudent(server)];
    const { answer } = await merge(staying.id, merged.id);
    const archive = await get<{ data: { id: number; item_name: string; description: string }[] }>(
      '/archive/deleted-records?table_name=students',
    );
    const entry = archive.data.find(({ id }) => id === answer.body.operation_id);
    expect(entry?.description).toContain(staying.student_id);
    const edited = await call('PUT', `/students/${staying.id}`, { nationality: 'مصري' });
    expect(edited.status).toBe(200);
    const restored = await call('POST', `/archive/restore/${answer.body.operation_id}`);
    expect(restored.status, restored.text).toBe(200);
    expect(await get<Student>(`/students/${merged.id}`)).toMatchObject({ student_id: merged.student_id });
    expect(await get<Student>(`/students/${staying.id}`)).toMatchObject({ nationality: 'مصري' });
  });
});

const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };

/** Adds rows of any table, as an import would. */
const insert = <T extends RecordedTable>(table: T, rows: NewRow<T>[]) =>
  server.data.write(actor, (unit) => {
    unit.describe('create', table, null, 'tests');
    return unit.insertMany(table, rows);
  });

const rowsOf = (table: RecordedTable, studentId: number) =>
  server.data.read
    .selectFrom(table as 'absences')
    .selectAll()
    .where('student_row_id', '=', studentId)
    .orderBy('id')
    .execute() as Promise<Record<string, unknown>[]>;

const valuesOf = (rows: readonly Record<string, unknown>[], ...columns: string[]) =>
  rows.map((row) => columns.map((column) => row[column]));

/** The first two students of a sheet; the second is given up. */
const pairOf = ({ students: [staying, merged] }: Sheet): [Student, Student] => [
  staying as Student,
  merged as Student,
];

const count = ({ records }: MergePreview, kind: string) => records.find((one) => one.kind === kind);

const day = '2026-11-02';

describe('rows of both records', () => {
  test('marks of one subject are asked, and a merge without the answer is refused', async () => {
    const sheet = await newSheet(server, 2);
    const [staying, merged] = pairOf(sheet);
    await sheet.save([
      sheet.sentRow(0, { testGrade: 10 }),
      sheet.sentRow(1, { testGrade: 30, readingGrade: 5 }),
    ]);
    const preview = await previewOf(staying.id, merged.id);
    expect(preview.marks).toMatchObject([
      { subject_id: sheet.subjectId, staying: { test: 10, reading: null }, merged: { test: 30, reading: 5 } },
    ]);
    const versions = { version: staying.version, merged_version: merged.version };
    const unanswered = await call('POST', `/students/${staying.id}/merge`, {
      merged_id: merged.id,
      ...versions,
    });
    expect(unanswered).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: [{ id: staying.id }, { id: merged.id }] },
    });
    const { answer } = await merge(staying.id, merged.id, { marks: 'merged' });
    expect(answer.status, answer.text).toBe(200);
    expect(valuesOf(await rowsOf('grades', staying.id), 'test', 'reading')).toEqual([[30, 5]]);
    await expectResults();
  });

  test('marks that changed after the preview are not deleted by the answer to the earlier marks', async () => {
    const sheet = await newSheet(server, 2);
    const [staying, merged] = pairOf(sheet);
    await sheet.save([sheet.sentRow(0, { testGrade: 10 }), sheet.sentRow(1, { testGrade: 30 })]);
    const { marks } = await previewOf(staying.id, merged.id);
    const stored = await rowsOf('grades', merged.id);
    const [version] = valuesOf(stored, 'version').flat() as [number];
    await sheet.save([sheet.sentRow(1, { testGrade: 30, readingGrade: 5 }, version)]);
    const mergeAsSeen = () =>
      call('POST', `/students/${staying.id}/merge`, {
        merged_id: merged.id,
        version: staying.version,
        merged_version: merged.version,
        marks: marks.map(({ subject_id, versions }) => ({ subject_id, keep: 'staying', seen: versions })),
      });
    expect(await mergeAsSeen()).toMatchObject({ status: 409, body: { code: 'STALE' } });
    expect(valuesOf(await rowsOf('grades', merged.id), 'test', 'reading')).toEqual([[30, 5]]);
    const { answer } = await merge(staying.id, merged.id);
    expect(answer.status, answer.text).toBe(200);
    expect(valuesOf(await rowsOf('grades', staying.id), 'test', 'reading')).toEqual([[10, null]]);
  });

  test('absences and recitations of one day stay once, and those of the staying record count', async () => {
    const sheet = await newSheet(server, 2);
    const [staying, merged] = pairOf(sheet);
    const subject_id = sheet.subjectId;
    const register = { subject_id, students_count: 2, absences_changed_at: '2026-11-02T06:00:00.000Z' };
    const [first, second] = await insert('registers', [
      { ...register, date: day },
      { ...register, date: '2026-11-03' },
    ]);
    const absence = (student_row_id: number, type: string, row = first) => ({
      subject_id,
      student_row_id,
      type,
      notes: null,
      date: row?.date ?? day,
      register_id: row?.id ?? 0,
    });
    await insert('absences', [
      absence(staying.id, 'غياب بعذر'),
      absence(merged.id, 'غياب بدون عذر'),
      absence(merged.id, 'غياب بدون عذر', second),
    ]);
    const record = (student_row_id: number, kind: 'new' | 'near', seq: number, date = day) => ({
      subject_id,
      student_row_id,
      kind,
      seq,
      date,
      record_content: null,
      pages_count: seq,
      performance_level: null,
      mistakes_count: null,
      teacher_notes: null,
      result: 'accepted' as const,
      parts_changed_at: null,
    });
    const records = await insert('daily_records', [
      record(staying.id, 'new', 1),
      record(merged.id, 'new', 1),
      record(merged.id, 'new', 2),
      record(merged.id, 'near', 1),
      record(merged.id, 'new', 1, '2026-11-03'),
    ]);
    const lost = records.find(({ student_row_id, seq }) => student_row_id === merged.id && seq === 2);
    await insert('daily_record_ranges', [
      { record_id: lost?.id ?? 0, position: 1, from_ayah: 1, to_ayah: 7 },
    ]);
    const before = await dump(server.data);
    const { answer, preview } = await merge(staying.id, merged.id);
    expect(count(preview, 'absences')).toMatchObject({ moved: 1, left_out: 1 });
    expect(count(preview, 'daily_records')).toMatchObject({ moved: 2, left_out: 2 });
    expect(valuesOf(await rowsOf('absences', staying.id), 'date', 'type')).toEqual([
      [day, 'غياب بعذر'],
      ['2026-11-03', 'غياب بدون عذر'],
    ]);
    expect(valuesOf(await rowsOf('daily_records', staying.id), 'date', 'kind', 'seq')).toEqual([
      [day, 'new', 1],
      [day, 'near', 1],
      ['2026-11-03', 'new', 1],
    ]);
    await expectResults();
    await undo(answer.body.operation_id);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });

  test('the chosen enrolment stays open with its circle, and the other one ends today', async () => {
    const [one, two] = [await newSheet(server, 1), await newSheet(server, 1)];
    const [staying, merged] = [one.students[0] as Student, two.students[0] as Student];
    const circle = await newCircle(server, two.subjectCode, [merged], '2026-11-01');
    const ending = await newCircle(server, one.subjectCode, [staying], '2026-11-01');
    expect((await previewOf(staying.id, merged.id)).enrolment).toMatchObject({
      staying: { batch_name: one.batchName, is_open: true },
      merged: { batch_name: two.batchName, is_open: true },
      proposed: 'staying',
    });
    const before = await dump(server.data);
    const { answer } = await merge(staying.id, merged.id, { enrolment: 'merged' });
    expect(answer.body.student).toMatchObject({ id: staying.id, batch_name: two.batchName });
    const enrolments = valuesOf(await rowsOf('enrolments', staying.id), 'batch_id', 'is_shown', 'ended_as');
    expect(enrolments).toEqual([
      [one.batchId, 0, 'moved'],
      [two.batchId, 1, null],
    ]);
    const members = valuesOf(await rowsOf('circle_members', staying.id), 'circle_id', 'to_date');
    expect(members).toEqual([
      [circle.id, null],
      [ending.id, expect.any(String)],
    ]);
    await undo(answer.body.operation_id);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });

  test('two enrolments in one batch become one, and two circles of a subject do not overlap', async () => {
    const sheet = await newSheet(server, 2);
    const [staying, merged] = pairOf(sheet);
    await newCircle(server, sheet.subjectCode, [staying], '2026-11-10');
    const other = await newCircle(server, sheet.subjectCode, [merged], '2026-11-01');
    const { answer, preview } = await merge(staying.id, merged.id);
    expect(preview.enrolment).toBeNull();
    expect(answer.status, answer.text).toBe(200);
    expect(await rowsOf('enrolments', staying.id)).toHaveLength(1);
    const members = await rowsOf('circle_members', staying.id);
    expect(members.find(({ circle_id }) => circle_id === other.id)).toMatchObject({
      from_date: '2026-11-01',
      to_date: '2026-11-10',
    });
  });

  test('plans, prior ranges, skips, sard and statuses are joined', async () => {
    const sheet = await newSheet(server, 2);
    const [staying, merged] = pairOf(sheet);
    const subject_id = sheet.subjectId;
    const prior = (student_row_id: number, from_ayah: number, to_ayah: number) => ({
      student_row_id,
      from_ayah,
      to_ayah,
      date: day,
      strength: 3,
    });
    await insert('hifz_prior', [
      prior(staying.id, 50, 60),
      prior(merged.id, 1, 100),
      prior(merged.id, 51, 59),
    ]);
    const skip = (student_row_id: number, date: string) => ({
      subject_id,
      student_row_id,
      date,
      from_ayah: 1,
      to_ayah: 7,
    });
    await insert('hifz_skips', [skip(staying.id, day), skip(merged.id, day), skip(merged.id, '2026-11-03')]);
    const sard = (student_row_id: number, from_juz: number) => ({
      subject_id,
      student_row_id,
      date: day,
      from_juz,
      to_juz: 30,
      examiner: null,
      mark: null,
      max: null,
      passed: 1,
      faults_changed_at: null,
    });
    await insert('sard', [sard(staying.id, 30), sard(merged.id, 30), sard(merged.id, 29)]);
    const { today } = await loadInstituteDay(server.data.read, server.data.now());
    await call('POST', '/students/status', {
      student_row_ids: [merged.id],
      status: 'suspended',
      date: today,
    });
    const before = await dump(server.data);
    const { answer, preview } = await merge(staying.id, merged.id);
    expect(preview.enrolment).toMatchObject({ merged: { status: 'suspended' }, proposed: 'staying' });
    const ranges = valuesOf(await rowsOf('hifz_prior', staying.id), 'from_ayah', 'to_ayah');
    expect(ranges.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [1, 49],
      [50, 60],
      [61, 100],
    ]);
    expect(valuesOf(await rowsOf('hifz_skips', staying.id), 'date')).toEqual([[day], ['2026-11-03']]);
    expect(valuesOf(await rowsOf('sard', staying.id), 'from_juz')).toEqual([[30], [29]]);
    expect(answer.body.student.status).toBe('active');
    await undo(answer.body.operation_id);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });
});

test('the graded submission of an assignment stays, and a draft moves unless there is own work', async () => {
  const sheet = await newSheet(server, 2);
  const [staying, merged] = pairOf(sheet);
  const assignment = {
    subject_id: sheet.subjectId,
    teacher_id: null,
    title: 'واجب',
    description: null,
    due_date: null,
    total_marks: 10,
    is_published: 1,
    published_at: null,
    allow_late_submission: 0,
    needs_regrade: 0,
  };
  const [both, graded, drafted] = await insert('assignments', [assignment, assignment, assignment]);
  const submission = (student: Student, row = both, is_graded = 0) => ({
    assignment_id: row?.id ?? 0,
    student_row_id: student.id,
    submitted_at: `${day}T08:00:00.000Z`,
    is_late: 0,
    is_graded,
    total_score: is_graded === 1 ? 9 : null,
    feedback: null,
  });
  await insert('submissions', [
    submission(staying),
    submission(merged),
    submission(staying, graded),
    submission(merged, graded, 1),
  ]);
  await server.data.writeUnlogged((trx) =>
    trx
      .insertInto('assignment_drafts')
      .values(
        [both, drafted].map((row) => ({
          assignment_id: row?.id ?? 0,
          student_row_id: merged.id,
          answers: '[]',
          saved_at: `${day}T08:00:00.000Z`,
        })),
      )
      .execute(),
  );
  const { preview } = await merge(staying.id, merged.id);
  expect(count(preview, 'submissions')).toMatchObject({ moved: 1, left_out: 2 });
  expect(count(preview, 'drafts')).toMatchObject({ moved: 1, left_out: 1 });
  const stored = valuesOf(await rowsOf('submissions', staying.id), 'assignment_id', 'is_graded');
  expect(stored).toEqual([
    [both?.id, 0],
    [graded?.id, 1],
  ]);
  const drafts = await server.data.read
    .selectFrom('assignment_drafts')
    .select('assignment_id')
    .where('student_row_id', '=', staying.id)
    .execute();
  expect(drafts).toEqual([{ assignment_id: drafted?.id }]);
});

describe('accounts, numbers and papers', () => {
  test('the only account moves, and an undo gives it back', async () => {
    const [staying, { student: merged, user }] = [await newStudent(server), await newLinkedPair(server)];
    const { answer } = await merge(staying.id, merged.id);
    expect(answer.body.student).toMatchObject({ user_id: user.id });
    expect((await undo(answer.body.operation_id)).status).toBe(200);
    expect(await get<Student>(`/students/${merged.id}`)).toMatchObject({ user_id: user.id });
    expect(await get<Student>(`/students/${staying.id}`)).toMatchObject({ user_id: null });
  });

  test('of two accounts the given-up one is disabled, and its session ends', async () => {
    const [staying, merged] = [await newStudent(server), await newStudent(server)];
    const own = await addAccount(server, 'student', { student_row_id: staying.id });
    const other = await addAccount(server, 'student', { student_row_id: merged.id });
    const [ownSession, otherSession] = [await own.signIn(), await other.signIn()];
    await merge(staying.id, merged.id);
    const me = (as: { token: string }) => server.call('GET', '/auth/me', { as });
    expect((await me(otherSession)).status).toBe(401);
    expect((await me(ownSession)).status).toBe(200);
  });

  test('the given-up number finds the student in search and imports, and nobody else gets it', async () => {
    const [staying, merged] = [await newStudent(server), await newStudent(server)];
    const { answer } = await merge(staying.id, merged.id);
    const search = () => get<Student[]>(`/students?filter=${JSON.stringify({ q: merged.student_id })}`);
    expect((await search()).map(({ id }) => id)).toEqual([staying.id]);
    const row = {
      student_id: merged.student_id,
      first_name: 'سعد',
      last_name: 'الراشد',
      nationality: 'يمني',
    };
    const imported = await call('POST', '/students/import', { data: [row] });
    expect(imported.body, imported.text).toMatchObject({ updated: 1, failed: 0 });
    expect(await get<Student>(`/students/${staying.id}`)).toMatchObject({
      student_id: staying.student_id,
      nationality: 'يمني',
    });
    const refused = await call('PUT', `/students/${(await newStudent(server)).id}`, {
      student_id: merged.student_id,
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } });
    expect(answer.status).toBe(200);
  });

  test('papers of both records stand on the page of the staying student, also after a second merge', async () => {
    const sheet = await newSheet(server, 3);
    const [staying, merged] = pairOf(sheet);
    const third = sheet.students[2] as Student;
    const issue = (student: Student) =>
      call('POST', '/papers/issue', { studentId: student.student_id, batchName: sheet.batchName });
    for (const student of [staying, merged, third]) expect((await issue(student)).status).toBe(200);
    await merge(merged.id, third.id);
    await merge(staying.id, merged.id);
    const card = await get<{ papers: unknown[]; former_numbers: string[] }>(`/students/${staying.id}/card`);
    expect(card.papers).toHaveLength(3);
    expect(card.former_numbers).toEqual([merged.student_id, third.student_id]);
  });
});

describe('refused merges', () => {
  test('a changed record answers STALE with both students, and nothing changes', async () => {
    const [staying, merged] = [await newStudent(server), await newStudent(server)];
    await call('PUT', `/students/${merged.id}`, { nationality: 'مصري' });
    const body = { merged_id: merged.id, version: staying.version, merged_version: merged.version };
    const answer = await call('POST', `/students/${staying.id}/merge`, body);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: [{ id: staying.id }, { id: merged.id, nationality: 'مصري' }] },
    });
    expect((await call('GET', `/students/${merged.id}`)).status).toBe(200);
    expect((await merge(staying.id, merged.id)).answer.status).toBe(200);
  });

  test('a student cannot be merged with itself or with a deleted record', async () => {
    const [staying, merged] = [await newStudent(server), await newStudent(server)];
    expect((await call('GET', `/students/${staying.id}/merge/${staying.id}`)).status).toBe(422);
    await call('DELETE', `/students/${merged.id}`);
    expect((await call('GET', `/students/${staying.id}/merge/${merged.id}`)).status).toBe(404);
    const body = { merged_id: merged.id, version: staying.version, merged_version: merged.version };
    expect((await call('POST', `/students/${staying.id}/merge`, body)).status).toBe(404);
  });

  test('an admin of one section needs both students in his section', async () => {
    const newIn = async (section: string) => {
      const batch = await call<{ id: number }>('POST', '/batches', {
        batch_name: `دفعة ${uniqueText()}`,
        program_id: 'QRN',
        section,
      });
      return newStudent(server, batch.body.id);
    };
    await call('PUT', '/settings', { sections_enabled: true });
    const [boy, otherBoy, girl] = [await newIn('boys'), await newIn('boys'), await newIn('girls')];
    const account = await addAccount(server, 'admin');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute(),
    );
    const as = await account.signIn();
    const post = (staying: Student, merged: Student, enrolment?: string) =>
      server.call('POST', `/students/${staying.id}/merge`, {
        as,
        body: { merged_id: merged.id, version: staying.version, merged_version: merged.version, enrolment },
      });
    expect((await post(boy, girl, 'staying')).status).toBe(404);
    expect((await post(girl, boy, 'staying')).status).toBe(404);
    expect((await post(boy, otherBoy, 'staying')).status).toBe(200);
    await call('PUT', '/settings', { sections_enabled: false });
  });

  test('an admin of one section neither sees nor merges marks of another section', async () => {
    await call('PUT', '/settings', { sections_enabled: true });
    const [sheet, boys] = [await newSheet(server, 2), await newSheet(server, 0)];
    const [staying, merged] = pairOf(sheet);
    for (const { batchId } of [sheet, boys])
      expect((await call('PUT', `/batches/${batchId}`, { section: 'boys' })).status).toBe(200);
    await sheet.save([sheet.sentRow(0, { testGrade: 10 }), sheet.sentRow(1, { testGrade: 30 })]);
    const moved = await call('POST', '/students/move', {
      student_row_ids: [staying.id, merged.id],
      batch_id: boys.batchId,
      date: (await loadInstituteDay(server.data.read, server.data.now())).today,
      confirm: true,
    });
    expect(moved.status, moved.text).toBe(200);
    const account = await addAccount(server, 'admin');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute(),
    );
    const as = await account.signIn();
    const preview = () =>
      server.call<MergePreview>('GET', `/students/${staying.id}/merge/${merged.id}`, { as });
    const { body: own } = await preview();
    expect(own.marks).toMatchObject([{ staying: { test: 10 }, merged: { test: 30 } }]);
    const post = () =>
      server.call('POST', `/students/${staying.id}/merge`, {
        as,
        body: {
          merged_id: merged.id,
          version: own.staying.version,
          merged_version: own.merged.version,
          marks: own.marks.map(({ subject_id, versions }) => ({
            subject_id,
            keep: 'staying',
            seen: versions,
          })),
        },
      });
    await call('PUT', `/batches/${sheet.batchId}`, { section: 'girls' });
    const refused = { status: 403, body: { error: ruleMessages.mergeOfOtherSection } };
    expect(await preview()).toMatchObject(refused);
    expect(await post()).toMatchObject(refused);
    expect((await previewOf(staying.id, merged.id)).marks).toHaveLength(1);
    await call('PUT', `/batches/${sheet.batchId}`, { section: 'boys' });
    const answer = await post();
    expect(answer.status, answer.text).toBe(200);
    await call('PUT', '/settings', { sections_enabled: false });
  });
});
