import Button from '@mui/material/Button';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { LeaveQuestion } from './LeaveQuestion';

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
