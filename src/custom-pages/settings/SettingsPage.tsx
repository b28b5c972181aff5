import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import LinkStudents from '@mui/icons-material/LinkOutlined';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import type { Settings } from '../../../contract/settings';
import { canOpen } from '../../dataProvider/access';
import { findInstallObstacle } from '../../dataProvider/appVersion';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { chooseDigits, useDigitsChoice } from '../../i18n/digits';
import { t } from '../../i18n/text';
import { chooseTheme, useThemeChoice } from '../../theme/choice';
import { sizes } from '../../theme/tokens';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { FormSection } from '../../ui/form/RecordForm';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { BackupList } from './BackupList';
import { DataExport } from './DataExport';
import { FaultKinds } from './FaultKinds';
import { InstituteSettings } from './InstituteSettings';
import { NoteCategories } from './NoteCategories';
import { OwnSessions } from './OwnSessions';
import { type SettingsSection, settingsSections } from './settingsModel';

/**
 * Everybody has personal settings. Only admins see the settings of the institute, each section with its own
 * URL.
 */
export default function SettingsPage() {
  const { data, error, isAdmin, isLoading, refetch, store } = useSettings();
  const role = useSession()?.user.role;
  const requested = useParams()['section'] ?? ownSection;
  const section = settingsSections.find((one) => one === requested);
  if (requested !== ownSection && (!section || !isAdmin || data === null))
    return <Navigate to="/settings" replace />;
  return (
    <Page
      title={t('shell.settings')}
      {...(isAdmin && data !== null ? {} : { subtitle: t('settings.subtitleOwn') })}
      action={role === 'admin' && <AdminLinks />}
    >
      <Box sx={columns}>
        {isAdmin && data !== null && <SectionLinks current={section ?? ownSection} />}
        <Stack spacing={{ xs: 2, sm: 3 }} sx={{ minWidth: 0, maxWidth: 960 }}>
          {section === undefined && (
            <>
              <OwnSettings />
              <OwnSessions />
            </>
          )}
          {isLoading && section && <LoadingState shape="form" />}
          {error && !data && <ErrorState title={t('settings.loadFailed')} error={error} onRetry={refetch} />}
          {data && section === 'backups' && <BackupList />}
          {data && section && section !== 'behaviour' && (
            <InstituteSettings settings={data} section={section} onSaved={store} />
          )}
          {data && section === 'recitation' && <FaultKinds />}
          {data && section === 'behaviour' && <NoteCategories />}
          {data && section === 'backups' && <DataExport />}
        </Stack>
      </Box>
    </Page>
  );
}

const ownSection = 'own';
const allSections = [ownSection, ...settingsSections] as const;

const columns = {
  display: 'grid',
  gap: { xs: 1.5, md: 3 },
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' },
} as const;

/** A column on wide screens, otherwise rows. */
function SectionLinks({ current }: { current: SettingsSection | typeof ownSection }) {
  return (
    <Box
      component="nav"
      aria-label={t('settings.sectionLinks')}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        gap: 0.5,
        position: { md: 'sticky' },
        top: { md: sizes.topBar + 16 },
      }}
    >
      {allSections.map((section) => (
        <LinkButton
          key={section}
          to={section === ownSection ? '/settings' : `/settings/${section}`}
          label={t(`settings.sectionNames.${section}`)}
          {...(section === current && { 'aria-current': 'page' })}
          sx={{
            flexShrink: 0,
            minHeight: 44,
            px: { xs: 1.25, md: 2 },
            justifyContent: 'flex-start',
            color: 'text.primary',
            whiteSpace: 'nowrap',
            '&[aria-current]': { color: 'primary.main', fontWeight: 700, backgroundColor: 'action.selected' },
          }}
        />
      ))}
    </Box>
  );
}

/** Links to admin screens that are not in the navigation. */
function AdminLinks() {
  const section = useSession()?.user.section;
  return (
    <>
      <LinkButton
        to="/link-students"
        label={t('menu.linkStudents')}
        variant="outlined"
        startIcon={<LinkStudents />}
      />
      {canOpen('admin', '/cleanup', section) && (
        <LinkButton to="/cleanup" label={t('menu.cleanup')} variant="outlined" startIcon={<Cleanup />} />
      )}
    </>
  );
}

const queryKey = ['settings'];

/** Returns null if the server has no settings. Only admins of all sections load them. */
function useSettings() {
  const queryClient = useQueryClient();
  const { settings } = useApi();
  const user = useSession()?.user;
  const isAdmin = user !== undefined && canOpen(user.role, '/settings/institute', user.section);
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const answer = await settings();
      return answer && 'teacher_scope' in answer ? (answer as Settings) : null;
    },
    enabled: isAdmin,
  });
  return {
    ...query,
    isAdmin,
    store: (saved: Settings) => {
      queryClient.setQueryData(queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['backups'] });
    },
  };
}

const OwnPasswordDialog = lazyDialog(() => import('../../features/accounts/OwnPasswordDialog'));

function OwnSettings() {
  const theme = useThemeChoice();
  const digits = useDigitsChoice();
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={t('settings.own.title')} text={t('settings.own.text')}>
        <RadioChoice
          label={t('shell.theme')}
          value={theme}
          onChange={chooseTheme}
          choices={[
            { value: 'light', name: t('shell.themeLight') },
            { value: 'dark', name: t('shell.themeDark') },
            { value: 'system', name: t('shell.themeSystem') },
          ]}
        />
        <RadioChoice
          label={t('settings.own.digits')}
          helperText={t('settings.own.digitsHint')}
          value={digits}
          onChange={chooseDigits}
          choices={[
            {
              value: 'ascii',
              name: t('settings.own.ascii'),
              hint: <bdi data-own-digits>{t('settings.own.asciiExample')}</bdi>,
            },
            {
              value: 'arabic',
              name: t('settings.own.arabic'),
              hint: <bdi>{t('settings.own.arabicExample')}</bdi>,
            },
          ]}
        />
        <InstallHint />
        <OwnPassword />
      </FormSection>
    </Card>
  );
}

/** Explains how to install the app on this device, or why that is impossible. */
function InstallHint() {
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('settings.installed.title')}
      </Typography>
      <SecondaryText variant="caption">
        {t(`settings.installed.${findInstallObstacle() ?? 'can'}`)}
      </SecondaryText>
    </Box>
  );
}

function OwnPassword() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box
      sx={{
        gridColumn: '1 / -1',
        pt: 2,
        borderTop: 1,
        borderColor: 'divider',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
      }}
    >
      <Box>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {t('settings.own.password')}
        </Typography>
        <SecondaryText variant="caption">{t('settings.own.passwordText')}</SecondaryText>
      </Box>
      <Button variant="outlined" startIcon={<Key />} onClick={() => setIsOpen(true)}>
        {t('shell.changePassword')}
      </Button>
      {isOpen && <OwnPasswordDialog onClose={() => setIsOpen(false)} />}
    </Box>
  );
}
