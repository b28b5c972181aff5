import { sql } from 'kysely';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { markMessages } from '../../contract/rules/markMessages';
import { markProblem } from '../../contract/rules/grading';
import { defaultGradeSettings, enabledColumns, gradeColumns } from '../../contract/rules/gradeSettings';
import { Problem } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { loadGradeSettings } from './offering';

const maxListed = 20;
const chunkSize = 2_000;

/** Runs after settings were written, or marks or settings undone. @throws `code` with the first students */
export async function refuseMarksOverMax(
  unit: UnitOfWork,
  subjects: readonly number[],
  code: 'HAS_DEPENDENTS' | 'UNDO_CONFLICT',
): Promise<void> {
  for (const chunk of chunks(subjects, chunkSize)) {
    const details = await findMarksOverMax(unit.trx, chunk);
    if (details.length > 0)
      throw new Problem(code, { message: ruleMessages.maxBelowMarks, details: details.slice(0, maxListed) });
  }
}

export function gradedSubjects(unit: UnitOfWork): number[] {
  const rows = [...unit.changed('grades'), ...unit.changed('subject_grade_settings')];
  return [...new Set(rows.flatMap(({ before, after }) => (after ?? before)?.subject_id ?? []))].toSorted(
    (a, b) => a - b,
  );
}

async function findMarksOverMax(db: Db, subjects: readonly number[]): Promise<ProblemDetail[]> {
  const conditions = gradeColumns.map(
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
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy('students.full_name_sort')
    .orderBy('grades.id')
    .limit(maxListed)
    .execute();
  const details: ProblemDetail[] = [];
  for (const { subject_id, full_name, batch_name, ...marks } of rows) {
    const settings = await loadGradeSettings(db, subject_id);
    for (const column of enabledColumns(settings)) {
      const mark = marks[column];
      if (mark === null || markProblem(mark, settings[`${column}Max`]) !== 'OVER_MAX') continue;
      const markMessage = markMessages.withMark(settings[`${column}Name`], mark);
      const studentMessage = markMessages.withStudent(full_name, markMessage);
      const message =
        subjects.length > 1 ? markMessages.withBatch(studentMessage, batch_name) : studentMessage;
      details.push({ path: `${column}Max`, message });
    }
  }
  return details;
}
