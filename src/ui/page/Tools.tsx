import MoreVert from '@mui/icons-material/MoreVert';
import { Box, Stack } from '@mui/material';
import { type ReactNode, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../i18n/text';
import { IconAction } from './IconAction';
import { ListPopover } from './ListPopover';
import { useIsPhone } from './useIsPhone';

/**
 * A phone shows the tools in a popover behind the button «⋯». One DOM element moves between the two slots, so
 * that open dialogs survive turning a phone. After the first opening the tools stay mounted outside of the
 * closed popover, because an export may still run.
 */
export function Tools({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const [element] = useState(() => Object.assign(document.createElement('div'), { className: 'tools' }));
  const slotRef = useCallback((slot: HTMLElement | null) => slot?.append(element), [element]);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (!wasOpened && (!isPhone || isOpen)) setWasOpened(true);
  if (isOpen && !isPhone) setIsOpen(false);
  return (
    <>
      {isPhone ? (
        <>
          <IconAction
            ref={setButton}
            title={t('ui.more')}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
          >
            <MoreVert />
          </IconAction>
          <ListPopover
            title={t('ui.more')}
            anchor={isOpen ? button : null}
            width={280}
            onClose={() => setIsOpen(false)}
          >
            <div ref={slotRef} />
          </ListPopover>
        </>
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
