import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Question } from '../../../../contract/assignments';
import { maxTotalMarks } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import { marksOf, type QuestionForm, questionProblem } from './questionModel';

/**
 * Whether a question may be sent; what is wrong shows from the first try on.
 * @param others of the assignment: all marks together have a limit
 */
export function useCheckedQuestion(question: QuestionForm, others: readonly Question[]) {
  const t = useText();
  const notify = useNotify();
  const [isChecked, setIsChecked] = useState(false);
  const check = (): boolean => {
    setIsChecked(true);
    const problem = questionProblem(question);
    const sum = others.reduce((all, { marks }) => all + marks, marksOf(question));
    if (!problem && sum <= maxTotalMarks) return true;
    const sentence =
      problem === null
        ? t('assignments.tooManyMarks', { sum, most: maxTotalMarks })
        : problem.field === 'marks'
          ? t('validation.between', problem)
          : t(problem.key);
    notify(sentence, { type: 'error' });
    return false;
  };
  return { problem: isChecked ? questionProblem(question) : null, check };
}
