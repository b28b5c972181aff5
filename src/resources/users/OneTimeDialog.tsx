import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { OneTimePassword, type OneTimePasswordProps } from './OneTimePassword';

/** A password that is shown once: neither Escape nor a click beside it loses it, only who says that it was handed over. */
export function OneTimeDialog({ onDone, ...password }: OneTimePasswordProps & { onDone: () => void }) {
  const t = useText();
  return (
    <FormDialog isOpen title={t('users.oneTimeTitle')} maxWidth="xs">
      <DialogContent>
        <OneTimePassword {...password} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onDone}>
          {t('users.oneTimeClose')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
