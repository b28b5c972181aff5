import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useText } from '../i18n/useText';
import { Dialog } from '../ui/dialog/Dialog';
import type { Asked } from './useUndo';

interface UndoControlQuestionProps {
  /** Null closes it. */
  asked: Asked | null;
  isPending: boolean;
  onConfirm: (asked: Asked) => void;
  onClose: () => void;
}

/** Asks before an operation with related records, or one that a key chose, is taken back. */
export default function UndoControlQuestion({
  asked,
  isPending,
  onConfirm,
  onClose,
}: UndoControlQuestionProps) {
  const t = useText();
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={asked !== null}
      onClose={isPending ? undefined : onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      {asked && (
        <>
          <DialogTitle id={titleId}>{t('undo.questionTitle')}</DialogTitle>
          <DialogContent id={textId}>
            <Typography>{t('undo.question')}</Typography>
            <Typography sx={{ fontWeight: 600, mt: 1, overflowWrap: 'anywhere' }}>
              <bdi>{asked.operation.description}</bdi>
            </Typography>
            {asked.operation.has_related_records && (
              <Typography sx={{ mt: 2 }}>{t('undo.relatedNote')}</Typography>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={isPending} autoFocus>
              {t('ui.cancel')}
            </Button>
            <Button
              variant="contained"
              onClick={() => onConfirm(asked)}
              disabled={isPending}
              aria-busy={isPending}
            >
              {isPending ? t('undo.undoing') : t('undo.confirm')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
