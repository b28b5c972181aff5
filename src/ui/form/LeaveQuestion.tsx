import Button from '@mui/material/Button';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { QuestionDialog } from '../dialog/QuestionDialog';

interface LeaveQuestionProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before typed work is dropped. */
export function LeaveQuestion({ isOpen, onStay, onLeave }: LeaveQuestionProps) {
  const t = useText();
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={t('ui.leaveTitle')}
      text={t('ui.leaveText')}
      onClose={onStay}
      answers={
        <>
          <Button color="error" onClick={onLeave}>
            {t('ui.leave')}
          </Button>
          <Button variant="contained" onClick={onStay} autoFocus>
            {t('ui.stay')}
          </Button>
        </>
      }
    />
  );
}

interface CancelTypedProps {
  /** Something is typed that is not saved: it asks first. */
  isDirty: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
}

/** Leaves what is being typed beside other things on a page. */
export function CancelTyped({ isDirty, isDisabled = false, onCancel }: CancelTypedProps) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button disabled={isDisabled} onClick={() => (isDirty ? setIsAsking(true) : onCancel())}>
        {t('ui.cancel')}
      </Button>
      <LeaveQuestion isOpen={isAsking} onStay={() => setIsAsking(false)} onLeave={onCancel} />
    </>
  );
}
