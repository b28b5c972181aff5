import { lazy } from 'react';

export const importCentre = { Page: lazy(() => import('./ImportPage')) };
