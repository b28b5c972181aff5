import { lazy } from 'react';

export const linkStudents = { Page: lazy(() => import('./LinkStudentsPage')) };
