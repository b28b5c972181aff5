import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import LinkStudents from '@mui/icons-material/LinkOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { Link } from 'react-router';
import type { Settings } from '../../../contract/settings';
import type { Api } from '../../dataProvider';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { ErrorState } from '../../ui/page/States';
import { InstituteSettings } from './InstituteSettings';
import { OwnSessions } from './OwnSessions';
import { OwnSettings } from './OwnSettings';

/** The own settings of everybody, and for an admin those of the institute. */
export default function SettingsPage() {
  const t = useText();
  const { data, error, isAdmin, isLoading, refetch, keep } = useSettings();
  const hasInstitute = isAdmin && data !== null;
  return (
    <Page
      title={t('settings.title')}
      subtitle={t(hasInstitute ? 'settings.subtitle' : 'settings.subtitleOwn')}
      action={isAdmin && <AdminLinks />}
    >
      <Stack spacing={{ xs: 2, sm: 3 }} sx={{ maxWidth: 960 }}>
        <OwnSettings />
        <OwnSessions />
        {isLoading && <Waiting />}
        {error && !data && (
          <ErrorState title={t('settings.loadFailed')} error={error} onRetry={() => void refetch()} />
        )}
        {data && <InstituteSettings settings={data} onSaved={keep} />}
      </Stack>
    </Page>
  );
}

/** The screens of an admin that the navigation has no entry for. */
function AdminLinks() {
  const t = useText();
  return (
    <>
      <Button component={Link} to="/link-students" variant="outlined" startIcon={<LinkStudents />}>
        {t('links.title')}
      </Button>
      <Button component={Link} to="/cleanup" variant="outlined" startIcon={<Cleanup />}>
        {t('cleanup.title')}
      </Button>
    </>
  );
}

const queryKey = ['settings'];

/** The institute's settings for an admin; null for others and where the server keeps none. */
function useSettings() {
  const queryClient = useQueryClient();
  const { settings } = useDataProvider<Api>();
  const isAdmin = useSession()?.user.role === 'admin';
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const read = await settings();
      return read && 'teacher_scope' in read ? (read as Settings) : null;
    },
    enabled: isAdmin,
  });
  return {
    ...query,
    isAdmin,
    /** What the server answered to a save. */
    keep: (saved: Settings) => queryClient.setQueryData(queryKey, saved),
  };
}
