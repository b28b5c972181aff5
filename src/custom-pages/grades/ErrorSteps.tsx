import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { memo, useRef } from 'react';
import { useText } from '../../i18n/useText';
import type { Cell, CellProblem } from './sheetModel';

interface ErrorStepsProps {
  problems: readonly CellProblem[];
  /** Undefined where there is no cell to go to. */
  onGo: ((cell: Cell) => void) | undefined;
}

/** How many marks are refused, and the way from one to the next. */
export const ErrorSteps = memo(function ErrorSteps({ problems, onGo }: ErrorStepsProps) {
  const t = useText();
  const last = useRef<Cell | null>(null);
  const go = () => {
    const at = problems.findIndex(
      ({ studentId, column }) => studentId === last.current?.studentId && column === last.current.column,
    );
    const next = problems[(at + 1) % problems.length];
    if (!next) return;
    last.current = next;
    onGo?.(next);
  };
  if (problems.length === 0) return null;
  return (
    <>
      <Typography role="status" color="error" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {t('grades.errors', { smart_count: problems.length })}
      </Typography>
      {onGo && (
        <Button color="error" onClick={go}>
          {t('grades.nextError')}
        </Button>
      )}
    </>
  );
});
