import { lazy } from 'react';

export const assignments = {
  Page: lazy(() => import('./AssignmentsPage')),
  Detail: lazy(() => import('./AssignmentPage')),
};
