import { lazy } from 'react';

export const submissions = { Page: lazy(() => import('./SubmissionPage')) };
