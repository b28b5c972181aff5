import {
  type GradeColumn,
  type GradeSettings,
  defaultGradeSettings,
  gradeColumns,
} from '../../contract/rules/gradeSettings';
import { ruleMessages } from '../../contract/errors';
import { dailyRecordType } from '../../contract/vocabulary';
import { invalid, notFound } from '../problem';
import { forNoKeyUpdate } from '../db/engine/dialect';
import { compiledOnce } from '../db/engine/once';
import { always, type Condition } from '../db/search/matching';
import type { NewRow, Row, Db } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { isOnRoster, isOnRosterOn } from './enrolments';

/** A subject in one batch. Teaching endpoints identify it by batch name and subject code. */
export interface Offering {
  subjectId: number;
  subjectCode: string;
  subjectName: string;
  type: string;
  level: number;
  hours: number;
  batchId: number;
  batchName: string;
}

/** @throws VALIDATION for a subject of another type (spec 2 §2 and §5) */
export function requireDailySubject({ type }: Offering): void {
  if (type !== dailyRecordType) throw invalid({ path: 'subjectCode', message: ruleMessages.notDailySubject });
}

export async function findBatchId(db: Db, batchName: string, scope: Condition): Promise<number> {
  const row = await db
    .selectFrom('batches')
    .select('id')
    .where('batch_name', '=', batchName)
    .where(scope)
    .executeTakeFirstOrThrow(notFound);
  return row.id;
}

export async function findOffering(
  db: Db,
  batchName: string,
  subjectCode: string,
  scope: Condition,
): Promise<Offering> {
  const [offering] =
    scope === always
      ? await findOfferings(db, { batchName, subjectCode })
      : await offeringQuery(db, batchName, subjectCode).where(scope).execute();
  if (!offering) throw notFound();
  return offering;
}

const offeringQuery = (db: Db, batchName: string, subjectCode: string) =>
  db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select([
      'subjects.id as subjectId',
      'subjects.subject_code as subjectCode',
      'subjects.name as subjectName',
      'subjects.type',
      'subjects.level',
      'subjects.hours',
      'batches.id as batchId',
      'batches.batch_name as batchName',
    ])
    .where('subjects.subject_code', '=', subjectCode)
    .where('batches.batch_name', '=', batchName);
const findOfferings = compiledOnce(
  ['batchName', 'subjectCode'],
  (db, names: { batchName: string; subjectCode: string }) =>
    offeringQuery(db, names.batchName, names.subjectCode),
);

export const lockSubject = ({ trx, kind }: UnitOfWork, id: number) =>
  forNoKeyUpdate(kind, trx.selectFrom('subjects').select('id').where('id', '=', id)).execute();

/** Locks the subject, so that its rows cannot change. @param beforeLock takes locks that come first */
export async function lockOffering(
  unit: UnitOfWork,
  batchName: string,
  subjectCode: string,
  scope: Condition,
  beforeLock?: (offering: Offering) => Promise<void>,
): Promise<Offering> {
  const offering = await findOffering(unit.trx, batchName, subjectCode, scope);
  await beforeLock?.(offering);
  await lockSubject(unit, offering.subjectId);
  return offering;
}

export interface RosterMember {
  rowId: number;
  studentId: string;
  studentName: string;
}

const rosterToday = compiledOnce(['batchId'], (db, { batchId }: { batchId: number }) =>
  rosterQuery(db, batchId),
);
const rosterOnDay = compiledOnce(['batchId', 'day'], (db, values: { batchId: number; day: string }) =>
  rosterQuery(db, values.batchId, values.day),
);

export const loadRoster = (db: Db, batchId: number, day?: string): Promise<RosterMember[]> =>
  day === undefined ? rosterToday(db, { batchId }) : rosterOnDay(db, { batchId, day });

export const rosterQuery = (db: Db, batchId: number, day?: string) =>
  db
    .selectFrom('enrolments')
    .innerJoin('students', 'students.id', 'enrolments.student_row_id')
    .select(['students.id as rowId', 'student_id as studentId', 'full_name as studentName'])
    .where('enrolments.batch_id', '=', batchId)
    .where(day === undefined ? isOnRoster : isOnRosterOn(day))
    .orderBy('full_name_sort')
    .orderBy('students.id');

type SettingsRow = Row<'subject_grade_settings'>;
type SettingsColumn = Extract<keyof SettingsRow, `${GradeColumn}_${'max' | 'enabled' | 'name'}`>;
type StoredColumns = { [C in SettingsColumn]: SettingsRow[C] | null };

export const loadCurriculum = (db: Db, subjectId: number) =>
  db.selectFrom('subject_curriculum').selectAll().where('subject_id', '=', subjectId).executeTakeFirst();

const findGradeSettingsRows = compiledOnce(['subjectId'], (db, { subjectId }: { subjectId: number }) =>
  db.selectFrom('subject_grade_settings').selectAll().where('subject_id', '=', subjectId),
);

export async function loadGradeSettingsRow(
  db: Db,
  subjectId: number,
): Promise<Row<'subject_grade_settings'> | undefined> {
  const [row] = await findGradeSettingsRows(db, { subjectId });
  return row;
}

export async function loadGradeSettings(db: Db, subjectId: number): Promise<GradeSettings> {
  const row = await loadGradeSettingsRow(db, subjectId);
  return row ? toGradeSettings(row) : defaultGradeSettings;
}

export function toGradeSettings(row: StoredColumns): GradeSettings {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, row[`${column}_max`] ?? defaultGradeSettings[`${column}Max`]],
    [`${column}Enabled`, (row[`${column}_enabled`] ?? 1) === 1],
    [`${column}Name`, row[`${column}_name`] ?? defaultGradeSettings[`${column}Name`]],
  ]);
  return Object.fromEntries(columns) as GradeSettings;
}

/**
 * `participationMax` in the API is the column `participation_max`; the same applies to all five grade
 * columns.
 */
export function toGradeSettingsColumns(
  settings: GradeSettings,
): Omit<NewRow<'subject_grade_settings'>, 'subject_id'> {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}_max`, settings[`${column}Max`]],
    [`${column}_enabled`, settings[`${column}Enabled`] ? 1 : 0],
    [`${column}_name`, settings[`${column}Name`]],
  ]);
  return Object.fromEntries(columns) as Omit<NewRow<'subject_grade_settings'>, 'subject_id'>;
}
