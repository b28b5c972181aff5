import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateBase, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Role } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/page/Page';
import { RecordForm } from '../../ui/form/RecordForm';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { OneTimeDialog } from './OneTimeDialog';
import { UserInputs } from './UserInputs';
import { cleanUser, newUser } from './userModel';

export default function UserCreate() {
  const t = useText();
  const queryClient = useQueryClient();
  const { mutationOptions } = useSaveOutcome({ saved: 'users.created', failed: 'users.failed' });
  const [made, setMade] = useState<RaRecord | null>(null);
  const onSuccess = (record: RaRecord) => {
    // The password stays on the screen alone.
    queryClient.removeQueries({ queryKey: ['users', 'getOne'] });
    if (record['temporary_password']) setMade(record);
    else mutationOptions.onSuccess(record);
  };
  const leave = () => {
    if (made) mutationOptions.onSuccess(made);
    setMade(null);
  };
  return (
    <CreateBase mutationOptions={{ ...mutationOptions, onSuccess }} transform={cleanUser}>
      <Page title={t('users.addTitle')} subtitle={t('users.addQuiet')}>
        <RecordForm defaultValues={newUser} isNew maxWidth={880} secondSave={<ResetButton />}>
          <UserInputs />
        </RecordForm>
      </Page>
      {made && (
        <OneTimeDialog
          name={String(made['name'])}
          username={String(made['username'])}
          accountRole={made['role'] as Role}
          password={String(made['temporary_password'])}
          onDone={leave}
        />
      )}
    </CreateBase>
  );
}

/** Everything as at first: the role goes back to teacher. */
function ResetButton() {
  const t = useText();
  const { reset } = useFormContext();
  return (
    <Button variant="outlined" onClick={() => reset(newUser)}>
      {t('users.reset')}
    </Button>
  );
}
