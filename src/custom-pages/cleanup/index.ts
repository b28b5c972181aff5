import { lazy } from 'react';

export const cleanup = { Page: lazy(() => import('./CleanupPage')) };
