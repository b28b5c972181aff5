import { lazy } from 'react';

export const teachers = { Page: lazy(() => import('./TeachersPage')) };
