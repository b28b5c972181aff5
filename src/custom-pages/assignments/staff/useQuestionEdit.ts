import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import type { QuestionInput } from '../../../../contract/assignmentCalls';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useText } from '../../../i18n/useText';
import { useKeptState } from '../../../ui/form/useKeptState';
import type { StaleSave } from '../../../ui/form/useSaveOutcome';
import { questionBody, questionForm } from './questionModel';
import { useRefusal } from './useAssignmentWrites';
import { useCheckedQuestion } from './useCheckedQuestion';

const written = ['question_text', 'question_type', 'marks', 'correct_answer', 'options'] as const;

/** The form of a stored question; `onClose` when it was saved or dropped. */
export function useQuestionEdit(assignment: AssignmentDetail, question: Question, onClose: () => void) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const { updateQuestion } = useDataProvider<Api>();
  const kept = useKeptState(
    `/assignments/questions/${question.id}`,
    questionForm(question),
    question.version,
  );
  const [wasFound] = useState(kept.isDirty);
  const [stale, setStale] = useState<StaleSave | null>(null);
  const others = assignment.questions.filter(({ id }) => id !== question.id);
  const { problem, check } = useCheckedQuestion(kept.value, others);
  const close = () => {
    kept.drop();
    onClose();
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (body: QuestionInput) => updateQuestion(question.id, body),
    onSuccess: ({ message }) => {
      notify(message || t('assignments.questionSaved'), { type: 'success' });
      close();
    },
    onError: (refused, body) => {
      if (refused instanceof ApiProblem && refused.code === 'STALE' && refused.current)
        setStale({ mine: { ...body }, theirs: refused.current });
      else {
        setStale(null);
        refusal('assignments.questionSaveFailed')(refused);
      }
    },
  });
  return {
    value: kept.value,
    set: kept.set,
    /** It was typed before, and not saved. */
    wasFound,
    isDirty: kept.isDirty,
    problem,
    isPending,
    stale,
    save: () => {
      if (!isPending && check()) mutate(questionBody(kept.value, kept.version));
    },
    cancel: close,
    resolve: (chosen: Record<string, unknown>) => {
      const body = Object.fromEntries(written.map((name) => [name, chosen[name]]));
      mutate({ ...body, version: Number(stale?.theirs['version']) });
    },
    dropStale: () => setStale(null),
  };
}
