import { lazy } from 'react';

export const absences = { Page: lazy(() => import('./AbsencesPage')) };
