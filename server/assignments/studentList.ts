import { type Kysely, sql } from 'kysely';
import type { StudentAssignment } from '../../contract/assignments';
import { isPast, studentState } from '../../contract/rules/assignments';
import type { SubmissionStatus } from '../../contract/vocabulary';
import type { Database } from '../db/schema';
import { ofStudent, submissionsOf } from './detail';
import { listedAssignments } from './queries';
import type { Viewer } from './viewer';

interface Wanted {
  subject_code?: string | undefined;
  status?: 'pending' | SubmissionStatus | undefined;
}

/** The published assignments of the own batch: the next due first, those without a due time, the latest past ones. */
export async function listedForStudent(
  db: Kysely<Database>,
  { sees, studentRowId }: Viewer,
  { subject_code, status }: Wanted,
  now: Date,
): Promise<StudentAssignment[]> {
  const where = subject_code ? sql<boolean>`subjects.subject_code = ${subject_code}` : sql<boolean>`1 = 1`;
  const submissions = await submissionsOf(db, studentRowId);
  return (await listedAssignments(db, sees, where))
    .map((row) => ofStudent(row, submissions.get(row.id)))
    .filter((one) => status === undefined || hasStatus(one, status, now))
    .toSorted(byDueTime(now));
}

/** Handed in late remains so when it is graded (decision 23). */
function hasStatus(one: StudentAssignment, status: 'pending' | SubmissionStatus, now: Date): boolean {
  if (status === 'late') return one.submission?.is_late === true;
  return studentState(one, one.submission, now) === status;
}

function byDueTime(now: Date): (a: StudentAssignment, b: StudentAssignment) => number {
  const group = ({ due_date }: StudentAssignment) => (due_date === null ? 1 : isPast(due_date, now) ? 2 : 0);
  const due = ({ due_date }: StudentAssignment) => (due_date === null ? 0 : Date.parse(due_date));
  return (a, b) => {
    const inGroup = group(a) === 2 ? due(b) - due(a) : due(a) - due(b);
    return group(a) - group(b) || inGroup || b.id - a.id;
  };
}
