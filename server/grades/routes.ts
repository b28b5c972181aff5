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
import { withVisibleStudents } from '../auth/scope';
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

const maxHistoryEntries = 200;

type LoggedMarks = Partial<Record<GradeColumn, number | null>>;
const parseMarks = (json: string | null): LoggedMarks =>
  json === null ? {} : (JSON.parse(json) as LoggedMarks);

const selectChanges = (db: Db, gradesId: number) =>
  db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .leftJoin('operation_writes', 'operation_writes.id', 'operation_rows.write_id')
    .select(['before', 'after', 'action', ...authorOfRow])
    .where('operation_rows.table_name', '=', 'grades')
    .where('operation_rows.row_id', '=', gradesId)
    .orderBy('operation_rows.id', 'desc')
    .limit(maxHistoryEntries);

/** Returns null if the student has no marks yet. @throws NOT_FOUND for a student of another batch */
async function findGradesId(
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

/** The latest change is first. @throws NOT_FOUND for a student of another batch */
async function loadHistory(
  db: Db,
  offering: SheetOffering,
  settings: GradeSettings,
  studentNumber: string,
): Promise<GradeChange[]> {
  const id = await findGradesId(db, offering, studentNumber);
  if (id === null) return [];
  const logEntries = await selectChanges(db, id).execute();
  const changes = logEntries.flatMap(({ before, after, user_name, user_role, performed_at, action }) => {
    const [oldMarks, newMarks] = [parseMarks(before), parseMarks(after)];
    return enabledColumns(settings).flatMap((column) => {
      const [from, to] = [oldMarks[column] ?? null, newMarks[column] ?? null];
      const is_undo = action === 'undo' || action === 'restore';
      return from === to ? [] : [{ column, from, to, user_name, user_role, at: performed_at, is_undo }];
    });
  });
  return changes.slice(0, maxHistoryEntries);
}

type SheetCall = Pick<Call<{ batchName: string; subjectCode: string }>, 'data' | 'params' | 'scope'>;

async function loadSheet({ data, params, scope }: SheetCall) {
  const callerScope = await scope();
  const offering = await findOffering(data.read, params.batchName, params.subjectCode, callerScope.subjects);
  return {
    offering: withVisibleStudents(offering, callerScope),
    settings: await loadGradeSettings(data.read, offering.subjectId),
  };
}

export const gradeRoutes: Route[] = [
  route(gradesApi.sheet, async (call) => {
    const { offering, settings } = await loadSheet(call);
    const rows = await loadSheetRows(call.data.read, offering, settings);
    if (call.config.PLAIN_API) return rows;
    return [...rows, ...(await loadLeaverRows(call.data.read, offering, settings))];
  }),

  route(gradesApi.statistics, async (call) => {
    const { offering, settings } = await loadSheet(call);
    return gradeStatistics(await loadMarks(call.data.read, offering), settings);
  }),

  route(gradesApi.save, async ({ data, actor, body, scope }) => {
    const callerScope = await scope();
    const grades = await data.writeConcurrently(actor, async (unit) => {
      const offering = await findOffering(unit.trx, body.batchName, body.subjectCode, callerScope.subjects);
      return saveGrades(unit, withVisibleStudents(offering, callerScope), body.grades);
    });
    return { success: true as const, message: successMessages.gradesSaved, grades };
  }),

  route(gradesApi.history, async (call) => {
    const { offering, settings } = await loadSheet(call);
    return loadHistory(call.data.read, offering, settings, call.params.studentId);
  }),
];

interface GradeInput extends MarksInput {
  studentId: string;
  version?: number | undefined;
}
interface StudentMarks {
  student: RosterMember;
  marks: Partial<Marks>;
  version: number | undefined;
}

/**
 * One statement locks all rows of a save. With several statements, parallel saves could lock in different
 * orders and deadlock.
 */
const chunkSize = maxGradeRows;

/**
 * Saves all rows or none.
 * @returns the rows of the students after the save
 * @throws VALIDATION for each student and column, or STALE with the rows that another user changed
 */
export async function saveGrades(
  unit: UnitOfWork,
  offering: SheetOffering,
  inputs: readonly GradeInput[],
): Promise<GradeRow[]> {
  if (offering.type === dailyRecordType)
    throw invalid({ path: 'subjectCode', message: ruleMessages.dailySubject });
  const students = await lockStudents(unit, offering, inputs);
  await lockSubject(unit, offering.subjectId);
  const settings = await loadGradeSettings(unit.trx, offering.subjectId);
  const missing = inputs.flatMap(({ studentId }) => (students.has(studentId) ? [] : [studentId]));
  const leaverIds = await findLeavers(unit, offering, missing);
  const studentMarks = checkRows(inputs, { students, leavers: leaverIds }, settings);
  const ids = studentMarks.map(({ student }) => student.rowId);
  const stored = await loadStoredMarks(unit, offering.subjectId, ids);
  const stale = studentMarks.filter(
    ({ student, version }) => version !== undefined && version !== (stored.get(student.rowId)?.version ?? 0),
  );
  if (stale.length > 0) {
    const changedIds = stale.map(({ student }) => student.rowId);
    const current = await loadSheetRows(unit.trx, offering, settings, changedIds);
    throw new Problem('STALE', { message: ruleMessages.staleSheet, extra: { current } });
  }
  await writeMarks(unit, offering, studentMarks, stored);
  return loadSheetRows(unit.trx, offering, settings, ids);
}

/** Key: academic number. Only students on the roster are locked, until the end of the transaction. */
async function lockStudents(
  { trx, kind }: UnitOfWork,
  { batchId, studentScope = always }: SheetOffering,
  inputs: readonly GradeInput[],
): Promise<Map<string, RosterMember>> {
  const studentsByNumber = new Map<string, RosterMember>();
  for (const chunk of chunks([...new Set(inputs.map(({ studentId }) => studentId))], chunkSize)) {
    const query = trx
      .selectFrom('students')
      .select(['id as rowId', 'student_id as studentId', 'full_name as studentName'])
      .where('student_id', 'in', chunk)
      .where(studentScope)
      .where((builder) =>
        builder.exists(
          builder
            .selectFrom('enrolments')
            .select('enrolments.id')
            .whereRef('enrolments.student_row_id', '=', 'students.id')
            .where('enrolments.batch_id', '=', batchId)
            .where(isOnRoster),
        ),
      )
      .orderBy('id');
    for (const student of await forNoKeyUpdate(kind, query).execute())
      studentsByNumber.set(student.studentId, student);
  }
  return studentsByNumber;
}

async function findLeavers(
  { trx }: UnitOfWork,
  { batchId, studentScope = always }: SheetOffering,
  studentIds: readonly string[],
): Promise<Set<string>> {
  const numbers = new Set<string>();
  for (const chunk of chunks([...new Set(studentIds)], chunkSize)) {
    const rows = await trx
      .selectFrom('students')
      .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
      .select('students.student_id')
      .where('students.student_id', 'in', chunk)
      .where('enrolments.batch_id', '=', batchId)
      .where(studentScope)
      .execute();
    for (const { student_id } of rows) numbers.add(student_id);
  }
  return numbers;
}

function checkRows(
  inputs: readonly GradeInput[],
  { students, leavers }: { students: ReadonlyMap<string, RosterMember>; leavers: ReadonlySet<string> },
  settings: GradeSettings,
): StudentMarks[] {
  const problems: ProblemDetail[] = [];
  const usedIds = new Set<string>();
  const studentMarks = inputs.flatMap((row, index) => {
    const refuse = (message: string, key = 'studentId') =>
      problems.push({ path: `grades.${index}.${key}`, message });
    const student = students.get(row.studentId);
    if (usedIds.has(row.studentId)) refuse(ruleMessages.studentTwice);
    else if (!student)
      refuse(leavers.has(row.studentId) ? ruleMessages.offRoster : ruleMessages.wrongBatchStudent);
    usedIds.add(row.studentId);
    if (!student) return [];
    const marks = parseMarksInput(row, settings, student.studentName, refuse);
    return [{ student, marks, version: row.version }];
  });
  if (problems.length > 0) throw invalid(...problems);
  return studentMarks;
}

/** Key: row id of the student. */
async function loadStoredMarks(
  { trx }: UnitOfWork,
  subjectId: number,
  students: readonly number[],
): Promise<Map<number, Row<'grades'>>> {
  const rowByStudent = new Map<number, Row<'grades'>>();
  for (const chunk of chunks(students, chunkSize)) {
    const query = trx
      .selectFrom('grades')
      .selectAll()
      .where('subject_id', '=', subjectId)
      .where('student_row_id', 'in', chunk)
      .orderBy('id');
    for (const row of await query.execute()) rowByStudent.set(row.student_row_id, row);
  }
  return rowByStudent;
}

const noMarks = Object.fromEntries(gradeColumns.map((column) => [column, null])) as Marks;
const isEmpty = (marks: Partial<Marks>) => Object.values(marks).every((mark) => mark === null);

async function writeMarks(
  unit: UnitOfWork,
  { subjectId, subjectName, batchName }: Offering,
  studentMarks: readonly StudentMarks[],
  stored: ReadonlyMap<number, Row<'grades'>>,
): Promise<void> {
  unit.describe('update', 'grades', subjectName, operationDescriptions.gradesSaved(subjectName, batchName));
  const added = studentMarks.filter(({ student, marks }) => !stored.has(student.rowId) && !isEmpty(marks));
  if (added.length > 0)
    await unit.insertMany(
      'grades',
      added.map(({ student, marks }) => ({
        subject_id: subjectId,
        student_row_id: student.rowId,
        ...noMarks,
        ...marks,
      })),
    );
  const changed = studentMarks.flatMap(({ student, marks }) => {
    const row = stored.get(student.rowId);
    return row ? [{ id: row.id, changes: marks }] : [];
  });
  await unit.updateMany('grades', changed);
}

/** A number, also as text. Null and empty text delete the mark; a missing key keeps the mark. */
type MarksInput = { [C in GradeColumn as `${C}Grade`]?: number | string | null | undefined };

/** @param refuse called with message and field of each invalid mark */
function parseMarksInput(
  row: MarksInput,
  settings: GradeSettings,
  studentName: string,
  refuse: (message: string, field: string) => void,
): Partial<Marks> {
  const marks: Partial<Marks> = {};
  for (const column of gradeColumns) {
    const value = row[`${column}Grade`];
    if (value === undefined) continue;
    const mark = typeof value === 'string' ? parseMark(value) : value;
    const problem = findProblem(mark, column, settings);
    if (problem) refuse(say.withStudent(studentName, problem), `${column}Grade`);
    else if (settings[`${column}Enabled`]) marks[column] = mark;
  }
  return marks;
}

/** A disabled column is null in the sheet. Null has no effect; any mark is refused. */
function findProblem(mark: number | null, column: GradeColumn, settings: GradeSettings): string | null {
  if (!settings[`${column}Enabled`])
    return mark === null ? null : say.columnDisabled(columnName(settings, column));
  const problem = markProblem(mark, settings[`${column}Max`]);
  return problem && markMessage(settings, column, problem);
}
