import { markMessages as say } from '../../contract/errors';
import { markIn, type MarkProblem, markProblem, type Marks } from '../../contract/rules/grading';
import {
  defaultGradeSettings,
  gradeColumns,
  type GradeColumn,
  type GradeSettings,
} from '../../contract/rules/gradeSettings';

/** A number, or text that is one; null and empty text clear the mark, and what is left out stays. */
export type SentMarks = { [C in GradeColumn as `${C}Grade`]?: number | string | null | undefined };

/**
 * The marks that a row sets.
 * @param refuse is told each that cannot be, with the sentence and the field
 */
export function sentMarks(
  row: SentMarks,
  settings: GradeSettings,
  studentName: string,
  refuse: (message: string, field: string) => void,
): Partial<Marks> {
  const marks: Partial<Marks> = {};
  for (const column of gradeColumns) {
    const sent = row[`${column}Grade`];
    if (sent === undefined) continue;
    const mark = typeof sent === 'string' ? markIn(sent) : sent;
    const problem = problemOf(mark, column, settings);
    if (problem) refuse(say.ofStudent(studentName, problem), `${column}Grade`);
    else if (settings[`${column}Enabled`]) marks[column] = mark;
  }
  return marks;
}

/** The sheet shows no mark of a disabled column: none sent back is no change of it, and any other cannot be seen. */
function problemOf(mark: number | null, column: GradeColumn, settings: GradeSettings): string | null {
  const name = settings[`${column}Name`] || defaultGradeSettings[`${column}Name`];
  if (!settings[`${column}Enabled`]) return mark === null ? null : say.columnDisabled(name);
  const max = settings[`${column}Max`];
  const problem = markProblem(mark, max);
  const sentences: Record<MarkProblem, string> = {
    NOT_NUMBER: say.notPositive(name),
    NEGATIVE: say.notPositive(name),
    OVER_MAX: say.overMax(name, max),
    OFF_STEP: say.offStep(name),
  };
  return problem && sentences[problem];
}
