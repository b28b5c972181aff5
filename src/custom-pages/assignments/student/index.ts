import { lazy } from 'react';

export const ownAssignments = {
  Answer: lazy(() => import('./AnswerPage')),
  View: lazy(() => import('./ViewPage')),
};
