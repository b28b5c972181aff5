import Undo from '@mui/icons-material/Undo';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/useText';
import { mirrored } from '../theme/mirrored';
import { isDialogOpen, isShortcut, isTypingIn } from './shortcut';
import { type Asked, useUndo } from './useUndo';

const UndoControlList = lazy(() => import('./UndoControlList'));
const UndoControlQuestion = lazy(() => import('./UndoControlQuestion'));
const UndoControlConflict = lazy(() => import('./UndoControlConflict'));

/** Takes back what was done in this session: the latest, by Ctrl+Z too, or one of the last twenty. */
export function UndoControl() {
  const t = useText();
  const { operations, error, refetch, takeBack, isPending, conflict, closeConflict } = useUndo();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const latest = operations?.[0];
  const askForLatest = useRef(() => {});
  useEffect(() => {
    askForLatest.current = () => latest && setAsked({ operation: latest, isLatest: true });
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'z') || isTypingIn(event.target) || isDialogOpen()) return;
      event.preventDefault();
      askForLatest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (operations === null) return null;

  const choose = (chosen: Asked) => {
    // An open list would hide the toast from screen readers.
    setAnchor(null);
    if (chosen.operation.has_related_records) return setAsked(chosen);
    return takeBack(chosen);
  };
  return (
    <>
      <Tooltip title={t('undo.open')}>
        <IconButton
          aria-label={t('undo.open')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            refetch();
          }}
        >
          <Undo sx={mirrored} />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('undo.title'),
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)', border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Suspense>
          <UndoControlList
            operations={operations}
            error={error}
            isPending={isPending}
            onRetry={refetch}
            onChoose={choose}
          />
        </Suspense>
      </Popover>
      {asked && (
        <Suspense>
          <UndoControlQuestion
            asked={asked}
            isPending={isPending}
            onConfirm={(chosen) => takeBack(chosen, () => setAsked(null))}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {conflict && (
        <Suspense>
          <UndoControlConflict conflict={conflict} onClose={closeConflict} />
        </Suspense>
      )}
    </>
  );
}
