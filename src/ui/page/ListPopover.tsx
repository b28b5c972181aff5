import { Popover } from '@mui/material';
import type { ReactNode } from 'react';
import { useBackCloses } from './overlays';

interface ListPopoverProps {
  title: string;
  /** The button that it hangs below; null while it is closed. */
  anchor: HTMLElement | null;
  width: number;
  /** What stands in it goes on while it is closed. */
  isKept?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A list that opens below its button. */
export function ListPopover({ title, anchor, width, isKept = false, onClose, children }: ListPopoverProps) {
  useBackCloses(anchor !== null, onClose);
  return (
    <Popover
      open={anchor !== null}
      keepMounted={isKept}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': title,
          sx: { width, maxWidth: 'calc(100vw - 32px)', border: 1, borderColor: 'divider' },
        },
      }}
    >
      {children}
    </Popover>
  );
}
