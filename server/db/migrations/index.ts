import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../engine/dialect';
import { assertMigrated, migrateSteps, type Migration, type Step } from '../engine/migrator';
import type { Database } from '../schema';
import { baseline } from './0001_baseline';
import { numberSearchRows } from './0002_search_numbers';
import { sortNumbersByValue } from './0003_sort_numbers';
import { addPhonesAndLetters } from './0004_phones_and_letters';
import { createImportAnswers } from './0005_import_answers';
import { mergedStudents } from './0006_merged_students';
import { createPaperJobs } from './0007_paper_jobs';
import { createResultChanges } from './0008_result_changes';
import { addStudentFile } from './0009_student_file';
import { createGuardians } from './0010_guardians';
import { addHolidays } from './0011_holidays';
import { createMessages } from './0012_messages';
import { createGuardianLinks } from './0013_guardian_links';
import { createExcuses } from './0014_excuses';
import { createAnnouncements } from './0015_announcements';
import { createBehaviourNotes } from './0016_behaviour_notes';
import { createBackups } from './0017_backups';

/** The steps run in this order. A released step never changes. */
export const steps: Record<string, Step> = {
  '0001_baseline': baseline,
  '0002_search_numbers': numberSearchRows,
  '0003_sort_numbers': sortNumbersByValue,
  '0004_phones_and_letters': addPhonesAndLetters,
  '0005_import_answers': createImportAnswers,
  '0006_merged_students': mergedStudents,
  '0007_paper_jobs': createPaperJobs,
  '0008_result_changes': createResultChanges,
  '0009_student_file': addStudentFile,
  '0010_guardians': createGuardians,
  '0011_holidays': addHolidays,
  '0012_messages': createMessages,
  '0013_guardian_links': createGuardianLinks,
  '0014_excuses': createExcuses,
  '0015_announcements': createAnnouncements,
  '0016_behaviour_notes': createBehaviourNotes,
  '0017_backups': createBackups,
};

export const migrationNames: readonly string[] = Object.keys(steps);

export async function migrate(
  db: Kysely<Database>,
  kind: DatabaseKind,
  { before = async () => undefined, steps: allSteps = steps }: Partial<Omit<Migration, 'targetSteps'>> = {},
): Promise<void> {
  // A step changes the schema, so it cannot use the current types.
  await migrateSteps(db as unknown as Kysely<unknown>, kind, {
    steps: allSteps,
    targetSteps: Object.keys(allSteps),
    before,
  });
}

/** @throws like `assertMigrated` */
export const refusePending = (db: Kysely<Database>, kind: DatabaseKind): Promise<void> =>
  assertMigrated(db as unknown as Kysely<unknown>, kind, { steps, targetSteps: migrationNames });
