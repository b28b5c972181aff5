import { type ReactNode, Suspense, useState } from 'react';
import { Boundary } from '../ui/page/Boundary';
import { IconAction } from '../ui/page/IconAction';
import { ListPopover } from '../ui/page/ListPopover';
import { ErrorState } from '../ui/page/States';

interface BarPopoverProps {
  buttonLabel: string;
  title: string;
  icon: ReactNode;
  /** Reloads the list when it opens. */
  onOpen: () => void;
  /** The list; it calls `close` before it opens something else. */
  children: (close: () => void) => ReactNode;
}

/** A button of the top bar with a list below it. */
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
