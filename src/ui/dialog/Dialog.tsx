import { Dialog as MuiDialog, type DialogProps as MuiDialogProps } from '@mui/material';
import { useBackCloses } from '../page/overlays';

export interface DialogProps extends MuiDialogProps {
  /** The dialog has its own address, so Back closes it anyway. */
  hasAddress?: boolean;
}

/** MUI's dialog, which the browser's Back also closes. */
export function Dialog({ hasAddress = false, ...props }: DialogProps) {
  const { open, onClose } = props;
  useBackCloses(open && !hasAddress, () => onClose?.({}, 'escapeKeyDown'));
  return <MuiDialog {...props} />;
}
