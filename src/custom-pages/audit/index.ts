import { lazy } from 'react';

export const audit = { Page: lazy(() => import('./AuditPage')) };
