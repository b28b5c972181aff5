import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import type { UserRow } from './userModel';

/** The person, and under it the name to sign in with. */
export function UserName({ user }: { user: UserRow }) {
  const t = useText();
  const isOwn = useSession()?.user.id === user.id;
  return (
    <>
      <bdi>{user.name}</bdi> {isOwn && <Chip size="small" variant="outlined" label={t('users.you')} />}
      <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
        <bdi>{user.username}</bdi>
        {user.must_change_password && ` · ${t('users.temporary')}`}
      </Typography>
    </>
  );
}

/** The linked student by name and number, or that there is none any more. */
export function LinkedStudent({ user }: { user: UserRow }) {
  const t = useText();
  if (user.is_orphaned)
    return <Chip size="small" variant="outlined" color="warning" label={t('users.orphaned')} />;
  if (!user.student_id) return <>{t('ui.nothing')}</>;
  return (
    <>
      {user.student_name && <bdi>{user.student_name}</bdi>}
      <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
        <bdi className="figure">{user.student_id}</bdi>
      </Typography>
    </>
  );
}
