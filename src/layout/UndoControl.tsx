import Undo from '@mui/icons-material/Undo';
import { useState } from 'react';
import { t } from '../i18n/text';
import { isDialogOpen, isShortcut, isTypingIn } from '../ui/page/shortcut';
import { useWindowEvent } from '../ui/page/useWindowEvent';
import { lazyDialog } from '../ui/dialog/lazyDialog';
import { lazyComponent } from '../ui/page/lazyComponent';
import { BarPopover } from './BarPopover';
import { type UndoRequest, useUndo } from './useUndo';

const UndoControlList = lazyComponent(() => import('./UndoControlList'));
const loadDialogs = () => import('./UndoControlDialogs');
const UndoControlQuestion = lazyDialog(async () => ({ default: (await loadDialogs()).UndoControlQuestion }));
const UndoControlConflict = lazyDialog(async () => ({ default: (await loadDialogs()).UndoControlConflict }));

/** Undoes the latest operation of this session (also by Ctrl+Z). The list has the last twenty operations. */
export function UndoControl() {
  const { operations, error, refetch, undo, isPending, conflict, closeConflict } = useUndo();
  const [openRequest, setOpenRequest] = useState<UndoRequest | null>(null);
  const latest = operations?.[0];
  useWindowEvent('keydown', (event) => {
    if (!isShortcut(event, 'z') || isTypingIn(event.target) || isDialogOpen()) return;
    event.preventDefault();
    if (latest) setOpenRequest({ operation: latest, isLatest: true });
  });
  if (operations === null) return null;

  return (
    <>
      <BarPopover buttonLabel={t('undo.open')} title={t('undo.title')} icon={<Undo />} onOpen={refetch}>
        {(close) => (
          <UndoControlList
            operations={operations}
            error={error}
            isPending={isPending}
            onRetry={refetch}
            onChoose={(request) => {
              // An open list would hide the toast from screen readers.
              close();
              if (request.operation.has_related_records) setOpenRequest(request);
              else undo(request);
            }}
          />
        )}
      </BarPopover>
      {openRequest && (
        <UndoControlQuestion
          request={openRequest}
          isPending={isPending}
          onConfirm={(request) => undo(request, () => setOpenRequest(null))}
          onClose={() => setOpenRequest(null)}
        />
      )}
      {conflict && <UndoControlConflict conflict={conflict} onClose={closeConflict} />}
    </>
  );
}
