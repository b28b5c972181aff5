import type { AfterWrite } from '../db/log/unitOfWork';
import { updateRowCounts } from '../db/search/rowCounts';
import { requireStepUpFor } from './accountGuard';
import { resumeMembers } from './circleReturns';
import { endMemberships } from './circles';
import { updateResults } from './results';

/** The hooks run in this order, in the transaction of the write. */
export const afterWrites: readonly AfterWrite[] = [
  { tables: ['users'], run: requireStepUpFor },
  { tables: ['enrolments'], run: resumeMembers, needsAllRows: true },
  { tables: ['enrolments', 'circle_members'], run: endMemberships, needsAllRows: true },
  {
    tables: [
      'grades',
      'subject_grade_settings',
      'registers',
      'absences',
      'enrolments',
      'student_statuses',
      'subjects',
      'batches',
    ],
    run: updateResults,
  },
  // The cached total of a student search also depends on enrolments and batches.
  { tables: ['students', 'enrolments', 'batches'], run: updateRowCounts },
];
