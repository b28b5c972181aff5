import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent } from 'react';
import type { Answer } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { CancelTyped } from '../../ui/dialog/QuestionDialog';
import { StaleDialog } from '../../ui/form/StaleDialog';
import { FeedbackField } from './FeedbackField';
import { proposedScore, useGradeForm } from './useGradeForm';

interface GradeFormProps {
  answer: Answer;
  /** Of the answer, as a person calls it. */
  name: string;
  submissionId: number;
  onClose: () => void;
  onSaved: (id: number, isOn: boolean) => void;
}

/** The score of one answer and words about it. Enter saves and goes on, Escape closes and keeps what was typed. */
export function GradeForm({ answer, name, submissionId, onClose, onSaved }: GradeFormProps) {
  const t = useText();
  const form = useGradeForm({ answer, submissionId, onSaved });
  const most = answer.max_marks;
  const suggested = proposedScore(answer);
  const isSuggested = answer.score === null && suggested !== null && form.typed === String(suggested);
  const cancel = () => {
    form.drop();
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    // What was typed stays on the device.
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.save(true);
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('submissions.gradeOf', { name })}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        form.save(true);
      }}
      sx={{ display: 'grid', gap: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField
          label={t('submissions.points', { most })}
          value={form.typed}
          onChange={({ target }) => form.setScore(target.value)}
          onFocus={({ target }) => target.select()}
          autoFocus
          error={form.problem !== ''}
          helperText={
            form.problem || (isSuggested ? t('submissions.suggested', { score: suggested }) : undefined)
          }
          sx={{ width: { xs: '100%', sm: 260 } }}
          slotProps={{ htmlInput: { inputMode: 'numeric', enterKeyHint: 'next', maxLength: 9 } }}
        />
        <Button variant="outlined" onClick={() => form.setScore(String(most))}>
          {t('submissions.full')}
        </Button>
        <Button variant="outlined" onClick={() => form.setScore('0')}>
          {t('submissions.none')}
        </Button>
      </Box>
      <FeedbackField value={form.feedback} onChange={form.setFeedback} />
      {form.hasFailed && <Alert severity="error">{t('submissions.keptHere')}</Alert>}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button type="submit" variant="contained" disabled={form.isSaving} aria-busy={form.isSaving}>
          {t(form.isSaving ? 'submissions.saving' : 'submissions.saveNext')}
        </Button>
        <Button variant="outlined" disabled={form.isSaving} onClick={() => form.save(false)}>
          {t('submissions.save')}
        </Button>
        <CancelTyped isDirty={form.isDirty} isDisabled={form.isSaving} onCancel={cancel} />
        {form.isDirty && !form.isSaving && (
          <Typography variant="body2" color="text.secondary" role="status">
            {t('submissions.unsaved')}
          </Typography>
        )}
      </Box>
      <StaleDialog
        fields={[
          { name: 'score', label: t('submissions.staleScore') },
          { name: 'feedback', label: t('submissions.staleFeedback') },
        ]}
        question={form.question}
      />
    </Box>
  );
}
