import MoreVert from '@mui/icons-material/MoreVert';
import { Box, Stack } from '@mui/material';
import { type ReactNode, type Ref, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../i18n/text';
import { IconAction } from './IconAction';
import { ListPopover } from './ListPopover';
import { useIsPhone } from './useIsPhone';

/**
 * One DOM element moves between the two slots, so that open dialogs survive turning a phone. After the first
 * opening the tools stay mounted outside of the closed popover, because an export may still run.
 */
export function Tools({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const [element] = useState(() => Object.assign(document.createElement('div'), { className: 'tools' }));
  const slotRef = useCallback((slot: HTMLElement | null) => slot?.append(element), [element]);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (!wasOpened && (!isPhone || isOpen)) setWasOpened(true);
  if (isOpen && !isPhone) setIsOpen(false);
  return (
    <>
      {isPhone ? (
        <MoreTools isOpen={isOpen} onOpen={setIsOpen} slotRef={slotRef} />
      ) : (
        <Box ref={slotRef} sx={{ display: 'contents', '& > .tools': { display: 'contents' } }} />
      )}
      {wasOpened &&
        createPortal(
          <Stack
            onClick={() => setIsOpen(false)}
            sx={
              isPhone ? { p: 1, gap: 1, '& > *': { justifyContent: 'flex-start' } } : { display: 'contents' }
            }
          >
            {children}
          </Stack>,
          element,
        )}
    </>
  );
}

interface MoreToolsProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** `Tools` moves the tools into this element of the popover. */
  slotRef: Ref<HTMLDivElement>;
}

/**
 * A phone shows the tools in a popover behind the button «⋯». The closed popover is not mounted, because a
 * hidden modal would stop the shortcuts of the page.
 */
function MoreTools({ isOpen, onOpen, slotRef }: MoreToolsProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      <IconAction
        ref={setButton}
        title={t('ui.more')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(true)}
      >
        <MoreVert />
      </IconAction>
      <ListPopover
        title={t('ui.more')}
        anchor={isOpen ? button : null}
        width={280}
        onClose={() => onOpen(false)}
      >
        <div ref={slotRef} />
      </ListPopover>
    </>
  );
}
