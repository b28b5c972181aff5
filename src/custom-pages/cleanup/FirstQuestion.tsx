import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { cleanupNames } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { Dialog } from '../../ui/dialog/Dialog';
import { CleanedAlong } from './CleanedAlong';
import type { CleanupQuestion } from './cleanupQuestion';

/** Asks, and says what goes. The focus stands on "cancel". */
export function FirstQuestion({ target, card, onConfirm, onClose }: CleanupQuestion) {
  const t = useText();
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId}>
      <DialogTitle id={titleId}>{t('ui.deleteTitle')}</DialogTitle>
      <DialogContent id={textId}>
        <Typography>{t('cleanup.question', { name: cleanupNames[target] })}</Typography>
        {card && (
          <>
            <Typography sx={{ fontWeight: 600, mt: 1 }}>
              {t(`counted.${target}`, { smart_count: card.count })}
            </Typography>
            <CleanedAlong card={card} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('ui.cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={onConfirm}>
          {t('cleanup.continue')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
