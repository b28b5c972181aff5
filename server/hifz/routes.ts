import type { Route } from '../mount';
import { hearingRoutes } from './hearingRoutes';
import { mapRoutes } from './mapRoutes';
import { planRoutes } from './planRoutes';
import { sardRoutes } from './sardRoutes';
import { taskRoutes } from './taskRoutes';
import { weekRoutes } from './weekRoutes';

export const hifzRoutes: Route[] = [
  ...planRoutes,
  ...taskRoutes,
  ...mapRoutes,
  ...hearingRoutes,
  ...weekRoutes,
  ...sardRoutes,
];
