import { type ReactNode, Suspense, useState } from 'react';
import { Boundary } from '../ui/page/Boundary';
import { IconAction } from '../ui/page/IconAction';
import { ListPopover } from '../ui/page/ListPopover';
import { ErrorState } from '../ui/page/States';

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
  return (
    <>
      <IconAction
        title={name}
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
