import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { type GradeChange, type GradeRow, gradesApi, maxGradeRows } from '../../contract/grades';
import {
  columnName,
  enabledColumns,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
} from '../../contract/rules/gradeSettings';
import { parseMark, markProblem, type Marks } from '../../contract/rules/grading';
import { markMessages as say, markMessage } from '../../contract/rules/markMessages';
import { gradeStatistics } from '../../contract/rules/statistics';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { dailyRecordType } from '../../contract/vocabulary';
import { withPupils } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import { forNoKeyUpdate } from '../db/engine/dialect';
import { authorOfRow } from '../db/log/operationLog';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Row } from '../db/schema';
import { always } from '../db/search/matching';
import { isOnRoster } from '../domain/enrolments';
import { loadMarks, loadLeaverRows, type SheetOffering, loadSheetRows } from '../domain/gradeSheet';
import {
  loadGradeSettings,
  lockSubject,
  type RosterMember,
  type Offering,
  findOffering,
} from '../domain/offering';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';

const maxChanges = 200;

type Logged = Partial<Record<GradeColumn, number | null>>;
const parseMarks = (json: string | null): Logged => (json === null ? {} : (JSON.parse(json) as Logged));

/** The log entries about the marks of one student. */
const changesQuery = (db: Db, gradesId: number) =>
  db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .leftJoin('operation_writes', 'operation_writes.id', 'operation_rows.write_id')
    .select(['before', 'after', 'action', ...authorOfRow])
    .where('operation_rows.table_name', '=', 'grades')
    .where('operation_rows.row_id', '=', gradesId)
    .orderBy('operation_rows.id', 'desc')
    .limit(maxChanges);

/**
 * The row number of the marks of a student, null before the first mark. @throws NOT_FOUND for a student of another
 * batch
 */
async function gradesIdOf(
  db: Db,
  { batchId, subjectId, studentScope = always }: SheetOffering,
  studentNumber: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('students')
    .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
    .leftJoin('grades', (join) =>
      join.onRef('grades.student_row_id', '=', 'students.id').on('grades.subject_id', '=', subjectId),
    )
    .select('grades.id')
    .where('students.student_id', '=', studentNumber)
    .where('enrolments.batch_id', '=', batchId)
    .where(studentScope)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.id;
}

/**
 * Who changed which mark of a student, newest first; only visible columns.
 * @throws NOT_FOUND for a student of another batch
 */
async function gradeHistory(
  db: Db,
  offering: SheetOffering,
  settings: GradeSettings,
  studentNumber: string,
): Promise<GradeChange[]> {
  const id = await gradesIdOf(db, offering, studentNumber);
  if (id === null) return [];
  const logged = await changesQuery(db, id).execute();
  const changes = logged.flatMap(({ before, after, user_name, user_role, performed_at, action }) => {
    const [was, is] = [parseMarks(before), parseMarks(after)];
    return enabledColumns(settings).flatMap((column) => {
      const [from, to] = [was[column] ?? null, is[column] ?? null];
      const is_undo = action === 'undo' || action === 'restore';
      return from === to ? [] : [{ column, from, to, user_name, user_role, at: performed_at, is_undo }];
    });
  });
  return changes.slice(0, maxChanges);
}

type Named = Pick<Call<{ batchName: string; subjectCode: string }>, 'data' | 'params' | 'scope'>;

async function sheetNamed({ data, params, scope }: Named) {
  const own = await scope();
  const offering = await findOffering(data.read, params.batchName, params.subjectCode, own.subjects);
  return {
    offering: withPupils(offering, own),
    settings: await loadGradeSettings(data.read, offering.subjectId),
  };
}

export const gradeRoutes: Route[] = [
  route(gradesApi.sheet, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    const rows = await loadSheetRows(call.data.read, offering, settings);
    if (call.config.PLAIN_API) return rows;
    return [...rows, ...(await loadLeaverRows(call.data.read, offering, settings))];
  }),

  route(gradesApi.statistics, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    return gradeStatistics(await loadMarks(call.data.read, offering), settings);
  }),

  route(gradesApi.save, async ({ data, actor, body, scope }) => {
    const own = await scope();
    const grades = await data.writeTogether(actor, async (unit) => {
      const offering = await findOffering(unit.trx, body.batchName, body.subjectCode, own.subjects);
      return saveGrades(unit, withPupils(offering, own), body.grades);
    });
    return { success: true as const, message: successMessages.gradesSaved, grades };
  }),

  route(gradesApi.history, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    return gradeHistory(call.data.read, offering, settings, call.params.studentId);
  }),
];

interface SentRow extends SentMarks {
  studentId: string;
  version?: number | undefined;
}
/** A row that was sent, with its student and the marks that it sets. */
interface Wanted {
  student: RosterMember;
  marks: Partial<Marks>;
  version: number | undefined;
}

/**
 * All rows of a save are locked in one statement: with several, two parallel saves of the same students could lock in
 * different orders and deadlock.
 */
const chunkSize = maxGradeRows;

/**
 * Saves the sent rows, all or none. Marks that a row leaves out are not changed.
 * @returns the rows of these students after the save
 * @throws VALIDATION naming each student and column, or STALE with the current rows that another user changed
 */
export async function saveGrades(
  unit: UnitOfWork,
  offering: SheetOffering,
  rows: readonly SentRow[],
): Promise<GradeRow[]> {
  if (offering.type === dailyRecordType)
    throw invalid({ path: 'subjectCode', message: ruleMessages.dailySubject });
  const students = await lockStudents(unit, offering, rows);
  await lockSubject(unit, offering.subjectId);
  const settings = await loadGradeSettings(unit.trx, offering.subjectId);
  const missing = rows.flatMap(({ studentId }) => (students.has(studentId) ? [] : [studentId]));
  const leavers = await leaversAmong(unit, offering, missing);
  const wanted = wantedRows(rows, { students, leavers }, settings);
  const ids = wanted.map(({ student }) => student.rowId);
  const stored = await readStoredMarks(unit, offering.subjectId, ids);
  const stale = wanted.filter(
    ({ student, version }) => version !== undefined && version !== (stored.get(student.rowId)?.version ?? 0),
  );
  if (stale.length > 0) {
    const changed = stale.map(({ student }) => student.rowId);
    const current = await loadSheetRows(unit.trx, offering, settings, changed);
    throw new Problem('STALE', { message: ruleMessages.staleSheet, extra: { current } });
  }
  await write(unit, offering, wanted, stored);
  return loadSheetRows(unit.trx, offering, settings, ids);
}

/** The students of these rows who are in the batch, by academic number. Locks them until the end of the transaction. */
async function lockStudents(
  { trx, kind }: UnitOfWork,
  { batchId, studentScope = always }: SheetOffering,
  rows: readonly SentRow[],
): Promise<Map<string, RosterMember>> {
  const found = new Map<string, RosterMember>();
  for (const part of chunks([...new Set(rows.map(({ studentId }) => studentId))], chunkSize)) {
    const query = trx
      .selectFrom('students')
      .select(['id as rowId', 'student_id as studentId', 'full_name as studentName'])
      .where('student_id', 'in', part)
      .where(studentScope)
      .where((on) =>
        on.exists(
          on
            .selectFrom('enrolments')
            .select('enrolments.id')
            .whereRef('enrolments.student_row_id', '=', 'students.id')
            .where('enrolments.batch_id', '=', batchId)
            .where(isOnRoster),
        ),
      )
      .orderBy('id');
    for (const student of await forNoKeyUpdate(kind, query).execute()) found.set(student.studentId, student);
  }
  return found;
}

/** Those of these academic numbers who are or were in the batch. */
async function leaversAmong(
  { trx }: UnitOfWork,
  { batchId, studentScope = always }: SheetOffering,
  studentIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of chunks([...new Set(studentIds)], chunkSize)) {
    const rows = await trx
      .selectFrom('students')
      .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
      .select('students.student_id')
      .where('students.student_id', 'in', part)
      .where('enrolments.batch_id', '=', batchId)
      .where(studentScope)
      .execute();
    for (const { student_id } of rows) found.add(student_id);
  }
  return found;
}

function wantedRows(
  rows: readonly SentRow[],
  { students, leavers }: { students: ReadonlyMap<string, RosterMember>; leavers: ReadonlySet<string> },
  settings: GradeSettings,
): Wanted[] {
  const problems: ProblemDetail[] = [];
  const seen = new Set<string>();
  const wanted = rows.flatMap((row, place) => {
    const refuse = (message: string, key = 'studentId') =>
      problems.push({ path: `grades.${place}.${key}`, message });
    const student = students.get(row.studentId);
    if (seen.has(row.studentId)) refuse(ruleMessages.studentTwice);
    else if (!student)
      refuse(leavers.has(row.studentId) ? ruleMessages.offRoster : ruleMessages.wrongBatchStudent);
    seen.add(row.studentId);
    if (!student) return [];
    const marks = readSentMarks(row, settings, student.studentName, refuse);
    return [{ student, marks, version: row.version }];
  });
  if (problems.length > 0) throw invalid(...problems);
  return wanted;
}

/** The stored rows, by row number of the student. */
async function readStoredMarks(
  { trx }: UnitOfWork,
  subjectId: number,
  students: readonly number[],
): Promise<Map<number, Row<'grades'>>> {
  const found = new Map<number, Row<'grades'>>();
  for (const part of chunks(students, chunkSize)) {
    const query = trx
      .selectFrom('grades')
      .selectAll()
      .where('subject_id', '=', subjectId)
      .where('student_row_id', 'in', part)
      .orderBy('id');
    for (const row of await query.execute()) found.set(row.student_row_id, row);
  }
  return found;
}

const nothing = Object.fromEntries(gradeColumns.map((column) => [column, null])) as Marks;
const isEmpty = (marks: Partial<Marks>) => Object.values(marks).every((mark) => mark === null);

async function write(
  unit: UnitOfWork,
  { subjectId, subjectName, batchName }: Offering,
  wanted: readonly Wanted[],
  stored: ReadonlyMap<number, Row<'grades'>>,
): Promise<void> {
  unit.describe('update', 'grades', subjectName, operationDescriptions.gradesSaved(subjectName, batchName));
  const added = wanted.filter(({ student, marks }) => !stored.has(student.rowId) && !isEmpty(marks));
  if (added.length > 0)
    await unit.insertMany(
      'grades',
      added.map(({ student, marks }) => ({
        subject_id: subjectId,
        student_row_id: student.rowId,
        ...nothing,
        ...marks,
      })),
    );
  const changed = wanted.flatMap(({ student, marks }) => {
    const row = stored.get(student.rowId);
    return row ? [{ id: row.id, changes: marks }] : [];
  });
  await unit.updateMany('grades', changed);
}

/** A number, or a number as text; null and empty text clear the mark, a missing key leaves it unchanged. */
type SentMarks = { [C in GradeColumn as `${C}Grade`]?: number | string | null | undefined };

/**
 * The marks that a row sets.
 * @param refuse called for each invalid mark with the sentence and the field
 */
function readSentMarks(
  row: SentMarks,
  settings: GradeSettings,
  studentName: string,
  refuse: (message: string, field: string) => void,
): Partial<Marks> {
  const marks: Partial<Marks> = {};
  for (const column of gradeColumns) {
    const sent = row[`${column}Grade`];
    if (sent === undefined) continue;
    const mark = typeof sent === 'string' ? parseMark(sent) : sent;
    const problem = problemOf(mark, column, settings);
    if (problem) refuse(say.withStudent(studentName, problem), `${column}Grade`);
    else if (settings[`${column}Enabled`]) marks[column] = mark;
  }
  return marks;
}

/** The sheet has null for a disabled column: null sent back changes nothing, any mark is refused. */
function problemOf(mark: number | null, column: GradeColumn, settings: GradeSettings): string | null {
  if (!settings[`${column}Enabled`])
    return mark === null ? null : say.columnDisabled(columnName(settings, column));
  const problem = markProblem(mark, settings[`${column}Max`]);
  return problem && markMessage(settings, column, problem);
}
