import { Box, Button, Stack } from '@mui/material';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { sizes } from '../../theme/tokens';
import { t } from '../../i18n/text';
import { useIsPhone } from './useIsPhone';
import { Boundary } from './Boundary';
import { lazyComponent } from './lazyComponent';

const MoreTools = lazyComponent(() => import('./MoreTools'));

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
        <Boundary renderFallback={(onRetry) => <Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}>
          <Suspense fallback={<Box sx={{ width: sizes.phoneTarget }} />}>
            <MoreTools isOpen={isOpen} onOpen={setIsOpen} slotRef={slotRef} />
          </Suspense>
        </Boundary>
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
