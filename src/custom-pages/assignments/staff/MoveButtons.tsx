import Down from '@mui/icons-material/KeyboardArrowDown';
import Up from '@mui/icons-material/KeyboardArrowUp';
import { IconButton } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { t } from '../../../i18n/text';

interface MoveButtonsProps {
  name: string;
  index: number;
  count: number;
  isDisabled?: boolean;
  onMove: (step: -1 | 1) => void;
}

export function MoveButtons({ name, index, count, isDisabled = false, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        aria-label={t('assignments.moveUp', { name })}
        disabled={isDisabled || index === 0}
        onClick={() => onMove(-1)}
      >
        <Up fontSize="small" />
      </IconButton>
      <IconButton
        aria-label={t('assignments.moveDown', { name })}
        disabled={isDisabled || index === count - 1}
        onClick={() => onMove(1)}
      >
        <Down fontSize="small" />
      </IconButton>
    </>
  );
}

export const moveKeys = (onMove: (step: -1 | 1) => void) => (event: KeyboardEvent) => {
  if (!event.altKey || event.ctrlKey || event.shiftKey) return;
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  event.stopPropagation();
  onMove(event.key === 'ArrowUp' ? -1 : 1);
};
