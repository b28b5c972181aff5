import CssBaseline from '@mui/material/CssBaseline';
import type { ReactNode } from 'react';
import { CoreAdminUI } from 'react-admin';
import { useArrivals } from '../dataProvider/useArrivals';
import { Waiting } from '../ui/list/ListContent';
import { Toasts } from '../ui/dialog/Toasts';
import { CrashedFrame } from './CrashedFrame';
import { NotFound } from './NotFound';
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
