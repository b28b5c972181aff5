import FamilyRestroom from '@mui/icons-material/FamilyRestroomOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { maxPhoneStudents } from '../../../contract/families/guardianPhones';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';

const GuardianPhonesDialog = lazyDialog(() => import('./GuardianPhonesDialog'));

interface GuardianPhonesButtonProps {
  ids: readonly number[];
  onDone: () => void;
}

/** Makes the phone numbers of the chosen students those of their guardians. */
export function GuardianPhonesButton({ ids, onDone }: GuardianPhonesButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasGuardians = useServerFeatures().has('guardians');
  if (!hasGuardians) return null;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FamilyRestroom />}
        disabled={ids.length === 0 || ids.length > maxPhoneStudents}
        onClick={() => setIsOpen(true)}
      >
        {t('guardianPhones.button')}
      </Button>
      {isOpen && <GuardianPhonesDialog ids={ids} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </>
  );
}
