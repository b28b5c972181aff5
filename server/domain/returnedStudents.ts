import { successMessages } from '../../contract/successMessages';
import { maxListedStudents } from '../../contract/undo';
import { readChanges } from '../db/log/loggedRows';
import type { Undone } from '../db/log/unitOfWork';
import type { Row, Db } from '../db/schema';
import { countSignedIn } from './undoAccounts';

export interface Done {
  success: true;
  message: string;
}

/** A student who was restored with another academic number or without the national id: another student has it. */
interface ReturnedStudent {
  full_name: string;
  /** The academic number before the deletion. */
  previous: string;
  student_id: string;
  /** The national id before the deletion, if the student has none now. */
  lost_national_id: string | null;
}

/**
 * The answer of an undo or restore; it tells how many accounts were left, and names the students whose academic number
 * or national id has changed.
 */
export async function undoAnswer(db: Db, undone: Undone, success: Done) {
  const left = await countSignedIn(db, undone.operation);
  const message =
    left === 0 ? success.message : `${success.message}${successMessages.signedInAccountsStay(left)}`;
  const answer = { ...success, message };
  const returned = undone.operation.action === 'delete' ? await readReturned(db, undone) : [];
  return returned.length === 0 ? answer : withReturned(answer, returned);
}

function withReturned(answer: Done, returned: readonly ReturnedStudent[]) {
  const { renumberedOne, renumberedMany, withoutNationalIdOne, withoutNationalIdMany } = successMessages;
  const renumbered = returned
    .filter(({ previous, student_id }) => previous !== student_id)
    .map(({ full_name, previous, student_id }) => ({ full_name, previous, student_id }));
  const without_national_id = returned.flatMap(({ full_name, student_id, lost_national_id }) =>
    lost_national_id === null ? [] : [{ full_name, student_id, national_id: lost_national_id }],
  );
  const message = [
    answer.message,
    sentenceOf(
      renumbered.map(({ full_name, previous, student_id }) => ({
        name: full_name,
        number: student_id,
        previous,
      })),
      ({ name, number, previous }) => renumberedOne(name, number, previous),
      renumberedMany,
    ),
    sentenceOf(
      without_national_id.map(({ full_name, national_id }) => ({ name: full_name, nationalId: national_id })),
      ({ name, nationalId }) => withoutNationalIdOne(name, nationalId),
      withoutNationalIdMany,
    ),
  ].join('');
  return {
    ...answer,
    message,
    ...(renumbered.length > 0 && { renumbered: renumbered.slice(0, maxListedStudents) }),
    ...(without_national_id.length > 0 && {
      without_national_id: without_national_id.slice(0, maxListedStudents),
    }),
  };
}

/** How many students a sentence names. */
const namesTold = 5;

function sentenceOf<T>(
  students: readonly T[],
  ofOne: (one: T) => string,
  ofMany: (named: readonly T[], others: number) => string,
): string {
  const [first] = students;
  if (!first) return '';
  if (students.length === 1) return ofOne(first);
  return ofMany(students.slice(0, namesTold), Math.max(0, students.length - namesTold));
}

/**
 * The students whose academic number or national id changed in an undo, found in the logs of the deletion and of its
 * undo, whichever server did the parts.
 */
async function readReturned(db: Db, { operation, undo_id }: Undone): Promise<ReturnedStudent[]> {
  const deleted = new Map<number, Row<'students'>>();
  for await (const { id, before, after } of readChanges(db, operation.id, ['students']))
    if (before !== null && after === null) deleted.set(id, before as Row<'students'>);
  const returned: ReturnedStudent[] = [];
  for await (const { id, before, after } of readChanges(db, undo_id, ['students'])) {
    const former = deleted.get(id);
    if (before !== null || after === null || !former) continue;
    const { full_name, student_id, national_id } = after as Row<'students'>;
    if (former.student_id === student_id && former.national_id === national_id) continue;
    const lost_national_id = national_id === null ? former.national_id : null;
    returned.push({ full_name, previous: former.student_id, student_id, lost_national_id });
  }
  return returned;
}
