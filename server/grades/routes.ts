import { gradesApi, type GradeChange } from '../../contract/grades';
import { gradeStatistics } from '../../contract/rules/statistics';
import { successMessages } from '../../contract/successMessages';
import { enabledColumns, type GradeColumn, type GradeSettings } from '../../contract/rules/gradeSettings';
import { withPupils } from '../auth/scope';
import { marksOf, rowsOfLeavers, type SheetOffering, sheetRows } from '../domain/gradeSheet';
import { authorOfRow } from '../db/log/operationLog';
import { gradeSettingsOf, offeringNamed } from '../domain/offering';
import { always } from '../db/search/matching';
import { type Call, type Route, route } from '../mount';
import { notFound } from '../problem';
import type { Db } from '../db/schema';
import { saveGrades } from './save';

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
  { batchId, subjectId, pupils = always }: SheetOffering,
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
    .where(pupils)
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
  const offering = await offeringNamed(data.read, params.batchName, params.subjectCode, own.subjects);
  return {
    offering: withPupils(offering, own),
    settings: await gradeSettingsOf(data.read, offering.subjectId),
  };
}

export const gradeRoutes: Route[] = [
  route(gradesApi.sheet, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    const rows = await sheetRows(call.data.read, offering, settings);
    if (call.config.PLAIN_API) return rows;
    return [...rows, ...(await rowsOfLeavers(call.data.read, offering, settings))];
  }),

  route(gradesApi.statistics, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    return gradeStatistics(await marksOf(call.data.read, offering), settings);
  }),

  route(gradesApi.save, async ({ data, actor, body, scope }) => {
    const own = await scope();
    const grades = await data.writeTogether(actor, async (unit) => {
      const offering = await offeringNamed(unit.trx, body.batchName, body.subjectCode, own.subjects);
      return saveGrades(unit, withPupils(offering, own), body.grades);
    });
    return { success: true as const, message: successMessages.gradesSaved, grades };
  }),

  route(gradesApi.history, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    return gradeHistory(call.data.read, offering, settings, call.params.studentId);
  }),
];
