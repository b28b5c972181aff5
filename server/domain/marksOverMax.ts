import { sql } from 'kysely';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { markMessages } from '../../contract/rules/markMessages';
import { markProblem } from '../../contract/rules/grading';
import { defaultGradeSettings, enabledColumns, gradeColumns } from '../../contract/rules/gradeSettings';
import { Problem } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { gradeSettingsOf } from './offering';

/** Maximum students named in a refusal, and subjects read in one statement. */
const maxNamed = 20;
const chunkSize = 2_000;

/**
 * Checks that no mark is above the maximum of its enabled column; called after settings were written, or an operation
 * on marks or settings was undone.
 * @throws with the given code, naming the first students and their marks
 */
export async function refuseMarksOverMax(
  unit: UnitOfWork,
  subjects: readonly number[],
  code: 'HAS_DEPENDENTS' | 'UNDO_CONFLICT',
): Promise<void> {
  for (const part of chunks(subjects, chunkSize)) {
    const details = await marksOverMax(unit.trx, part);
    if (details.length > 0)
      throw new Problem(code, { message: ruleMessages.maxBelowMarks, details: details.slice(0, maxNamed) });
  }
}

/** The subjects whose marks or grade settings a unit has written. */
export function gradedSubjects(unit: UnitOfWork): number[] {
  const rows = [...unit.changed('grades'), ...unit.changed('subject_grade_settings')];
  return [...new Set(rows.flatMap(({ before, after }) => (after ?? before)?.subject_id ?? []))].toSorted(
    (a, b) => a - b,
  );
}

async function marksOverMax(db: Db, subjects: readonly number[]): Promise<ProblemDetail[]> {
  const over = gradeColumns.map(
    (column) => sql<boolean>`(coalesce(${sql.ref(`settings.${column}_enabled`)}, 1) = 1
      and ${sql.ref(`grades.${column}`)} >
        coalesce(${sql.ref(`settings.${column}_max`)}, ${sql.lit(defaultGradeSettings[`${column}Max`])}))`,
  );
  const rows = await db
    .selectFrom('grades')
    .innerJoin('students', 'students.id', 'grades.student_row_id')
    .innerJoin('subjects', 'subjects.id', 'grades.subject_id')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .leftJoin('subject_grade_settings as settings', 'settings.subject_id', 'grades.subject_id')
    .select(['grades.subject_id', 'students.full_name', 'batches.batch_name'])
    .select(gradeColumns.map((column) => `grades.${column}` as const))
    .where('grades.subject_id', 'in', subjects)
    .where(sql<boolean>`(${sql.join(over, sql` or `)})`)
    .orderBy('students.full_name_sort')
    .orderBy('grades.id')
    .limit(maxNamed)
    .execute();
  const details: ProblemDetail[] = [];
  for (const { subject_id, full_name, batch_name, ...marks } of rows) {
    const settings = await gradeSettingsOf(db, subject_id);
    for (const column of enabledColumns(settings)) {
      const mark = marks[column];
      if (mark === null || markProblem(mark, settings[`${column}Max`]) !== 'OVER_MAX') continue;
      const markText = markMessages.withMark(settings[`${column}Name`], mark);
      const ofStudent = markMessages.withStudent(full_name, markText);
      const message = subjects.length > 1 ? markMessages.withBatch(ofStudent, batch_name) : ofStudent;
      details.push({ path: `${column}Max`, message });
    }
  }
  return details;
}
