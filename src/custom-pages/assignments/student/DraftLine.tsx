import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Saved from '@mui/icons-material/CloudDoneOutlined';
import Here from '@mui/icons-material/SaveOutlined';
import Typography from '@mui/material/Typography';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import type { DraftState } from './useDraftSync';

const sentences: Record<DraftState, PlainTextKey> = {
  unknown: 'ownAssignments.savedHere',
  none: 'ownAssignments.savedHere',
  saving: 'ownAssignments.saving',
  saved: 'ownAssignments.savedBoth',
  offline: 'ownAssignments.savedHereOnly',
};

interface DraftLineProps {
  state: DraftState;
  /** Something is answered. */
  hasAnswers: boolean;
  /** False where the device is full. */
  isKept: boolean;
}

/** Where the answers are kept. */
export function DraftLine({ state, hasAnswers, isKept }: DraftLineProps) {
  const t = useText();
  const isTrouble = !isKept || (state === 'offline' && hasAnswers);
  const key = !isKept
    ? 'ownAssignments.notSaved'
    : hasAnswers
      ? sentences[state]
      : 'ownAssignments.nothingYet';
  const Icon = isTrouble ? CloudOff : state === 'saved' ? Saved : Here;
  return (
    <Typography
      variant="body2"
      // Heard when something is wrong, and not at each save.
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
