import Explore from '@mui/icons-material/ExploreOffOutlined';
import { CssBaseline } from '@mui/material';
import type { ReactNode } from 'react';
import { CoreAdminUI } from 'react-admin';
import { useArrivals } from '../dataProvider/registerQueue';
import { useText } from '../i18n/useText';
import { Toasts } from '../ui/dialog/Toasts';
import { LinkButton } from '../ui/page/LinkButton';
import { Page } from '../ui/page/Page';
import { EmptyState, Waiting } from '../ui/page/States';
import { CrashedFrame } from './Crashed';
import { Shell } from './Shell';

/**
 * What react-admin's `Admin` puts within its context, without the layout, the sign-in and the pages of its own that it
 * would load along. Takes resources and routes.
 */
export const AdminFrame = ({ children }: { children: ReactNode }) => (
  <CssBaseline enableColorScheme>
    <CoreAdminUI
      layout={Shell}
      loading={Waiting}
      catchAll={NotFound}
      accessDenied={NotFound}
      authenticationError={NotFound}
      error={CrashedFrame}
      loginPage={false}
      requireAuth
      disableTelemetry
    >
      {children}
    </CoreAdminUI>
    <Toasts />
    <Arrivals />
  </CssBaseline>
);

function Arrivals() {
  useArrivals();
  return null;
}

function NotFound() {
  const t = useText();
  return (
    <Page title={t('shell.notFoundTitle')}>
      <EmptyState
        icon={<Explore />}
        title={t('shell.notFoundTitle')}
        text={t('shell.notFoundText')}
        action={<LinkButton to="/dashboard" label={t('shell.toDashboard')} variant="contained" />}
      />
    </Page>
  );
}
