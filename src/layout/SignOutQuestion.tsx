import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { Link } from 'react-router';
import { useText } from '../i18n/useText';
import { Dialog } from '../ui/dialog/Dialog';

interface SignOutQuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asked where signing out takes an unfinished import away from this device. */
export default function SignOutQuestion({ onStay, onLeave }: SignOutQuestionProps) {
  const t = useText();
  const titleId = useId();
  return (
    <Dialog open onClose={onStay} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('importsEnd.unfinished')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('importsEnd.signOutText')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {t('shell.signOut')}
        </Button>
        <Button onClick={onStay}>{t('ui.cancel')}</Button>
        <Button component={Link} to="/import" variant="contained" onClick={onStay} autoFocus>
          {t('importsEnd.toResume')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
