import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/useText';
import { StickyBar } from '../../../ui/form/StickyBar';

interface SubmitBarProps {
  answered: number;
  total: number;
  isSending: boolean;
  isDisabled: boolean;
  onSubmit: () => void;
  /** Where the answers are kept. */
  children: ReactNode;
}

/** Stays at the bottom: how much is answered, where it is kept, and the way to hand it in. */
export function SubmitBar({ answered, total, isSending, isDisabled, onSubmit, children }: SubmitBarProps) {
  const t = useText();
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
              // Nothing is loading here.
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
