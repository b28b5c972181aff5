import { columnName, type GradeColumn, type GradeSettings } from './gradeSettings';
import type { MarkProblem } from './grading';

/** `column` is the subject's name for the column (spec 2 §5). */
export const markMessages = {
  notPositive: (column: string) => `${column} يجب أن تكون رقماً موجباً`,
  overMax: (column: string, max: number) => `${column} يجب أن لا تتجاوز ${max} درجة`,
  offStep: (column: string) => `${column} يجب أن تكون من مضاعفات نصف درجة`,
  columnDisabled: (column: string) => `عمود ${column} غير مفعّل في إعدادات هذه المادة`,
  withMark: (column: string, mark: number) => `${column} ${mark}`,
  withStudent: (student: string, message: string) => `${student}: ${message}`,
  withBatch: (message: string, batch: string) => `${message} (${batch})`,
} as const;

export function markMessage(settings: GradeSettings, column: GradeColumn, problem: MarkProblem): string {
  const name = columnName(settings, column);
  const messages: Record<MarkProblem, string> = {
    NOT_NUMBER: markMessages.notPositive(name),
    NEGATIVE: markMessages.notPositive(name),
    OVER_MAX: markMessages.overMax(name, settings[`${column}Max`]),
    OFF_STEP: markMessages.offStep(name),
  };
  return messages[problem];
}
