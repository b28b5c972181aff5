import { Box, Button, Stack } from '@mui/material';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { sizes } from '../../theme/tokens';
import { t } from '../../i18n/text';
import { useIsPhone } from './useIsPhone';
import { Boundary } from './Boundary';
import { later } from './later';

/** For phones alone. */
const MoreTools = later(() => import('./MoreTools'));

/**
 * The lesser actions of a screen: in a line, on a phone behind «⋯». They stand in one element, which moves between the
 * two places, so that their dialogs stay open while a phone is turned.
 */
export function Tools({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const [element] = useState(() => Object.assign(document.createElement('div'), { className: 'tools' }));
  const place = useCallback((slot: HTMLElement | null) => slot?.append(element), [element]);
  const [isOpen, setIsOpen] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  if (!wasShown && (!isPhone || isOpen)) setWasShown(true);
  if (isOpen && !isPhone) setIsOpen(false);
  return (
    <>
      {isPhone ? (
        <Boundary renderFallback={(onRetry) => <Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}>
          <Suspense fallback={<Box sx={{ width: sizes.phoneTarget }} />}>
            <MoreTools isOpen={isOpen} wasShown={wasShown} onOpen={setIsOpen} place={place} />
          </Suspense>
        </Boundary>
      ) : (
        <Box ref={place} sx={{ display: 'contents', '& > .tools': { display: 'contents' } }} />
      )}
      {wasShown &&
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
