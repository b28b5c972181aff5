import { type ReactNode, Suspense, useState } from 'react';
import { Boundary } from '../ui/page/Boundary';
import { IconAction } from '../ui/page/IconAction';
import { ListPopover } from '../ui/page/ListPopover';
import { ErrorState } from '../ui/page/States';

interface BarPopoverProps {
  buttonLabel: string;
  title: string;
  icon: ReactNode;
  /** Called on opening, to reload the list. */
  onOpen: () => void;
  /** The list. It calls `close` before it opens a page or a dialog. */
  children: (close: () => void) => ReactNode;
}

export function BarPopover({ buttonLabel, title, icon, onOpen, children }: BarPopoverProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconAction
        title={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          onOpen();
        }}
      >
        {icon}
      </IconAction>
      <ListPopover title={title} anchor={anchor} width={400} onClose={close}>
        <Boundary renderFallback={(onRetry, problem) => <ErrorState error={problem} onRetry={onRetry} />}>
          <Suspense>{children(close)}</Suspense>
        </Boundary>
      </ListPopover>
    </>
  );
}
