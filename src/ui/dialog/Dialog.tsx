import { Dialog as MuiDialog, type DialogProps as MuiDialogProps } from '@mui/material';
import { useBackCloses } from '../page/overlays';

export interface DialogProps extends MuiDialogProps {
  /** It has an address of its own, so that Back works by itself. */
  hasAddress?: boolean;
}

/** The dialog of the product: the browser's Back closes it, like Escape. */
export function Dialog({ hasAddress = false, ...props }: DialogProps) {
  const { open, onClose } = props;
  useBackCloses(open && !hasAddress, () => onClose?.({}, 'escapeKeyDown'));
  return <MuiDialog {...props} />;
}
