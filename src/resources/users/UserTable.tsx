import { Box, Chip, Switch, Tooltip } from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';
import { DataTable, useUpdate } from 'react-admin';
import { dateInZone, gregorianDate } from '../../../contract/rules/hijri';
import { allSectionsName, type Role, roleLabels, sectionNames } from '../../../contract/vocabulary';
import { useSession } from '../../dataProvider/session';
import { useHasSections, useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { ListTable } from '../../ui/list/ListTable';
import { RecordCard } from '../../ui/list/RecordCard';
import { TwoLines } from '../../ui/list/TwoLines';
import { formatAgo, useNow } from '../../ui/page/useAgo';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { UserActions } from './UserActions';
import type { UserRow } from './userModel';

const Column = DataTable.Col<UserRow>;

export function UserTable() {
  const hasSections = useHasSections();
  return (
    <ListTable<UserRow> renderActions={(user) => <UserActions user={user} />} sx={widths}>
      <Column source="name" render={(user) => <UserName user={user} />} />
      <Column source="email" render={({ email }) => (email ? <bdi>{email}</bdi> : t('ui.nothing'))} />
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
      <Column
        source="last_login"
        render={({ last_login }) => (
          <TwoLines>
            <LastSignIn signedInAt={last_login} />
          </TwoLines>
        )}
      />
      <Column source="is_active" render={(user) => <ActiveSwitch user={user} />} />
    </ListTable>
  );
}

const widths: SxProps<Theme> = {
  '& .column-name': { width: '24%' },
  '& .column-email': { width: '17%' },
  '& .column-role': { width: 76 },
  '& .column-section': { width: 84 },
  '& .column-last_login': { width: 118 },
  '& .column-is_active': { width: 80, textOverflow: 'clip !important' },
  '& .column-actions': { width: 118 },
};

export function UserCard({ user }: { user: UserRow }) {
  const hasSections = useHasSections();
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
        ...(hasSections && user.role !== 'student'
          ? [[t('resources.users.fields.section'), <SectionName key="section" user={user} />] as const]
          : []),
        [t('resources.users.fields.last_login'), <LastSignIn key="login" signedInAt={user.last_login} />],
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

function UserName({ user }: { user: UserRow }) {
  const isOwnAccount = useSession()?.user.id === user.id;
  return (
    <>
      <bdi>{user.name}</bdi> {isOwnAccount && <Chip size="small" variant="outlined" label={t('users.you')} />}
      <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
        <bdi>{user.username}</bdi>
        {user.must_change_password && ` · ${t('users.temporary')}`}
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
    return <Chip size="small" variant="outlined" color="warning" label={t('users.orphaned')} />;
  if (!user.student_id) return <>{t('ui.nothing')}</>;
  return (
    <>
      {user.student_name && <bdi>{user.student_name}</bdi>}
      <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
        <bdi className="figure">{user.student_id}</bdi>
      </SecondaryText>
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

/** Shows the time since the last sign-in, and the day in the institute's time zone. */
function LastSignIn({ signedInAt }: { signedInAt: string | null | undefined }) {
  const timeZone = useTimeZone();
  const now = useNow();
  if (!signedInAt) return <>{t('users.neverSignedIn')}</>;
  return (
    <time dateTime={signedInAt}>
      {formatAgo(signedInAt, now)}
      <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
        <bdi>{t('ui.gregorian', { date: gregorianDate(dateInZone(new Date(signedInAt), timeZone)) })}</bdi>
      </SecondaryText>
    </time>
  );
}

/** Users cannot deactivate their own account. */
function ActiveSwitch({ user }: { user: UserRow }) {
  const { notifyDone, notifyProblem } = useNotices();
  const isOwnAccount = useSession()?.user.id === user.id;
  const [update, { isPending }] = useUpdate<UserRow>();
  const toggle = (is_active: boolean) =>
    update(
      'users',
      { id: user.id, data: { is_active }, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: (updated) =>
          notifyDone(t(is_active ? 'users.enabled' : 'users.disabledNow', { name: user.name }), updated),
        onError: (problem) => notifyProblem(problem, t('users.failed')),
      },
    );
  return (
    <Tooltip title={isOwnAccount ? t('users.ownAccount') : ''}>
      <span>
        <Switch
          checked={user.is_active}
          disabled={isOwnAccount || isPending}
          onChange={(_, isOn) => void toggle(isOn)}
          slotProps={{ input: { 'aria-label': t('users.activeOf', { name: user.name }), role: 'switch' } }}
        />
      </span>
    </Tooltip>
  );
}
