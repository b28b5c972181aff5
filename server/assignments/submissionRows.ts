import type { Kysely } from 'kysely';
import type { SubmissionRow } from '../../contract/assignments';
import { submissionStatus } from '../../contract/rules/assignments';
import type { Database, Row } from '../db/schema';
import type { StoredAssignment } from './queries';

type Db = Kysely<Database>;

interface Person {
  id: number;
  student_id: string;
  full_name: string;
  full_name_sort: string;
}

const persons = (db: Db) =>
  db
    .selectFrom('students')
    .select(['students.id', 'students.student_id', 'students.full_name', 'students.full_name_sort']);

/** In the order of the table of submissions. */
function byName(a: Person, b: Person): number {
  if (a.full_name_sort === b.full_name_sort) return a.id - b.id;
  return a.full_name_sort < b.full_name_sort ? -1 : 1;
}

/** A row for everybody of the batch, and for who handed in and has left it since; by name. */
export async function submissionRows(
  db: Db,
  { id, batch_id, total_marks }: StoredAssignment,
): Promise<SubmissionRow[]> {
  const members = await persons(db).where('batch_id', '=', batch_id).execute();
  const submissions = await db
    .selectFrom('submissions')
    .selectAll()
    .where('assignment_id', '=', id)
    .execute();
  const of = new Map(submissions.map((row) => [row.student_row_id, row]));
  const known = new Set(members.map((member) => member.id));
  const left = submissions.flatMap((row) => (known.has(row.student_row_id) ? [] : [row.student_row_id]));
  const former = left.length > 0 ? await persons(db).where('id', 'in', left).execute() : [];
  return [...members, ...former]
    .toSorted(byName)
    .map((person) => rowOf(person, of.get(person.id), total_marks));
}

function rowOf(
  { student_id, full_name }: Person,
  submission: Row<'submissions'> | undefined,
  total_marks: number,
): SubmissionRow {
  const is_graded = submission?.is_graded === 1;
  const is_late = submission?.is_late === 1;
  return {
    id: submission?.id ?? null,
    student_name: full_name,
    university_id: student_id,
    is_submitted: submission !== undefined,
    submitted_at: submission?.submitted_at ?? null,
    is_late,
    is_graded,
    status: submission ? submissionStatus({ is_graded, is_late }) : null,
    total_score: submission?.total_score ?? null,
    total_marks,
  };
}

/** The neighbours of a submission in the table, and the next one that waits for a grade, round the table. */
export async function neighboursOf(db: Db, assignmentId: number, submissionId: number) {
  const rows = await persons(db)
    .innerJoin('submissions', 'submissions.student_row_id', 'students.id')
    .select(['submissions.id as submission_id', 'submissions.is_graded'])
    .where('submissions.assignment_id', '=', assignmentId)
    .execute();
  const sorted = rows.toSorted(byName);
  const at = sorted.findIndex(({ submission_id }) => submission_id === submissionId);
  const following = [...sorted.slice(at + 1), ...sorted.slice(0, Math.max(at, 0))];
  return {
    previous_id: sorted[at - 1]?.submission_id ?? null,
    next_id: sorted[at + 1]?.submission_id ?? null,
    next_ungraded_id: following.find(({ is_graded }) => is_graded === 0)?.submission_id ?? null,
  };
}
