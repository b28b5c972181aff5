import { ruleMessages } from '../../contract/errors';
import { maxSavedFilters } from '../../contract/savedFilters';
import { Problem } from '../problem';
import type { Rules, FollowUp, UndoRules, UnitOfWork } from '../db/log/unitOfWork';
import { isUndoGuarded } from './accountGuard';
import { checkAccounts } from './accounts';
import { clearMissingOfNotes, refuseOtherKinds } from './behaviourNotes';
import { endMembershipsOfStudents } from './circles';
import { keepExcusedAbsences, refuseAcceptedExcuses } from './excuses';
import { assignmentFollowUp } from './assignmentFollowUp';
import { linkFollowUp, selectLinks } from './guardianLinks';
import {
  clearMissingSenders,
  loneGuardianFollowUp,
  returnGuardians,
  selectMissingGuardians,
} from './guardians';
import { gradedSubjects, refuseMarksOverMax } from './marksOverMax';
import { clearMissingAuthors } from './missingAuthors';
import { type SuccessAnswer, buildUndoAnswer } from './returnedStudents';
import { unlinkAccounts, relinkAccounts } from './studentAccounts';
import { replaceUsedNumbers } from './studentNumbers';
import { refuseTypeChangeWithData } from './typeChange';
import { restoreLastPasswords, excludedPasswordColumns, excludeSignedInAccounts } from './undoAccounts';
import {
  refuseHiddenRegisters,
  refuseHiddenRecords,
  selectCircleRows,
  selectMemberships,
  selectEnrolments,
} from './undoMemberships';

export const tableRules: Rules['tables'] = {
  programs: {
    unique: { program_id: ruleMessages.programCodeTaken, program_name: ruleMessages.programNameTaken },
  },
  batches: { unique: { batch_name: ruleMessages.batchNameTaken } },
  subjects: { unique: { subject_code: ruleMessages.baseTaken } },
  students: {
    beforeRemove: unlinkAccounts,
    beforeRestore: replaceUsedNumbers,
    unique: { national_id: ruleMessages.nationalIdTaken, student_id: ruleMessages.studentNumberTaken },
    replacedColumns: ['student_id', 'national_id'],
  },
  users: {
    beforeRestore: restoreLastPasswords,
    undoDeletion: relinkAccounts,
    excludedColumns: excludedPasswordColumns,
    unique: { username_key: ruleMessages.usernameTaken, student_row_id: ruleMessages.studentLinked },
  },
  enrolments: { selectRestorable: selectEnrolments, refuseUndo: refuseHiddenRecords },
  circle_members: { selectRestorable: selectMemberships, refuseUndo: refuseHiddenRegisters },
  circle_substitutes: { selectRestorable: selectCircleRows },
  guardians: { selectRestorable: selectMissingGuardians },
  student_guardians: { beforeRestore: returnGuardians },
  excuses: { beforeRestore: clearMissingSenders },
  announcements: { beforeRestore: clearMissingAuthors },
  behaviour_notes: { beforeRestore: clearMissingOfNotes },
  guardian_links: { selectRestorable: selectLinks },
};

/** In a chunked undo, a later chunk may restore the enrolments. */
const memberFollowUp: FollowUp = {
  columns: { enrolments: 'student_row_id', circle_members: 'student_row_id' },
  find: async (_db, unit) => {
    const rows = [...unit.changed('enrolments'), ...unit.changed('circle_members')];
    return [...new Set(rows.flatMap(({ before, after }) => (before ?? after)?.student_row_id ?? []))];
  },
  run: (unit, students, isAborted) =>
    endMembershipsOfStudents(unit, students, isAborted ? 'allow' : 'refuse'),
  isChunkedOnly: true,
};

export const undoRules: UndoRules = {
  checks: [
    (unit) => checkAccounts(unit),
    (unit) => refuseMarksOverMax(unit, gradedSubjects(unit), 'UNDO_CONFLICT'),
    (unit) => refuseTypeChangeWithData(unit, 'UNDO_CONFLICT'),
    refuseAcceptedExcuses,
    keepExcusedAbsences,
    refuseOtherKinds,
    refuseManyFilters,
  ],
  followUps: [memberFollowUp, assignmentFollowUp, loneGuardianFollowUp, linkFollowUp],
  needsStepUp: isUndoGuarded,
  selectUndoable: excludeSignedInAccounts,
  nothingToUndo: ruleMessages.allSignedIn,
  completeAnswer: (db, undone, answer) => buildUndoAnswer(db, undone, answer as SuccessAnswer),
};

/** Restored saved filters count towards the limit. @throws UNDO_CONFLICT */
async function refuseManyFilters(unit: UnitOfWork): Promise<void> {
  const rows = unit
    .changed('saved_filters')
    .flatMap(({ before, after }) => (before || !after ? [] : [after]));
  for (const userId of new Set(rows.map(({ user_id }) => user_id))) {
    const { count } = await unit.trx
      .selectFrom('saved_filters')
      .select((builder) => builder.fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) > maxSavedFilters)
      throw new Problem('UNDO_CONFLICT', { message: ruleMessages.tooManySavedFilters });
  }
}
