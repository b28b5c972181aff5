import { Problem } from '../problem';
import type { Session } from './sessions';

/** What a stolen session alone must not do. @throws STEP_UP_REQUIRED unless the own password was given again just now */
export function requireStepUp({ session }: { session: Session }): void {
  if (!session.hasSteppedUp) throw new Problem('STEP_UP_REQUIRED');
}
