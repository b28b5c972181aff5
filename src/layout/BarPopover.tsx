import { IconButton, Popover, Tooltip } from '@mui/material';
import { type ReactNode, Suspense, useState } from 'react';
import { useBackCloses } from '../ui/dialog/overlays';

interface BarPopoverProps {
  /** Label of the button. */
  name: string;
  /** Label of the list that opens. */
  title: string;
  icon: ReactNode;
  /** Called when the list opens, to load it again. */
  onOpen: () => void;
  /** The list; `close` is called before something else is shown. */
  children: (close: () => void) => ReactNode;
}

/** A button of the top bar and the list that opens below it. */
export function BarPopover({ name, title, icon, onOpen, children }: BarPopoverProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  useBackCloses(anchor !== null, close);
  return (
    <>
      <Tooltip title={name}>
        <IconButton
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            onOpen();
          }}
        >
          {icon}
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': title,
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)', border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Suspense>{children(close)}</Suspense>
      </Popover>
    </>
  );
}
