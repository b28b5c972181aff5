import { cleanupApi } from '../../contract/cleanup';
import { type CleanupTarget, cleanupTargets } from '../../contract/vocabulary';
import { type Call, type Route, route } from '../mount';
import { Problem } from '../problem';
import { cardOf, removeAll } from './removal';

function refuseWithoutStepUp({ session }: Call): void {
  if (!session.hasSteppedUp) throw new Problem('STEP_UP_REQUIRED');
}

const removalRoute = (target: CleanupTarget): Route =>
  route(cleanupApi[target], async (call) => {
    refuseWithoutStepUp(call);
    return removeAll(call.data, call.config, call.actor, target);
  });

export const cleanupRoutes: Route[] = [
  route(cleanupApi.summary, async (call) => {
    refuseWithoutStepUp(call);
    const cards = [];
    for (const target of cleanupTargets) cards.push(await cardOf(call.data, target));
    return { cards };
  }),
  ...cleanupTargets.map(removalRoute),
];
