import { Alert, Box, Button, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Answer, Submission } from '../../../contract/assignments';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { useApi } from '../../dataProvider/useApi';
import type { AnswerGrade } from '../../dataProvider/assignments';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
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
  /** The name of the answer for people. */
  name: string;
  submissionId: number;
  onClose: () => void;
  onSaved: (id: number, isOn: boolean) => void;
}

/** Score and feedback of one answer. Enter saves and continues, Escape closes and keeps the text. */
export function GradeForm({ answer, name, submissionId, onClose, onSaved }: GradeFormProps) {
  const form = useGradeForm({ answer, submissionId, onSaved });
  const suggested = proposedScore(answer);
  const isSuggested = answer.score === null && suggested !== null && form.typed === String(suggested);
  const cancel = () => {
    form.drop();
    onClose();
  };
  const frame = useRef<HTMLFormElement>(null);
  // Whole on the screen, with its buttons: the focus brings only its first field there.
  useEffect(() => {
    frame.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const press = (event: KeyboardEvent) => {
    // The typed text stays on the device.
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.save(true);
  };
  return (
    <Form
      ref={frame}
      aria-label={t('submissions.gradeOf', { name })}
      onKeyDown={press}
      onSubmit={() => form.save(true)}
      sx={{
        display: 'grid',
        gap: 2,
        pt: 2,
        borderTop: 1,
        borderColor: 'divider',
        scrollMarginBlock: `${sizes.topBar}px 16px`,
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField
          label={t('submissions.points', { most: answer.max_marks })}
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

/** The key of a typed grade on the device. */
export const draftPlace = (answerId: number) => `/submissions/answers/${answerId}`;

/** The typed score: a whole number in any digits; null if empty, NaN for anything else. */
export function scoreIn(text: string): number | null {
  const digits = foldDigits(cleanText(text));
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Whether a score is invalid: not a whole number, or above the maximum. An empty score is valid. */
export const isWrongScore = (score: number | null, maxMarks: number): boolean =>
  score !== null && !(score <= maxMarks);

/** The initial score: proposed by the server, or all or nothing if the answer is right or wrong. */
export function proposedScore({ suggested_score, is_correct, max_marks }: Answer): number | null {
  if (suggested_score != null) return suggested_score;
  if (is_correct == null) return null;
  return is_correct ? max_marks : 0;
}

interface GradeTarget {
  answer: Answer;
  submissionId: number;
  /** Called after saving; `isOn`: continue with the next answer. */
  onSaved: (id: number, isOn: boolean) => void;
}

/** The form for one answer; kept on the device until it is saved. */
function useGradeForm({ answer, submissionId, onSaved }: GradeTarget) {
  const { notifyProblem } = useNotices();
  const queryClient = useQueryClient();
  const { gradeAnswer } = useApi();
  const { id, max_marks, version } = answer;
  const proposed = answer.score ?? proposedScore(answer);
  const draft = useDraftState(
    draftPlace(id),
    { score: proposed === null ? '' : String(proposed), feedback: answer.feedback ?? '' },
    version,
  );
  const [isChecked, setIsChecked] = useState(false);
  const { score: typed, feedback } = draft.value;
  const score = scoreIn(typed);
  const isEmpty = score === null && feedback.trim() === '';
  const isWrong = isWrongScore(score, max_marks);
  const problem = isWrong || isEmpty ? t('submissions.pointsProblem', { most: max_marks }) : '';

  const saving = useVersionedSave({
    save: ({ isOn: _, ...body }: AnswerGrade & { isOn: boolean }) => gradeAnswer(id, body),
    onSaved: ({ submission }, { isOn }) => {
      draft.clear();
      // Shown at once, before it is loaded again.
      if (submission)
        queryClient.setQueryData<Submission>(submissionKey(submissionId), (before) => ({
          ...before,
          ...submission,
        }));
      onSaved(id, isOn);
    },
    onRefused: (refused) => notifyProblem(refused, t('submissions.saveFailed')),
    buildBody: (chosen, { theirs }) => ({
      score: chosen['score'],
      feedback: chosen['feedback'] ?? '',
      version: Number(theirs['version']),
      isOn: true,
    }),
  });
  const save = (isOn: boolean) => {
    setIsChecked(true);
    if (saving.isPending || problem !== '') return;
    const stored = draft.version ?? version;
    void saving.send({ score, feedback, ...(stored === undefined ? {} : { version: stored }), isOn });
  };
  return {
    typed,
    feedback,
    setScore: (text: string) => draft.set({ ...draft.value, score: text }),
    setFeedback: (text: string) => draft.set({ ...draft.value, feedback: text }),
    isDirty: draft.isDirty,
    problem: isChecked || isWrong ? problem : '',
    isSaving: saving.isPending,
    hasFailed: saving.hasFailed,
    save,
    drop: draft.clear,
    question: saving.question,
  };
}

/** The feedback of the teacher about an answer or a whole submission. */
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
