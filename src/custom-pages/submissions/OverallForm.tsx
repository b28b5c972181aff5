import { Alert, Box, Button, Card, TextField, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Submission } from '../../../contract/assignments';
import { useApi } from '../../dataProvider/useApi';
import type { SubmissionGrade } from '../../dataProvider/assignments';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { useDraftState } from '../../ui/form/drafts';
import { Form } from '../../ui/form/Form';
import { PlainText } from '../../ui/page/PlainText';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { FeedbackField, isInvalidScore, parseScore } from './GradeForm';
import { submissionKey } from './useSubmission';

/** After each save a new form mounts. */
export function OverallForm({ submission }: { submission: Submission }) {
  const [saveCount, setSaveCount] = useState(0);
  return (
    <OverallFields
      key={`${saveCount} ${submission.feedback} ${submission.total_score}`}
      submission={submission}
      isSaved={saveCount > 0}
      onSaved={() => setSaveCount(saveCount + 1)}
    />
  );
}

interface OverallFieldsProps {
  submission: Submission;
  isSaved: boolean;
  onSaved: () => void;
}

function OverallFields({ submission, isSaved, onSaved }: OverallFieldsProps) {
  const form = useOverallForm(submission, onSaved);
  return (
    <Card
      component={Form}
      aria-labelledby="overall-title"
      onSubmit={form.save}
      sx={{ p: 2, display: 'grid', gap: 2 }}
    >
      <Typography id="overall-title" variant="h2">
        {t('submissions.overall')}
      </Typography>
      {form.hasScore && (
        <TextField
          label={`${t('submissions.overallScore')} (${t('submissions.points', { most: submission.total_marks })})`}
          value={form.score}
          onChange={({ target }) => form.setScore(target.value)}
          error={form.problem !== ''}
          helperText={form.problem || undefined}
          sx={{ maxWidth: 320 }}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
        />
      )}
      <FeedbackField value={form.feedback} onChange={form.setFeedback} />
      {form.hasFailed && <Alert severity="error">{t('submissions.keptHere')}</Alert>}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          type="submit"
          variant="contained"
          disabled={form.isSaving || !form.isDirty}
          aria-busy={form.isSaving}
        >
          {t(form.isSaving ? 'ui.saving' : 'submissions.overallSave')}
        </Button>
        <SecondaryText role="status">
          {form.isDirty ? t('submissions.unsaved') : isSaved ? t('submissions.saved') : ''}
        </SecondaryText>
      </Box>
    </Card>
  );
}

export function OverallFeedback({ feedback }: { feedback: string | null }) {
  return (
    <Card component="section" aria-labelledby="overall-title" sx={{ p: 2 }}>
      <Typography id="overall-title" variant="h3" component="h2">
        {t('submissions.overall')}
      </Typography>
      {feedback ? (
        <PlainText>{feedback}</PlainText>
      ) : (
        <Typography color="text.secondary">{t('submissions.overallNone')}</Typography>
      )}
    </Card>
  );
}

/**
 * The form has a score only if the submission has no answers. The draft stays on the device until the user
 * saves it.
 */
function useOverallForm(submission: Submission, onSaved: () => void) {
  const { notifyDone, notifyProblem } = useNotices();
  const queryClient = useQueryClient();
  const { gradeSubmission } = useApi();
  const { id, answers, total_marks } = submission;
  const hasScore = answers.length === 0;
  const draft = useDraftState(`/submissions/${id}#overall`, {
    feedback: submission.feedback ?? '',
    score: submission.total_score === null ? '' : String(submission.total_score),
  });
  const { feedback, score: scoreText } = draft.value;
  const score = parseScore(scoreText);
  const isInvalid = hasScore && isInvalidScore(score, total_marks);
  const saveMutation = useMutation({
    mutationFn: (body: SubmissionGrade) => gradeSubmission(id, body),
    onSuccess: (answer) => {
      const { message, submission: graded } = answer;
      draft.clear();
      notifyDone(message || t('submissions.overallSaved'), answer);
      if (graded)
        queryClient.setQueryData<Submission>(submissionKey(id), (before) => ({ ...before, ...graded }));
      onSaved();
    },
    onError: (problem) => notifyProblem(problem, t('submissions.overallFailed')),
  });
  return {
    hasScore,
    feedback,
    score: scoreText,
    problem: isInvalid ? t('submissions.pointsProblem', { most: total_marks }) : '',
    isDirty: draft.isDirty,
    isSaving: saveMutation.isPending,
    hasFailed: saveMutation.isError,
    setFeedback: (text: string) => draft.set({ ...draft.value, feedback: text }),
    setScore: (text: string) => draft.set({ ...draft.value, score: text }),
    save: () => {
      if (!isInvalid && !saveMutation.isPending)
        saveMutation.mutate({ feedback, ...(hasScore ? { score } : {}) });
    },
  };
}
