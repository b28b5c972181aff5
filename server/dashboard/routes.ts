import { dashboardApi } from '../../contract/dashboard';
import { instituteDay } from '../db/institute';
import { type Route, route } from '../mount';
import { performanceData } from './performance';
import { dashboardStats, recentActivities } from './queries';

const activitiesShown = 10;
const studentsShown = 10;

export const dashboardRoutes: Route[] = [
  route(dashboardApi.stats, async ({ data, scope }) =>
    dashboardStats(data.read, await scope(), await instituteDay(data.read, data.now())),
  ),

  route(dashboardApi.recentActivities, ({ data, user }) =>
    recentActivities(data.read, user.role === 'admin' ? null : user.id, activitiesShown),
  ),

  route(dashboardApi.performance, async ({ data, scope }) =>
    performanceData(data.read, await scope(), studentsShown),
  ),
];
