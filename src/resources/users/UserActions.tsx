import Key from '@mui/icons-material/KeyOutlined';
import PersonLink from '@mui/icons-material/LinkOutlined';
import SwitchAccount from '@mui/icons-material/SwitchAccountOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { EditButton } from '../../ui/list/EditButton';
import { DeleteUser } from './DeleteUser';
import { useOpenUserDialog } from './UserDialogs';
import type { UserRow } from './userModel';

/** What can be done with an account; linking here is for those who are not students (spec 2 §2). */
export function UserActions({ user }: { user: UserRow }) {
  const t = useText();
  const isOwn = useSession()?.user.id === user.id;
  const open = useOpenUserDialog();
  const { name } = user;
  return (
    <>
      <EditButton name={name} />
      {user.role !== 'student' && (
        <Tooltip title={t('users.linkTo')}>
          <IconButton
            color="primary"
            aria-label={t('users.linkOf', { name })}
            onClick={() => open('link', user)}
          >
            <PersonLink fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {user.is_orphaned && (
        <Tooltip title={t('users.give')}>
          <IconButton
            color="primary"
            aria-label={t('users.giveOf', { name })}
            onClick={() => open('give', user)}
          >
            <SwitchAccount fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('users.password')}>
        <IconButton
          color="primary"
          aria-label={t('users.passwordOf', { name })}
          onClick={() => open('password', user)}
        >
          <Key fontSize="small" />
        </IconButton>
      </Tooltip>
      {!isOwn && <DeleteUser user={user} />}
    </>
  );
}
