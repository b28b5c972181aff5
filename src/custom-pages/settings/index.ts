import { lazy } from 'react';

export const settings = { Page: lazy(() => import('./SettingsPage')) };
