import { Popover } from '@mui/material';
import type { ReactNode } from 'react';
import { useBackCloses } from './overlays';

interface ListPopoverProps {
  title: string;
  anchor: HTMLElement | null;
  width: number;
  onClose: () => void;
  children: ReactNode;
}

export function ListPopover({ title, anchor, width, onClose, children }: ListPopoverProps) {
  useBackCloses(anchor !== null, onClose);
  return (
    <Popover
      open={anchor !== null}
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
