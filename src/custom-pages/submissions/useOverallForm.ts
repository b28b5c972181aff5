import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Submission } from '../../../contract/assignments';
import type { Api } from '../../dataProvider';
import type { SubmissionGrade } from '../../dataProvider/assignments';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { useKeptState } from '../../ui/form/useKeptState';
import { isWrongScore, scoreIn } from './useGradeForm';
import { submissionKey } from './useSubmission';

/** Words about a whole submission, and its score where there are no answers to score; kept until they are saved. */
export function useOverallForm(submission: Submission, onSaved: () => void) {
  const t = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { gradeSubmission } = useDataProvider<Api>();
  const { id, answers, total_marks: most } = submission;
  const hasScore = answers.length === 0;
  const kept = useKeptState(`/submissions/${id}#overall`, {
    feedback: submission.feedback ?? '',
    score: submission.total_score === null ? '' : String(submission.total_score),
  });
  const { feedback, score: typed } = kept.value;
  const score = scoreIn(typed);
  const isWrong = hasScore && isWrongScore(score, most);
  const saving = useMutation({
    mutationFn: (body: SubmissionGrade) => gradeSubmission(id, body),
    onSuccess: ({ message, submission: graded }) => {
      kept.drop();
      notify(message || t('submissions.overallSaved'), { type: 'success' });
      if (graded)
        queryClient.setQueryData<Submission>(submissionKey(id), (before) => ({ ...before, ...graded }));
      onSaved();
    },
    onError: (refused) => notify(sentenceOf(refused, t('submissions.overallFailed')), { type: 'error' }),
  });
  return {
    hasScore,
    feedback,
    score: typed,
    problem: isWrong ? t('submissions.pointsProblem', { most }) : '',
    isDirty: kept.isDirty,
    isSaving: saving.isPending,
    hasFailed: saving.isError,
    setFeedback: (text: string) => kept.set({ ...kept.value, feedback: text }),
    setScore: (text: string) => kept.set({ ...kept.value, score: text }),
    save: () => {
      if (!isWrong && !saving.isPending) saving.mutate({ feedback, ...(hasScore ? { score } : {}) });
    },
  };
}
