import { lazy } from 'react';
import { askedIn } from './asked';

/** The public check of a paper: before any sign-in, without react-admin. */
export const verify = { Page: lazy(() => import('./VerifyPage')), askedIn };
