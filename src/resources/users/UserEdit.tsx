import { EditBase, useRecordContext } from 'react-admin';
import { type Role, roleLabels } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { EditContent } from '../../ui/EditContent';
import { Page } from '../../ui/Page';
import { RecordForm } from '../../ui/RecordForm';
import { StaleSaveDialog } from '../../ui/StaleSaveDialog';
import { useSaveOutcome } from '../../ui/useSaveOutcome';
import { UserInputs } from './UserInputs';
import { cleanUser, type UserRow } from './userModel';

const changeable = ['name', 'username', 'email', 'phone', 'role', 'student_id'] as const;

export default function UserEdit() {
  const t = useText();
  const { mutationOptions, stale, dropStale } = useSaveOutcome({
    saved: 'users.updated',
    failed: 'users.failed',
  });
  const fields = changeable.map((name) => ({
    name,
    label: t(`resources.users.fields.${name}`),
    ...(name === 'role' ? { shown: (role: unknown) => roleLabels[role as Role] } : {}),
  }));
  return (
    <EditBase
      mutationMode="pessimistic"
      mutationOptions={mutationOptions}
      transform={cleanUser}
      redirectOnError={false}
    >
      <Page title={t('users.editTitle')} quiet={<EditedName />}>
        <EditContent failed={t('users.oneLoadFailed')}>
          <RecordForm maxWidth={880}>
            <UserInputs isStored />
          </RecordForm>
        </EditContent>
      </Page>
      <StaleSaveDialog stale={stale} fields={fields} onClose={dropStale} />
    </EditBase>
  );
}

function EditedName() {
  const t = useText();
  const user = useRecordContext<UserRow>();
  return (
    <>
      {user && <bdi>{user.name}</bdi>}
      {user && ' · '}
      {t('users.editQuiet')}
    </>
  );
}
