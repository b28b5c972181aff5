import { Alert, Box, Button, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Answer, Submission } from '../../../contract/assignments';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { useApi } from '../../dataProvider/useApi';
import type { AnswerGrade } from '../../dataProvider/assignments';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { CancelFormButton } from '../../ui/dialog/QuestionDialog';
import { useDraftState } from '../../ui/form/drafts';
import { Form } from '../../ui/form/Form';
import { StaleDialog } from '../../ui/form/StaleDialog';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { submissionKey } from './useSubmission';

interface GradeFormProps {
  answer: Answer;
  name: string;
  submissionId: number;
  onClose: () => void;
  onSaved: (id: number, isContinuing: boolean) => void;
}

/** Enter saves and continues. Escape closes the form, and the typed text stays on the device. */
export function GradeForm({ answer, name, submissionId, onClose, onSaved }: GradeFormProps) {
  const form = useGradeForm({ answer, submissionId, onSaved });
  const scoreSuggestion = suggestedScore(answer);
  const isSuggested =
    answer.score === null && scoreSuggestion !== null && form.scoreText === String(scoreSuggestion);
  const cancel = () => {
    form.drop();
    onClose();
  };
  const formRef = useRef<HTMLFormElement>(null);
  // Scrolls the whole form into view, because the focus shows only its first field.
  useEffect(() => {
    formRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.save(true);
  };
  return (
    <Form
      ref={formRef}
      aria-label={t('submissions.gradeOf', { name })}
      onKeyDown={handleKey}
      onSubmit={() => form.save(true)}
      sx={{
        display: 'grid',
        gap: 2,
        pt: 2,
        borderTop: 1,
        borderColor: 'divider',
        scrollMarginBlockEnd: '16px',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField
          label={t('submissions.points', { most: answer.max_marks })}
          value={form.scoreText}
          onChange={({ target }) => form.setScore(target.value)}
          onFocus={({ target }) => target.select()}
          autoFocus
          error={form.problem !== ''}
          helperText={
            form.problem || (isSuggested ? t('submissions.suggested', { score: scoreSuggestion }) : undefined)
          }
          sx={{ width: { xs: '100%', sm: 260 } }}
          slotProps={{ htmlInput: { inputMode: 'numeric', enterKeyHint: 'next', maxLength: 9 } }}
        />
        <Button variant="outlined" onClick={() => form.setScore(String(answer.max_marks))}>
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
          {t(form.isSaving ? 'ui.saving' : 'submissions.saveNext')}
        </Button>
        <Button variant="outlined" disabled={form.isSaving} onClick={() => form.save(false)}>
          {t('ui.save')}
        </Button>
        <CancelFormButton
          isDirty={form.isDirty}
          isDisabled={form.isSaving}
          onCancel={cancel}
          onSave={() => form.save(false)}
        />
        {form.isDirty && !form.isSaving && (
          <SecondaryText role="status">{t('submissions.unsaved')}</SecondaryText>
        )}
      </Box>
      <StaleDialog
        fields={[
          { name: 'score', label: t('assignments.score') },
          { name: 'feedback', label: t('submissions.feedbackInput') },
        ]}
        question={form.question}
      />
    </Form>
  );
}

export const gradeDraftKey = (answerId: number) => `/submissions/answers/${answerId}`;

/** Accepts digits of any script. Returns null for an empty text, and NaN for any other text. */
export function parseScore(text: string): number | null {
  const digits = foldDigits(cleanText(text));
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** An empty score is valid. */
export const isInvalidScore = (score: number | null, maxMarks: number): boolean =>
  score !== null && !(score <= maxMarks);

/** Returns the server's suggestion. Without one: full marks for a correct answer, 0 for a wrong one. */
export function suggestedScore({ suggested_score, is_correct, max_marks }: Answer): number | null {
  if (suggested_score != null) return suggested_score;
  if (is_correct == null) return null;
  return is_correct ? max_marks : 0;
}

interface GradeTarget {
  answer: Answer;
  submissionId: number;
  /** Called after a save. If `isContinuing` is true, the next answer opens. */
  onSaved: (id: number, isContinuing: boolean) => void;
}

/** The draft stays on the device until the user saves or cancels. */
function useGradeForm({ answer, submissionId, onSaved }: GradeTarget) {
  const { notifyProblem } = useNotices();
  const queryClient = useQueryClient();
  const { gradeAnswer } = useApi();
  const { id, max_marks, version } = answer;
  const initialScore = answer.score ?? suggestedScore(answer);
  const draft = useDraftState(
    gradeDraftKey(id),
    { score: initialScore === null ? '' : String(initialScore), feedback: answer.feedback ?? '' },
    version,
  );
  const [isChecked, setIsChecked] = useState(false);
  const { score: scoreText, feedback } = draft.value;
  const score = parseScore(scoreText);
  const isEmpty = score === null && feedback.trim() === '';
  const isInvalid = isInvalidScore(score, max_marks);
  const problem = isInvalid || isEmpty ? t('submissions.pointsProblem', { most: max_marks }) : '';

  const saving = useVersionedSave({
    save: ({ isContinuing: _, ...body }: AnswerGrade & { isContinuing: boolean }) => gradeAnswer(id, body),
    onSaved: ({ submission }, { isContinuing }) => {
      draft.clear();
      // Shows the grade at once, before the submission loads again.
      if (submission)
        queryClient.setQueryData<Submission>(submissionKey(submissionId), (before) => ({
          ...before,
          ...submission,
        }));
      onSaved(id, isContinuing);
    },
    onRefused: (failure) => notifyProblem(failure, t('submissions.saveFailed')),
    buildBody: (chosen, { theirs }) => ({
      score: chosen['score'],
      feedback: chosen['feedback'] ?? '',
      version: Number(theirs['version']),
      isContinuing: true,
    }),
  });
  const save = (isContinuing: boolean) => {
    setIsChecked(true);
    if (saving.isPending || problem !== '') return;
    const baseVersion = draft.version ?? version;
    void saving.send({
      score,
      feedback,
      ...(baseVersion === undefined ? {} : { version: baseVersion }),
      isContinuing,
    });
  };
  return {
    scoreText,
    feedback,
    setScore: (text: string) => draft.set({ ...draft.value, score: text }),
    setFeedback: (text: string) => draft.set({ ...draft.value, feedback: text }),
    isDirty: draft.isDirty,
    problem: isChecked || isInvalid ? problem : '',
    isSaving: saving.isPending,
    hasFailed: saving.hasFailed,
    save,
    drop: draft.clear,
    question: saving.question,
  };
}

export function FeedbackField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <TextField
      label={t('submissions.feedbackInput')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      multiline
      minRows={2}
      maxRows={12}
      slotProps={{ htmlInput: { maxLength: 4_000, dir: 'auto' } }}
    />
  );
}
