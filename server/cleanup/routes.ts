import { cleanupApi } from '../../contract/cleanup';
import { type CleanupTarget, cleanupTargets } from '../../contract/vocabulary';
import { requireStepUp } from '../auth/stepUp';
import { type Route, route } from '../mount';
import { cardOf, removeAll } from './removal';

const removalRoute = (target: CleanupTarget): Route =>
  route(cleanupApi[target], async (call) => {
    requireStepUp(call);
    return removeAll(call.data, call.config, call.actor, target);
  });

export const cleanupRoutes: Route[] = [
  route(cleanupApi.summary, async (call) => {
    requireStepUp(call);
    const cards = [];
    for (const target of cleanupTargets) cards.push(await cardOf(call.data, target));
    return { cards };
  }),
  ...cleanupTargets.map(removalRoute),
];
