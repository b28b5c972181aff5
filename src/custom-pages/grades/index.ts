import { lazy } from 'react';

export const grades = { Page: lazy(() => import('./GradesPage')) };
