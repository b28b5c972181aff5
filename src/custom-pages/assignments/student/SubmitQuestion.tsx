import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useText } from '../../../i18n/useText';
import { Dialog } from '../../../ui/dialog/Dialog';

interface SubmitQuestionProps {
  isOpen: boolean;
  /** How many questions have no answer. */
  unanswered: number;
  isLate: boolean;
  onConfirm: () => void;
  /** Back to the first question without an answer. */
  onToUnanswered: () => void;
  onClose: () => void;
}

/** Asked before handing in, naming how many questions have no answer; spec 2 §5. */
export function SubmitQuestion(props: SubmitQuestionProps) {
  const { isOpen, unanswered, isLate, onConfirm, onToUnanswered, onClose } = props;
  const t = useText();
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <DialogTitle id={titleId}>{t('ownAssignments.confirmTitle')}</DialogTitle>
      <DialogContent id={textId}>
        <DialogContentText color={unanswered > 0 ? 'warning.main' : 'text.primary'} sx={{ fontWeight: 600 }}>
          {t('ownAssignments.confirmUnanswered', { smart_count: unanswered })}
        </DialogContentText>
        {isLate && <DialogContentText>{t('ownAssignments.lateWarning')}</DialogContentText>}
        <DialogContentText>{t('ownAssignments.onceOnly')}</DialogContentText>
      </DialogContent>
      <DialogActions
        disableSpacing
        sx={{ flexDirection: { xs: 'column-reverse', sm: 'row' }, alignItems: 'stretch' }}
      >
        <Button onClick={onClose} autoFocus>
          {t('ui.cancel')}
        </Button>
        {unanswered > 0 && <Button onClick={onToUnanswered}>{t('ownAssignments.toUnanswered')}</Button>}
        <Button variant="contained" onClick={onConfirm}>
          {t('ownAssignments.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
