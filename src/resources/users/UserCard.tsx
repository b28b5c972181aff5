import Box from '@mui/material/Box';
import { useText } from '../../i18n/useText';
import { RecordCard } from '../../ui/list/RecordCard';
import { ActiveSwitch } from './ActiveSwitch';
import { LastSignIn } from './LastSignIn';
import { RoleChip } from './RoleChip';
import { UserActions } from './UserActions';
import { LinkedStudent, UserName } from './UserName';
import type { UserRow } from './userModel';

/** An account on a phone. */
export function UserCard({ user }: { user: UserRow }) {
  const t = useText();
  return (
    <RecordCard
      title={<UserName user={user} />}
      aside={<RoleChip role={user.role} />}
      facts={[
        ...(user.email
          ? [[t('resources.users.fields.email'), <bdi key="email">{user.email}</bdi>] as const]
          : []),
        ...(user.student_id || user.is_orphaned
          ? [[t('resources.users.fields.student_id'), <LinkedStudent key="student" user={user} />] as const]
          : []),
        [t('resources.users.fields.last_login'), <LastSignIn key="login" at={user.last_login} />],
      ]}
      actions={
        <>
          <Box component="span" sx={{ alignSelf: 'center' }}>
            <ActiveSwitch user={user} />
            {t(user.is_active ? 'users.active' : 'users.disabled')}
          </Box>
          <Box sx={{ flex: 1 }} />
          <UserActions user={user} />
        </>
      }
    />
  );
}
