import { Popover } from '@mui/material';
import type { ReactNode } from 'react';
import { useBackCloses } from './overlays';
import { useMounted } from './useMounted';

interface ListPopoverProps {
  title: string;
  anchor: HTMLElement | null;
  width: number;
  onClose: () => void;
  children: ReactNode;
}

export function ListPopover(props: ListPopoverProps) {
  const { isMounted, onExited } = useMounted(props.anchor !== null);
  return isMounted && <MountedPopover onExited={onExited} {...props} />;
}

interface MountedPopoverProps extends ListPopoverProps {
  onExited: () => void;
}

function MountedPopover({ title, anchor, width, onClose, onExited, children }: MountedPopoverProps) {
  useBackCloses(anchor !== null, onClose);
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{
        transition: { onExited },
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
