import Undo from '@mui/icons-material/Undo';
import { useState } from 'react';
import { t } from '../i18n/text';
import { mirrored } from '../theme/mirrored';
import { isDialogOpen, isShortcut, isTypingIn } from '../ui/page/shortcut';
import { useWindowEvent } from '../ui/page/useWindowEvent';
import { lazyDialog } from '../ui/dialog/lazyDialog';
import { lazyComponent } from '../ui/page/lazyComponent';
import { BarPopover } from './BarPopover';
import { type Asked, useUndo } from './useUndo';

const UndoControlList = lazyComponent(() => import('./UndoControlList'));
const loadDialogs = () => import('./UndoControlDialogs');
const UndoControlQuestion = lazyDialog(async () => ({ default: (await loadDialogs()).UndoControlQuestion }));
const UndoControlConflict = lazyDialog(async () => ({ default: (await loadDialogs()).UndoControlConflict }));

/** Undoes operations of this session: the latest one (also by Ctrl+Z), or one of the last twenty. */
export function UndoControl() {
  const { operations, error, refetch, takeBack, isPending, conflict, closeConflict } = useUndo();
  const [asked, setAsked] = useState<Asked | null>(null);
  const latest = operations?.[0];
  useWindowEvent('keydown', (event) => {
    if (!isShortcut(event, 'z') || isTypingIn(event.target) || isDialogOpen()) return;
    event.preventDefault();
    if (latest) setAsked({ operation: latest, isLatest: true });
  });
  if (operations === null) return null;

  return (
    <>
      <BarPopover
        name={t('undo.open')}
        title={t('undo.title')}
        icon={<Undo sx={mirrored} />}
        onOpen={refetch}
      >
        {(close) => (
          <UndoControlList
            operations={operations}
            error={error}
            isPending={isPending}
            onRetry={refetch}
            onChoose={(chosen) => {
              // An open list would hide the toast from screen readers.
              close();
              if (chosen.operation.has_related_records) setAsked(chosen);
              else takeBack(chosen);
            }}
          />
        )}
      </BarPopover>
      {asked && (
        <UndoControlQuestion
          asked={asked}
          isPending={isPending}
          onConfirm={(chosen) => takeBack(chosen, () => setAsked(null))}
          onClose={() => setAsked(null)}
        />
      )}
      {conflict && <UndoControlConflict conflict={conflict} onClose={closeConflict} />}
    </>
  );
}
