import { reindexRows, updatePhoneKeys } from '../db/log/derived';
import type { AfterWrite, UnitOfWork } from '../db/log/unitOfWork';
import { countResultChange } from '../db/search/resultChanges';
import { updateRowCounts } from '../db/search/rowCounts';
import { requireStepUpFor } from './accountGuard';
import { resumeMembers } from './circleReturns';
import { endMemberships } from './circles';
import { removeLinksOfOtherPhones } from './guardianLinks';
import { removeLoneGuardians } from './guardians';
import { updateResults } from './results';

/** Other writes of the settings change no key of a phone number. */
async function applyCountry(unit: UnitOfWork): Promise<void> {
  const rows = unit.changed('settings');
  const country = rows.at(-1)?.after?.country;
  if (country && country !== rows[0]?.before?.country)
    await updatePhoneKeys(unit, country, async (table, changes) => {
      await reindexRows(unit.trx, table, changes);
      await unit.yieldToEventLoop();
    });
}

const resultTables = [
  'holidays',
  'grades',
  'subject_grade_settings',
  'registers',
  'absences',
  'enrolments',
  'student_statuses',
  'subjects',
  'batches',
] as const;

/** The hooks run in this order, in the transaction of the write. */
export const afterWrites: readonly AfterWrite[] = [
  { tables: ['users'], run: requireStepUpFor },
  { tables: ['enrolments'], run: resumeMembers, needsAllRows: true },
  { tables: ['enrolments', 'circle_members'], run: endMemberships, needsAllRows: true },
  { tables: ['student_guardians'], run: removeLoneGuardians, needsAllRows: true },
  { tables: ['guardians', 'guardian_links'], run: removeLinksOfOtherPhones, needsAllRows: true },
  { tables: resultTables, run: updateResults },
  { tables: resultTables, run: countResultChange },
  { tables: ['settings'], run: applyCountry },
  // The cached total of a student search also depends on enrolments, batches and the country of phone numbers.
  { tables: ['students', 'enrolments', 'batches', 'settings'], run: updateRowCounts },
];
