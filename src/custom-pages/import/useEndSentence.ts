import type { AlertColor } from '@mui/material/Alert';
import { useText } from '../../i18n/useText';
import { type RunState, totalsOf } from './sending/runState';

/** How an import ended, in one sentence. */
export function useEndSentence(state: RunState): { severity: AlertColor; sentence: string } {
  const t = useText();
  const { imported, updated, failed } = totalsOf(state);
  switch (state.end) {
    case 'cancelled':
      return { severity: 'warning', sentence: t('importsEnd.cancelled') };
    case 'paused':
      return { severity: 'warning', sentence: t('importsEnd.paused', { why: state.problem ?? '' }) };
    case 'stopped':
      return {
        severity: 'warning',
        sentence:
          state.stopLine === null
            ? t('importsEnd.stoppedSomewhere')
            : t('importsEnd.stopped', { line: state.stopLine }),
      };
    default:
      if (imported + updated === 0) return { severity: 'error', sentence: t('importsEnd.nothing') };
      return failed > 0
        ? { severity: 'warning', sentence: t('importsEnd.partly') }
        : { severity: 'success', sentence: t('importsEnd.done') };
  }
}
