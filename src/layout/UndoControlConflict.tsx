import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useText } from '../i18n/useText';
import { Dialog } from '../ui/dialog/Dialog';
import type { Conflict } from './useUndo';

/** What has changed since, by whom and when; longer than a toast can stay. */
export default function UndoControlConflict({
  conflict,
  onClose,
}: {
  conflict: Conflict | null;
  onClose: () => void;
}) {
  const t = useText();
  const titleId = useId();
  return (
    <Dialog open={conflict !== null} onClose={onClose} aria-labelledby={titleId}>
      {conflict && (
        <>
          <DialogTitle id={titleId}>{t('undo.conflictTitle')}</DialogTitle>
          <DialogContent>
            <Typography>{conflict.sentence}</Typography>
            <Typography sx={{ mt: 2, fontWeight: 600 }}>{t('undo.changedSince')}</Typography>
            <ul>
              {conflict.changes.map((change) => (
                <Typography component="li" key={change}>
                  <bdi>{change}</bdi>
                </Typography>
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={onClose} autoFocus>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
