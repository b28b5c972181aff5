import type { Assignment } from '../../../../contract/assignments';
import { defaultTotalMarks, maxTotalMarks, sumQuestionMarks } from '../../../../contract/rules/assignments';
import type { AssignmentChange, NewAssignment } from '../../../dataProvider/assignments';
import { marksOf, questionBody, type QuestionForm, wholeNumber } from './questionModel';

export interface AssignmentValues {
  title: string;
  description: string;
  /** `YYYY-MM-DDTHH:mm` in the institute's time zone; empty for none; it may be an invalid text. */
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
  due: toDueInput(assignment.due_date, timeZone),
  is_published: assignment.is_published,
  allow_late_submission: assignment.allow_late_submission,
  total_marks: String(assignment.total_marks),
});

/** The marks that are sent: the sum of the questions, else the typed number, or 100 if it is invalid. Spec 2 §5. */
export function totalMarks(typed: string, questions: readonly QuestionForm[]): number {
  const sum = sumQuestionMarks(questions.map((question) => ({ marks: marksOf(question) || 0 })));
  const marks = wholeNumber(typed);
  return sum ?? (Number.isNaN(marks) ? defaultTotalMarks : marks);
}

export const isTotalAllowed = (total: number) => total >= 1 && total <= maxTotalMarks;

const shared = (values: AssignmentValues, timeZone: string) => ({
  title: values.title,
  description: values.description.trim() === '' ? null : values.description,
  due_date: fromDueInput(values.due, timeZone),
  is_published: values.is_published,
  allow_late_submission: values.allow_late_submission,
});

export const createBody = (
  values: NewAssignmentValues,
  subjectId: number,
  timeZone: string,
): NewAssignment => ({
  ...shared(values, timeZone),
  subject_id: subjectId,
  total_marks: totalMarks(values.total_marks, values.questions),
  questions: values.questions.map((question) => questionBody(question)),
});

/** All fields of the specification's call, because another server may read missing fields as empty. */
const wholeChange = (assignment: Assignment): AssignmentChange => ({
  title: assignment.title,
  description: assignment.description,
  due_date: assignment.due_date,
  is_published: assignment.is_published,
  allow_late_submission: assignment.allow_late_submission,
});

/** Adds the version that was edited; if the server has no versions, adds all unchanged fields. */
export const addVersion = (change: AssignmentChange, assignment: Assignment): AssignmentChange =>
  (assignment.version as number | undefined) === undefined
    ? { ...wholeChange(assignment), ...change }
    : { ...change, version: assignment.version };

/** The changed fields; the marks only if the assignment has no questions. */
export function changeOf(
  values: AssignmentValues,
  assignment: Assignment,
  timeZone: string,
): AssignmentChange {
  const before = assignmentValues(assignment, timeZone);
  const isChanged = (name: keyof AssignmentValues) => values[name] !== before[name];
  const sent = shared(values, timeZone);
  const hasOwnMarks = assignment.questions_count === 0 && isChanged('total_marks');
  return {
    ...(isChanged('title') && { title: sent.title }),
    ...(isChanged('description') && { description: sent.description }),
    ...(isChanged('due') && { due_date: sent.due_date }),
    ...(isChanged('is_published') && { is_published: sent.is_published }),
    ...(isChanged('allow_late_submission') && { allow_late_submission: sent.allow_late_submission }),
    ...(hasOwnMarks && { total_marks: totalMarks(values.total_marks, []) }),
  };
}

/** A time in the form of the input, in a time zone: `YYYY-MM-DDTHH:mm`; empty for none. */
export function toDueInput(time: string | null, timeZone: string): string {
  return time === null ? '' : wallTime(Date.parse(time), timeZone);
}

/** Reads the input as a time in the zone: ISO 8601 in UTC; null if it is empty or incomplete. */
export function fromDueInput(text: string, timeZone: string): string | null {
  const wanted = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(wanted)) return null;
  // The offset of the zone is found from a first guess; and again, because the clock may change on that day.
  const shownAt = (time: number) => Date.parse(`${wallTime(time, timeZone)}Z`);
  const guess = wanted - (shownAt(wanted) - wanted);
  return new Date(guess - (shownAt(guess) - wanted)).toISOString();
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
