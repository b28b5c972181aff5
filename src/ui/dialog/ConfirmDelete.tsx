import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../i18n/useText';
import { Dialog } from './Dialog';

interface ConfirmDeleteProps {
  isOpen: boolean;
  /** The whole question, as the specification words it. */
  question: string;
  /** What is deleted, by name. */
  name?: ReactNode;
  /** What goes with it. */
  children?: ReactNode;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a deletion, and says what goes with it. One opening confirms once. The focus stands on "cancel". */
export function ConfirmDelete({
  isOpen,
  question,
  name,
  children,
  isPending = false,
  onConfirm,
  onClose,
}: ConfirmDeleteProps) {
  const t = useText();
  const titleId = useId();
  const textId = useId();
  // A state is one drawing late for a double click, and the dialog fades away with its button in it.
  const isConfirmed = useRef(false);
  useEffect(() => {
    if (isOpen) isConfirmed.current = false;
  }, [isOpen]);
  const confirm = () => {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={isPending ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={textId}
      role="alertdialog"
    >
      <DialogTitle id={titleId}>{t('ui.deleteTitle')}</DialogTitle>
      <DialogContent id={textId}>
        <Typography>{question}</Typography>
        {name && (
          <Typography sx={{ fontWeight: 600, mt: 1 }}>
            <bdi>{name}</bdi>
          </Typography>
        )}
        {children && <Box sx={{ mt: 2, '&:empty': { mt: 0 } }}>{children}</Box>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending} autoFocus>
          {t('ui.cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          onClick={confirm}
          disabled={isPending}
          aria-busy={isPending}
        >
          {isPending ? t('ui.deleting') : t('ui.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
