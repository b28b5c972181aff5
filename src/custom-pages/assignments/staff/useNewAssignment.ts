import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useDataProvider, useMutationMiddlewares, useNotify } from 'react-admin';
import { useForm } from 'react-hook-form';
import { maxTotalMarks } from '../../../../contract/rules/assignments';
import type { Subject } from '../../../../contract/subjects';
import type { Api } from '../../../dataProvider';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import {
  createBody,
  isTotalAllowed,
  newAssignment,
  type NewAssignmentValues,
  totalMarks,
} from './assignmentForm';
import { questionProblem } from './questionModel';
import { useRefusal } from './useAssignmentWrites';

/** The form of an assignment that does not exist yet; `onClose` when it was made or dropped. */
export function useNewAssignment(subject: Subject, onClose: () => void) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const timeZone = useTimeZone();
  const { createAssignment } = useDataProvider<Api>();
  const form = useForm<NewAssignmentValues>({ defaultValues: newAssignment });
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const { mutateAsync, isPending } = useMutation({ mutationFn: createAssignment });
  const [isChecked, setIsChecked] = useState(false);

  const send = async (values: NewAssignmentValues) => {
    if (isPending) return;
    try {
      // The draft is dropped on the way.
      await getMutateWithMiddlewares(mutateAsync)(createBody(values, subject.id, timeZone));
      notify(t('assignments.created'), { type: 'success' });
      onClose();
    } catch (problem) {
      refusal('assignments.createFailed')(problem);
    }
  };
  /** What the fields themselves cannot say. */
  const problemOf = ({ questions, total_marks }: NewAssignmentValues): string | null => {
    const wrong = questions.findIndex((question) => questionProblem(question) !== null);
    if (wrong >= 0) {
      const problem = questionProblem(questions[wrong] as (typeof questions)[number]);
      const sentence =
        problem?.field === 'marks' ? t('validation.between', problem) : problem && t(problem.key);
      return `${t('assignments.questionNumber', { number: wrong + 1 })}: ${sentence}`;
    }
    const sum = totalMarks(total_marks, questions);
    return isTotalAllowed(sum) ? null : t('assignments.tooManyMarks', { sum, most: maxTotalMarks });
  };
  const submit = (event: SyntheticEvent) => {
    setIsChecked(true);
    return form.handleSubmit(
      async (values) => {
        const problem = problemOf(values);
        if (problem) notify(problem, { type: 'error' });
        else await send(values);
      },
      ({ title }) => notify(t(title ? 'validation.fillRequired' : 'validation.review'), { type: 'error' }),
    )(event);
  };
  return {
    form,
    isDirty: Object.keys(form.formState.dirtyFields).length > 0,
    isPending,
    isChecked,
    submit,
    /** Drops what was typed, and its draft. */
    leave: async () => {
      await getMutateWithMiddlewares(async () => undefined)();
      onClose();
    },
    saveContext: { saving: isPending, ...middlewares },
  };
}
