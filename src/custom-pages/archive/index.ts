import { lazy } from 'react';

export const archive = { Page: lazy(() => import('./ArchivePage')) };
