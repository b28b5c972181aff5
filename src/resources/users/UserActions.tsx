import Key from '@mui/icons-material/KeyOutlined';
import PersonLink from '@mui/icons-material/LinkOutlined';
import SwitchAccount from '@mui/icons-material/SwitchAccountOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { EditButton } from '../../ui/EditButton';
import { DeleteUser } from './DeleteUser';
import { GiveDialog } from './GiveDialog';
import { LinkDialog } from './LinkDialog';
import { PasswordDialog } from './PasswordDialog';
import type { UserRow } from './userModel';

const OwnPasswordDialog = lazy(() => import('../../ui/OwnPasswordDialog'));

/** What can be done with an account; linking here is for those who are not students (spec 2 §2). */
export function UserActions({ user }: { user: UserRow }) {
  const t = useText();
  const isOwn = useSession()?.user.id === user.id;
  // Our server asks for the old one as well; another one has no such call.
  const hasOwnForm = useServerFeatures().hasRanges === true && isOwn;
  const [open, setOpen] = useState<'link' | 'give' | 'password' | null>(null);
  const close = () => setOpen(null);
  const { name } = user;
  return (
    <>
      <EditButton name={name} />
      {user.role !== 'student' && (
        <Tooltip title={t('users.linkTo')}>
          <IconButton
            color="primary"
            aria-label={t('users.linkOf', { name })}
            onClick={() => setOpen('link')}
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
            onClick={() => setOpen('give')}
          >
            <SwitchAccount fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('users.password')}>
        <IconButton
          color="primary"
          aria-label={t('users.passwordOf', { name })}
          onClick={() => setOpen('password')}
        >
          <Key fontSize="small" />
        </IconButton>
      </Tooltip>
      {!isOwn && <DeleteUser user={user} />}
      {open === 'link' && <LinkDialog user={user} onClose={close} />}
      {open === 'give' && <GiveDialog user={user} onClose={close} />}
      {open === 'password' && !hasOwnForm && <PasswordDialog user={user} onClose={close} />}
      {open === 'password' && hasOwnForm && (
        <Suspense>
          <OwnPasswordDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
