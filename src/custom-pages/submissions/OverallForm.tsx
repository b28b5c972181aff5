import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Submission } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { FeedbackField } from './FeedbackField';
import { useOverallForm } from './useOverallForm';

/** What the teacher says of the whole submission, to write; a fresh form after each save. */
export function OverallForm({ submission }: { submission: Submission }) {
  const [round, setRound] = useState(0);
  return (
    <Form
      key={`${round} ${submission.feedback} ${submission.total_score}`}
      submission={submission}
      isSaved={round > 0}
      onSaved={() => setRound(round + 1)}
    />
  );
}

interface FormProps {
  submission: Submission;
  isSaved: boolean;
  onSaved: () => void;
}

function Form({ submission, isSaved, onSaved }: FormProps) {
  const t = useText();
  const form = useOverallForm(submission, onSaved);
  return (
    <Card
      component="form"
      noValidate
      aria-labelledby="overall-title"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
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
          {t(form.isSaving ? 'submissions.saving' : 'submissions.overallSave')}
        </Button>
        <Typography variant="body2" color="text.secondary" role="status">
          {form.isDirty ? t('submissions.unsaved') : isSaved ? t('submissions.saved') : ''}
        </Typography>
      </Box>
    </Card>
  );
}
