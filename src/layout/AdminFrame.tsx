import Search from '@mui/icons-material/Search';
import { CssBaseline } from '@mui/material';
import type { ReactNode } from 'react';
import { CoreAdminUI } from 'react-admin';
import { t } from '../i18n/text';
import { Toasts } from '../ui/dialog/Toasts';
import { LinkButton } from '../ui/page/LinkButton';
import { Page } from '../ui/page/Page';
import { EmptyState, LoadingState } from '../ui/page/States';
import { AppErrorScreen } from './ErrorScreen';
import { Shell } from './Shell';

/** Replaces react-admin's `Admin`, which would also load its own layout, sign-in and pages. */
export const AdminFrame = ({ children }: { children: ReactNode }) => (
  <CssBaseline enableColorScheme>
    <CoreAdminUI
      layout={Shell}
      loading={Loading}
      catchAll={NotFound}
      accessDenied={NotFound}
      authenticationError={NotFound}
      error={AppErrorScreen}
      loginPage={false}
      requireAuth
      disableTelemetry
    >
      {children}
    </CoreAdminUI>
    <Toasts />
  </CssBaseline>
);

const Loading = () => <LoadingState />;

function NotFound() {
  return (
    <Page title={t('shell.notFoundTitle')}>
      <EmptyState
        icon={<Search />}
        title={t('shell.notFoundTitle')}
        text={t('shell.notFoundText')}
        action={<LinkButton to="/dashboard" label={t('shell.toDashboard')} variant="contained" />}
      />
    </Page>
  );
}
