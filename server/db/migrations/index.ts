import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../engine/dialect';
import { migrateSteps, type Migration, type Step } from '../engine/migrator';
import type { Database } from '../schema';
import { foundation } from './0001_foundation';
import { people } from './0002_people';
import { oversight } from './0003_oversight';
import { teaching } from './0004_teaching';
import { absenceDays } from './0005_absence_days';
import { reportLog } from './0006_report_log';
import { lastVersions } from './0007_last_versions';
import { assignments } from './0008_assignments';
import { imports } from './0009_imports';
import { issuedPapers } from './0010_issued_papers';
import { slowRemovals } from './0011_slow_removals';
import { bestMarks } from './0012_best_marks';
import { idempotency } from './0013_idempotency';
import { identity } from './0014_identity';
import { signInSafety } from './0015_sign_in_safety';
import { wideNumbers } from './0016_wide_numbers';
import { enrolments } from './0017_enrolments';
import { oneLink } from './0018_one_link';
import { sections } from './0019_sections';
import { circles } from './0020_circles';
import { recordKinds } from './0021_record_kinds';
import { countedRegisters } from './0022_counted_registers';
import { reportedKinds } from './0023_reported_kinds';
import { searchInside } from './0024_search_inside';
import { hifz } from './0026_hifz';
import { rowCounts } from './0028_row_counts';
import { sardByDay } from './0029_sard_by_day';
import { keptTotals } from './0032_kept_totals';
import { listedStudents } from './0033_listed_students';
import { sortedAudit } from './0034_sorted_audit';
import { membersBySubject } from './0035_members_by_subject';
import { sortedReports } from './0036_sorted_reports';
import { resultsOfStudent } from './0037_results_of_student';
import { papersByDay } from './0038_papers_by_day';
import { recitations } from './0039_recitations';
import { operationWrites } from './0041_operation_writes';
import { removalsOfRecords } from './0042_removals_of_records';

/** In order. A step that has landed never changes. */
export const steps: Record<string, Step> = {
  '0001_foundation': foundation,
  '0002_people': people,
  '0003_oversight': oversight,
  '0004_teaching': teaching,
  '0005_absence_days': absenceDays,
  '0006_report_log': reportLog,
  '0007_last_versions': lastVersions,
  '0008_assignments': assignments,
  '0009_imports': imports,
  '0010_issued_papers': issuedPapers,
  '0011_slow_removals': slowRemovals,
  '0012_best_marks': bestMarks,
  '0013_idempotency': idempotency,
  '0014_identity': identity,
  '0015_sign_in_safety': signInSafety,
  '0016_wide_numbers': wideNumbers,
  '0017_enrolments': enrolments,
  '0018_one_link': oneLink,
  '0019_sections': sections,
  '0020_circles': circles,
  '0021_record_kinds': recordKinds,
  '0022_counted_registers': countedRegisters,
  '0023_reported_kinds': reportedKinds,
  '0024_search_inside': searchInside,
  '0026_hifz': hifz,
  '0028_row_counts': rowCounts,
  '0029_sard_by_day': sardByDay,
  '0032_kept_totals': keptTotals,
  '0033_listed_students': listedStudents,
  '0034_sorted_audit': sortedAudit,
  '0035_members_by_subject': membersBySubject,
  '0036_sorted_reports': sortedReports,
  '0037_results_of_student': resultsOfStudent,
  '0038_papers_by_day': papersByDay,
  '0039_recitations': recitations,
  '0041_operation_writes': operationWrites,
  '0042_removals_of_records': removalsOfRecords,
};

/** The step that replaced the two links between student and account by one. */
export const stepOfOneLink = '0018_one_link';

/** The steps that this program knows. */
export const migrationNames: readonly string[] = Object.keys(steps);

interface MigrateOptions {
  before?: Migration['before'];
  /** The last step to run; with it tests create the database of an earlier version. */
  last?: string;
}

/**
 * Migrates a database to the newest schema; several servers may run it at the same time.
 * @throws NewerSchema if the database is newer than this program
 */
export async function migrate(
  db: Kysely<Database>,
  kind: DatabaseKind,
  { before = async () => undefined, last }: MigrateOptions = {},
): Promise<void> {
  const wanted =
    last === undefined ? migrationNames : migrationNames.slice(0, migrationNames.indexOf(last) + 1);
  // A step changes the schema, so it cannot use the types of the present one.
  await migrateSteps(db as unknown as Kysely<unknown>, kind, { steps, wanted, before });
}
