import { successMessages } from '../../contract/successMessages';
import { maxListedStudents } from '../../contract/undo';
import { readChanges } from '../db/log/loggedRows';
import type { UndoResult } from '../db/log/unitOfWork';
import type { Row, Db } from '../db/schema';
import { countSignedIn } from './undoAccounts';

export interface SuccessAnswer {
  success: true;
  message: string;
}

interface ChangedStudent {
  full_name: string;
  /** Academic number before the deletion. */
  previous: string;
  student_id: string;
  lost_national_id: string | null;
}

export async function buildUndoAnswer(db: Db, undone: UndoResult, success: SuccessAnswer) {
  const skippedCount = await countSignedIn(db, undone.operation);
  const message =
    skippedCount === 0
      ? success.message
      : `${success.message}${successMessages.signedInAccountsNotRemoved(skippedCount)}`;
  const answer = { ...success, message };
  const changedStudents = undone.operation.action === 'delete' ? await readChangedStudents(db, undone) : [];
  return changedStudents.length === 0 ? answer : addChangedStudents(answer, changedStudents);
}

function addChangedStudents(answer: SuccessAnswer, changedStudents: readonly ChangedStudent[]) {
  const { renumberedOne, renumberedMany, withoutNationalIdOne, withoutNationalIdMany } = successMessages;
  const renumbered = changedStudents
    .filter(({ previous, student_id }) => previous !== student_id)
    .map(({ full_name, previous, student_id }) => ({ full_name, previous, student_id }));
  const without_national_id = changedStudents.flatMap(({ full_name, student_id, lost_national_id }) =>
    lost_national_id === null ? [] : [{ full_name, student_id, national_id: lost_national_id }],
  );
  const message = [
    answer.message,
    describeStudents(
      renumbered.map(({ full_name, previous, student_id }) => ({
        name: full_name,
        number: student_id,
        previous,
      })),
      ({ name, number, previous }) => renumberedOne(name, number, previous),
      renumberedMany,
    ),
    describeStudents(
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

const maxNames = 5;

function describeStudents<T>(
  students: readonly T[],
  describeOne: (one: T) => string,
  describeMany: (listed: readonly T[], otherCount: number) => string,
): string {
  const [first] = students;
  if (!first) return '';
  if (students.length === 1) return describeOne(first);
  return describeMany(students.slice(0, maxNames), Math.max(0, students.length - maxNames));
}

/** Reads both logs from the database, because several servers may have run the chunks. */
async function readChangedStudents(db: Db, { operation, undo_id }: UndoResult): Promise<ChangedStudent[]> {
  const deleted = new Map<number, Row<'students'>>();
  for await (const { id, before, after } of readChanges(db, operation.id, ['students']))
    if (before !== null && after === null) deleted.set(id, before as Row<'students'>);
  const changedStudents: ChangedStudent[] = [];
  for await (const { id, before, after } of readChanges(db, undo_id, ['students'])) {
    const deletedStudent = deleted.get(id);
    if (before !== null || after === null || !deletedStudent) continue;
    const { full_name, student_id, national_id } = after as Row<'students'>;
    if (deletedStudent.student_id === student_id && deletedStudent.national_id === national_id) continue;
    const lost_national_id = national_id === null ? deletedStudent.national_id : null;
    changedStudents.push({ full_name, previous: deletedStudent.student_id, student_id, lost_national_id });
  }
  return changedStudents;
}
