import { lazy } from 'react';

export const dailyRecords = { Page: lazy(() => import('./DailyRecordsPage')) };
