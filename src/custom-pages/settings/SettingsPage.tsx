import Stack from '@mui/material/Stack';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { ErrorState } from '../../ui/page/States';
import { AdminLinks } from './AdminLinks';
import { InstituteSettings } from './InstituteSettings';
import { OwnSessions } from './OwnSessions';
import { OwnSettings } from './OwnSettings';
import { useSettings } from './useSettings';

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
