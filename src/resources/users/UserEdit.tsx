import { useRecordContext } from 'react-admin';
import { type Role, roleLabels } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { EditPage } from '../../ui/form/EditPage';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { TeachingQuestion } from './TeachingQuestion';
import { UserInputs } from './UserInputs';
import { cleanUser, type UserRow } from './userModel';

const changeable = ['name', 'username', 'email', 'phone', 'role', 'student_id'] as const;

export default function UserEdit() {
  const t = useText();
  const outcome = useSaveOutcome({ saved: 'users.updated', failed: 'users.failed' });
  const fields = changeable.map((name) => ({
    name,
    label: t(`resources.users.fields.${name}`),
    ...(name === 'role' ? { shown: (role: unknown) => roleLabels[role as Role] } : {}),
  }));
  return (
    <EditPage
      title={t('users.editTitle')}
      subtitle={<EditedName />}
      failed={t('users.oneLoadFailed')}
      outcome={outcome}
      fields={fields}
      transform={cleanUser}
      maxWidth={880}
      around={TeachingQuestion}
    >
      <UserInputs isStored />
    </EditPage>
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
