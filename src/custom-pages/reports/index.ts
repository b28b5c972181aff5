import { lazy } from 'react';

export const reports = { Page: lazy(() => import('./ReportsPage')) };
