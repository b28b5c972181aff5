import type { Scope } from '../auth/scope';
import type { Offering } from '../db/offering';
import type { Db } from '../db/schema';
import { notFound } from '../problem';
import type { Circles } from './day';

/** Who calls. */
export interface Reader {
  scope: Scope;
}

interface AskedOfDay {
  offering: Offering;
  date: string;
  circleId: number | undefined;
}

/**
 * Whose registers a call is about: those of the circle that it names, else all that the person sees of that day.
 * @throws NOT_FOUND for a circle that is not of the subject, and for what the person does not see
 */
export async function circlesMeant(
  db: Db,
  _reader: Reader,
  { offering, circleId }: AskedOfDay,
): Promise<Circles> {
  if (circleId === undefined) return null;
  await db
    .selectFrom('circles')
    .select('id')
    .where('id', '=', circleId)
    .where('subject_id', '=', offering.subjectId)
    .executeTakeFirstOrThrow(notFound);
  return [circleId];
}
