import { Chip, Switch, Tooltip } from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';
import { allSectionsName, type Role, roleLabels, sectionNames } from '../../../contract/vocabulary';
import { useSession } from '../../dataProvider/session';
import { useHasSections } from '../../dataProvider/useInstitute';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { TwoLines } from '../../ui/list/TwoLines';
import { Ago } from '../../ui/page/Moment';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { UserActions, useActivation } from './UserActions';
import type { UserRow } from './userModel';

const Column = ListColumn<UserRow>;

export function UserTable() {
  const hasSections = useHasSections();
  return (
    <ListTable<UserRow>
      hiddenWhenNarrow={hiddenWhenNarrow}
      renderActions={(user) => <UserActions user={user} />}
      sx={widths}
    >
      <Column
        source="name"
        render={(user) => (
          <TwoLines>
            <UserName user={user} />
          </TwoLines>
        )}
      />
      <Column
        source="email"
        render={({ email }) => (email ? <TwoLines as="bdi">{email}</TwoLines> : t('ui.nothing'))}
      />
      <Column source="role" render={({ role }) => <RoleChip role={role} />} />
      {hasSections && <Column source="section" render={(user) => <SectionName user={user} />} />}
      <Column
        source="student_id"
        render={(user) => (
          <TwoLines>
            <LinkedStudent user={user} />
          </TwoLines>
        )}
      />
      <Column source="last_login" render={({ last_login }) => <LastSignIn signedInAt={last_login} />} />
      <Column source="is_active" render={(user) => <ActiveSwitch user={user} />} />
    </ListTable>
  );
}

const hiddenWhenNarrow = ['index', 'email'];

const widths: SxProps<Theme> = {
  '& .column-email': { width: 204 },
  '& .column-role': { width: 72 },
  '& .column-section': { width: 84 },
  '& .column-student_id': { width: { xs: '19%', lg: 136 } },
  '& .column-last_login': { width: 88 },
  '& .column-is_active': { width: 76, textOverflow: 'clip !important' },
  '& .column-actions': { width: 118 },
};

export function UserListRow({ user }: { user: UserRow }) {
  const hasSections = useHasSections();
  const { name, username, role, is_active, is_orphaned, must_change_password, last_login } = user;
  return (
    <RecordRow
      badge={
        <>
          <RoleChip role={role} />
          {!is_active && <Chip size="small" variant="outlined" label={t('users.disabled')} />}
        </>
      }
      title={<bdi>{name}</bdi>}
      details={[
        <bdi key="username">{username}</bdi>,
        hasSections && role !== 'student' && <SectionName key="section" user={user} />,
        is_orphaned ? labels.orphaned : must_change_password && labels.temporary,
        <LastSignIn key="login" signedInAt={last_login} />,
      ]}
      actions={<UserActions user={user} />}
    />
  );
}

function UserName({ user }: { user: UserRow }) {
  const isOwnAccount = useSession()?.user.id === user.id;
  return (
    <>
      {isOwnAccount && <Chip size="small" variant="outlined" label={labels.you} />} <bdi>{user.name}</bdi>{' '}
      <SecondaryText component="span" variant="caption">
        <bdi>{user.username}</bdi>
        {user.must_change_password && ` · ${labels.temporary}`}
      </SecondaryText>
    </>
  );
}

/** Shows the section that limits the user. */
function SectionName({ user }: { user: UserRow }) {
  if (user.role === 'student') return <>{t('ui.nothing')}</>;
  return <>{user.section ? sectionNames[user.section] : allSectionsName}</>;
}

/** Shows a chip if the student was deleted. */
function LinkedStudent({ user }: { user: UserRow }) {
  if (user.is_orphaned)
    return <Chip size="small" variant="outlined" color="warning" label={labels.orphaned} />;
  if (!user.student_id) return <>{t('ui.nothing')}</>;
  return (
    <>
      <bdi className="figure">{user.student_id}</bdi>{' '}
      {user.student_name && (
        <SecondaryText component="span" variant="caption">
          <bdi>{user.student_name}</bdi>
        </SecondaryText>
      )}
    </>
  );
}

const roleColours: Record<Role, (theme: Theme) => { ink: string; tint: string }> = {
  admin: ({ colours: { primary: ink, primaryTint: tint } }) => ({ ink, tint }),
  teacher: ({ colours: { info: ink, infoTint: tint } }) => ({ ink, tint }),
  student: ({ bands }) => bands[2],
};

export const RoleChip = ({ role }: { role: Role }) => (
  <Chip
    size="small"
    label={roleLabels[role] ?? role}
    sx={(theme) => {
      const { ink, tint } = (roleColours[role] ?? roleColours.teacher)(theme);
      return { color: ink, backgroundColor: tint };
    }}
  />
);

const LastSignIn = ({ signedInAt }: { signedInAt: string | null | undefined }) =>
  signedInAt ? <Ago value={signedInAt} /> : labels.neverSignedIn;

/** Users cannot deactivate their own account. */
function ActiveSwitch({ user }: { user: UserRow }) {
  const { isOwnAccount, isPending, setActive } = useActivation(user);
  return (
    <Tooltip title={isOwnAccount ? labels.ownAccount : ''}>
      <span>
        <Switch
          checked={user.is_active}
          disabled={isOwnAccount || isPending}
          onChange={(_, isOn) => setActive(isOn)}
          slotProps={{ input: { 'aria-label': t('users.activeOf', { name: user.name }), role: 'switch' } }}
        />
      </span>
    </Tooltip>
  );
}
