import type { Assignment } from '../../../../contract/assignments';
import { defaultTotalMarks, maxTotalMarks, sumQuestionMarks } from '../../../../contract/rules/assignments';
import type { AssignmentChange, NewAssignment } from '../../../dataProvider/assignments';
import { parseMarks, questionBody, type QuestionForm, parseWholeNumber } from './questionModel';

export interface AssignmentValues {
  title: string;
  description: string;
  /** `YYYY-MM-DDTHH:mm` in the institute's time zone. Empty: no due time. The text may be invalid. */
  due: string;
  is_published: boolean;
  allow_late_submission: boolean;
  total_marks: string;
}
export interface NewAssignmentValues extends AssignmentValues {
  questions: QuestionForm[];
}

export const newAssignment: NewAssignmentValues = {
  title: '',
  description: '',
  due: '',
  is_published: false,
  allow_late_submission: false,
  total_marks: String(defaultTotalMarks),
  questions: [],
};

export const assignmentValues = (assignment: Assignment, timeZone: string): AssignmentValues => ({
  title: assignment.title,
  description: assignment.description ?? '',
  due: formatDueInput(assignment.due_date, timeZone),
  is_published: assignment.is_published,
  allow_late_submission: assignment.allow_late_submission,
  total_marks: String(assignment.total_marks),
});

/**
 * Returns the sum of the questions' marks. Without questions: the typed number, or 100 if it is invalid (spec
 * 2 §5).
 */
export function totalMarks(input: string, questions: readonly QuestionForm[]): number {
  const sum = sumQuestionMarks(questions.map((question) => ({ marks: parseMarks(question) || 0 })));
  const marks = parseWholeNumber(input);
  return sum ?? (Number.isNaN(marks) ? defaultTotalMarks : marks);
}

export const isTotalAllowed = (total: number) => total >= 1 && total <= maxTotalMarks;

const commonFields = (values: AssignmentValues, timeZone: string) => ({
  title: values.title,
  description: values.description.trim() === '' ? null : values.description,
  due_date: parseDueInput(values.due, timeZone),
  is_published: values.is_published,
  allow_late_submission: values.allow_late_submission,
});

export const createBody = (
  values: NewAssignmentValues,
  subjectId: number,
  timeZone: string,
): NewAssignment => ({
  ...commonFields(values, timeZone),
  subject_id: subjectId,
  total_marks: totalMarks(values.total_marks, values.questions),
  questions: values.questions.map((question) => questionBody(question)),
});

/** The fields that the specification requires. A server may clear a field that is not sent. */
const allFields = (assignment: Assignment): AssignmentChange => ({
  title: assignment.title,
  description: assignment.description,
  due_date: assignment.due_date,
  is_published: assignment.is_published,
  allow_late_submission: assignment.allow_late_submission,
});

/** Adds the version of the edited assignment. A server without versions gets the unchanged fields too. */
export const addVersion = (change: AssignmentChange, assignment: Assignment): AssignmentChange =>
  (assignment.version as number | undefined) === undefined
    ? { ...allFields(assignment), ...change }
    : { ...change, version: assignment.version };

/** Returns only the changed fields. The marks are sent only if the assignment has no questions. */
export function buildChange(
  values: AssignmentValues,
  assignment: Assignment,
  timeZone: string,
): AssignmentChange {
  const previousValues = assignmentValues(assignment, timeZone);
  const isChanged = (name: keyof AssignmentValues) => values[name] !== previousValues[name];
  const fields = commonFields(values, timeZone);
  const hasChangedMarks = assignment.questions_count === 0 && isChanged('total_marks');
  return {
    ...(isChanged('title') && { title: fields.title }),
    ...(isChanged('description') && { description: fields.description }),
    ...(isChanged('due') && { due_date: fields.due_date }),
    ...(isChanged('is_published') && { is_published: fields.is_published }),
    ...(isChanged('allow_late_submission') && { allow_late_submission: fields.allow_late_submission }),
    ...(hasChangedMarks && { total_marks: totalMarks(values.total_marks, []) }),
  };
}

/** Returns `YYYY-MM-DDTHH:mm` in the time zone; an empty text for null. */
export function formatDueInput(time: string | null, timeZone: string): string {
  return time === null ? '' : wallTime(Date.parse(time), timeZone);
}

/** Returns ISO 8601 in UTC; null if the text is empty or incomplete. */
export function parseDueInput(text: string, timeZone: string): string | null {
  const target = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(target)) return null;
  // The offset is read twice, because the first guess may lie on the other side of a clock change.
  const wallMillis = (time: number) => Date.parse(`${wallTime(time, timeZone)}Z`);
  const guess = target - (wallMillis(target) - target);
  return new Date(guess - (wallMillis(guess) - target)).toISOString();
}

function wallTime(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}
