import Saved from '@mui/icons-material/CloudDoneOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Here from '@mui/icons-material/SaveOutlined';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type PlainTextKey, t } from '../../../i18n/text';
import { QuestionDialog } from '../../../ui/dialog/QuestionDialog';
import { StickyBar } from '../../../ui/form/UnsavedBar';
import type { DraftState } from './answerDraft';

interface SubmitBarProps {
  answered: number;
  total: number;
  isSending: boolean;
  isDisabled: boolean;
  onSubmit: () => void;
  /** A line that says where the answers are saved. */
  children: ReactNode;
}

/** The bar at the bottom: how many questions are answered, where the answers are saved, and the submit button. */
export function SubmitBar({ answered, total, isSending, isDisabled, onSubmit, children }: SubmitBarProps) {
  return (
    <StickyBar
      height={168}
      layout={{
        p: 2,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        {total > 0 && (
          <>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t('ownAssignments.progress', { answered, total })}
            </Typography>
            <LinearProgress
              variant="determinate"
              // Not a progress bar: nothing is loading.
              role="meter"
              value={(answered * 100) / total}
              aria-valuenow={answered}
              aria-valuemax={total}
              aria-label={t('ownAssignments.progressLabel')}
              sx={{ borderRadius: 1, '& .MuiLinearProgress-bar': { transition: 'none' } }}
            />
          </>
        )}
        {children}
      </Box>
      <Button
        variant="contained"
        size="large"
        onClick={onSubmit}
        disabled={isSending || isDisabled}
        aria-busy={isSending}
      >
        {isSending ? t('ownAssignments.submitting') : t('ownAssignments.submit')}
      </Button>
    </StickyBar>
  );
}

const draftSentences: Record<DraftState, PlainTextKey> = {
  unknown: 'ownAssignments.savedHere',
  none: 'ownAssignments.savedHere',
  saving: 'ownAssignments.saving',
  saved: 'ownAssignments.savedBoth',
  offline: 'ownAssignments.savedHereOnly',
};

interface DraftLineProps {
  state: DraftState;
  /** Whether any question is answered. */
  hasAnswers: boolean;
  /** False if the storage of the device is full. */
  isKept: boolean;
}

export function DraftLine({ state, hasAnswers, isKept }: DraftLineProps) {
  const isTrouble = !isKept || (state === 'offline' && hasAnswers);
  const key = !isKept
    ? 'ownAssignments.notSaved'
    : hasAnswers
      ? draftSentences[state]
      : 'ownAssignments.nothingYet';
  const Icon = isTrouble ? CloudOff : state === 'saved' ? Saved : Here;
  return (
    <Typography
      variant="body2"
      // Read out only when something is wrong, not at each save.
      aria-live={isTrouble ? 'polite' : 'off'}
      sx={{
        display: 'flex',
        gap: 0.75,
        alignItems: 'center',
        color: isKept ? 'text.secondary' : 'error.main',
      }}
    >
      <Icon aria-hidden fontSize="small" />
      {t(key)}
    </Typography>
  );
}

interface SubmitQuestionProps {
  isOpen: boolean;
  /** How many questions have no answer. */
  unanswered: number;
  isLate: boolean;
  onConfirm: () => void;
  /** Back to the first question without an answer. */
  onToUnanswered: () => void;
  onClose: () => void;
}

/** Asks before submitting, and says how many questions have no answer; spec 2 §5. */
export function SubmitQuestion(props: SubmitQuestionProps) {
  const { isOpen, unanswered, isLate, onConfirm, onToUnanswered, onClose } = props;
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={t('ownAssignments.confirmTitle')}
      text={
        <Box component="span" sx={{ fontWeight: 600, ...(unanswered > 0 && { color: 'warning.main' }) }}>
          {t('ownAssignments.confirmUnanswered', { smart_count: unanswered })}
        </Box>
      }
      confirmLabel={t('ownAssignments.confirm')}
      secondAnswer={
        unanswered > 0 && <Button onClick={onToUnanswered}>{t('ownAssignments.toUnanswered')}</Button>
      }
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isLate && <Typography>{t('ownAssignments.lateWarning')}</Typography>}
      <Typography>{t('ownAssignments.onceOnly')}</Typography>
    </QuestionDialog>
  );
}
