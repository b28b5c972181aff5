import { lazy } from 'react';

export const dashboard = { Page: lazy(() => import('./DashboardPage')) };
