import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useText } from '../../i18n/useText';
import { Dialog } from '../dialog/Dialog';

/** Asked before typed work is dropped. */
export function LeaveQuestion({
  isOpen,
  onStay,
  onLeave,
}: {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  const t = useText();
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onStay} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('ui.leaveTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('ui.leaveText')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {t('ui.leave')}
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          {t('ui.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
