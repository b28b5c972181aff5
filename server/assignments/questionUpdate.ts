import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { removeWithChildren } from '../db/bulk/cascade';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';
import { keepTotal, openQuestion } from './questionChanges';
import {
  optionColumns,
  optionsOf,
  problemsOf,
  questionColumns,
  refuseTotalOver,
  type SentQuestion,
} from './questionRows';
import { asQuestion, type StoredQuestion } from './questions';
import { submissionIdsOf } from './totals';

/**
 * Changes a question. Options with a number stay and change, those without are new, those left out go. Other marks or
 * another key after hand-ins ask for a regrade. @returns the assignment's row number
 * @throws NOT_FOUND, VALIDATION, STALE with the question as it is
 */
export async function updateQuestion(
  unit: UnitOfWork,
  questionId: number,
  sent: SentQuestion,
  scope: Condition,
): Promise<number> {
  const { assignment, questions, question } = await openQuestion(unit, questionId, scope);
  if (sent.version !== undefined && sent.version !== question.version)
    throw new Problem('STALE', { extra: { current: asQuestion(question, true) } });
  const hasHandIns = (await submissionIdsOf(unit, assignment.id)).length > 0;
  const problems = [...problemsOf(sent), ...optionProblems(question, sent)];
  if (hasHandIns && sent.question_type !== question.question_type)
    problems.push({ path: 'question_type', message: ruleMessages.questionTypeLocked });
  if (problems.length > 0) throw invalid(...problems);
  const after = questions.map((one) => (one.id === questionId ? { ...one, marks: sent.marks } : one));
  refuseTotalOver(after, 'marks');
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionUpdated(title));
  const areOptionsNew = !areSameOptions(question, sent);
  await unit.update('assignment_questions', questionId, {
    ...questionColumns(sent),
    ...(areOptionsNew && { options_changed_at: laterThan(question.options_changed_at, unit.now) }),
  });
  if (areOptionsNew) await writeOptions(unit, question, sent);
  await keepTotal(unit, { assignment, questions: after }, hasHandIns && isOtherKey(question, sent));
  return assignment.id;
}

/** Now, or a moment after the last change, so that each change raises the version. */
const laterThan = (last: string, now: string): string =>
  now > last ? now : new Date(Date.parse(last) + 1).toISOString();

/** Options that are not of the question, or are there twice. */
function optionProblems({ options }: StoredQuestion, sent: SentQuestion): ProblemDetail[] {
  const own = new Set(options.map(({ id }) => id));
  const seen = new Set<number>();
  return optionsOf(sent).flatMap(({ id }, place): ProblemDetail[] => {
    if (id === undefined) return [];
    const path = `options.${place}.id`;
    const isTwice = seen.has(id);
    seen.add(id);
    if (isTwice) return [{ path, message: ruleMessages.optionTwice }];
    return own.has(id) ? [] : [{ path, message: ruleMessages.unknownOption }];
  });
}

function areSameOptions({ options }: StoredQuestion, sent: SentQuestion): boolean {
  const wanted = optionsOf(sent);
  return (
    wanted.length === options.length &&
    options.every(({ id, option_text, is_correct }, place) => {
      const to = wanted[place];
      return to?.id === id && to.option_text === option_text && to.is_correct === is_correct;
    })
  );
}

async function writeOptions(unit: UnitOfWork, question: StoredQuestion, sent: SentQuestion): Promise<void> {
  const wanted = optionsOf(sent).map((option, place) => ({
    id: option.id,
    columns: optionColumns(option, place),
  }));
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = question.options.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await removeWithChildren(unit, 'question_options', gone);
  await unit.updateMany(
    'question_options',
    wanted.flatMap(({ id, columns }) => (id === undefined ? [] : [{ id, changes: columns }])),
  );
  const added = wanted.filter(({ id }) => id === undefined);
  if (added.length > 0)
    await unit.insertMany(
      'question_options',
      added.map(({ columns }) => ({ question_id: question.id, ...columns })),
    );
}

/** Whether scores given so far may be wrong now. */
function isOtherKey(question: StoredQuestion, sent: SentQuestion): boolean {
  const { marks, correct_answer } = questionColumns(sent);
  if (marks !== question.marks || correct_answer !== question.correct_answer) return true;
  const right = (options: readonly { id?: number | undefined; is_correct: boolean }[]) =>
    options.find(({ is_correct }) => is_correct)?.id;
  return right(optionsOf(sent)) !== right(question.options);
}
