import SavedOnServer from '@mui/icons-material/CloudDoneOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import SavedOnDevice from '@mui/icons-material/SaveOutlined';
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
  /** A text about where the answers are saved. */
  children: ReactNode;
}

export function SubmitBar({ answered, total, isSending, isDisabled, onSubmit, children }: SubmitBarProps) {
  return (
    <StickyBar
      height={136}
      layout={{
        p: { xs: 1.5, sm: 2 },
        display: 'grid',
        alignItems: 'center',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
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
              // The role is not `progressbar`, because nothing is loading.
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

const draftLabels: Record<DraftState, PlainTextKey> = {
  unknown: 'ownAssignments.savedHere',
  none: 'ownAssignments.savedHere',
  saving: 'ownAssignments.saving',
  saved: 'ownAssignments.savedBoth',
  offline: 'ownAssignments.savedHereOnly',
};

interface DraftStatusProps {
  state: DraftState;
  hasAnswers: boolean;
  /** False if the storage of the device is full. */
  isStored: boolean;
}

export function DraftStatus({ state, hasAnswers, isStored }: DraftStatusProps) {
  const hasProblem = !isStored || (state === 'offline' && hasAnswers);
  const key = !isStored
    ? 'ownAssignments.notSaved'
    : hasAnswers
      ? draftLabels[state]
      : 'ownAssignments.nothingYet';
  const Icon = hasProblem ? CloudOff : state === 'saved' ? SavedOnServer : SavedOnDevice;
  return (
    <Typography
      variant="body2"
      // Screen readers announce only problems, and not every save.
      aria-live={hasProblem ? 'polite' : 'off'}
      sx={{
        display: 'flex',
        gap: 0.75,
        alignItems: 'center',
        color: isStored ? 'text.secondary' : 'error.main',
      }}
    >
      <Icon aria-hidden fontSize="small" />
      {t(key)}
    </Typography>
  );
}

interface SubmitConfirmationProps {
  isOpen: boolean;
  unansweredCount: number;
  isLate: boolean;
  onConfirm: () => void;
  onShowUnanswered: () => void;
  onClose: () => void;
}

/** Asks before the submission, and counts the unanswered questions (spec 2 §5). */
export function SubmitConfirmation(props: SubmitConfirmationProps) {
  const { isOpen, unansweredCount, isLate, onConfirm, onShowUnanswered, onClose } = props;
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={t('ownAssignments.confirmTitle')}
      text={
        <Box component="span" sx={{ fontWeight: 600, ...(unansweredCount > 0 && { color: 'warning.main' }) }}>
          {t('ownAssignments.confirmUnanswered', { smart_count: unansweredCount })}
        </Box>
      }
      confirmLabel={t('ownAssignments.confirm')}
      secondAnswer={
        unansweredCount > 0 && <Button onClick={onShowUnanswered}>{t('ownAssignments.toUnanswered')}</Button>
      }
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isLate && <Typography>{t('ownAssignments.lateWarning')}</Typography>}
      <Typography>{t('ownAssignments.onceOnly')}</Typography>
    </QuestionDialog>
  );
}
