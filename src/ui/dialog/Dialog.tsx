import { Dialog as MuiDialog, type DialogProps as MuiDialogProps } from '@mui/material';
import { useBackCloses } from '../page/overlays';

export interface DialogProps extends MuiDialogProps {
  /** The dialog has its own URL, so Back already closes it. */
  hasAddress?: boolean;
}

/** The browser's Back also closes this dialog. */
export function Dialog({ hasAddress = false, ...props }: DialogProps) {
  const { open, onClose } = props;
  useBackCloses(open && !hasAddress, () => onClose?.({}, 'escapeKeyDown'));
  return <MuiDialog {...props} />;
}
