import { daysAfter, daysBetween } from '../retention';

export const maxTitle = 120;
export const maxText = 2_000;
/** An announcement ends at most this number of days after today. */
export const maxShownDays = 366;
/** A new announcement ends after a week, unless the author chooses another day. */
const defaultShownDays = 7;

export const defaultUntil = (today: string): string => daysAfter(today, defaultShownDays);

export const lastUntil = (today: string): string => daysAfter(today, maxShownDays);

export type UntilProblem = 'over' | 'too far';

/** Days are `YYYY-MM-DD`, and `until` is the last day of the announcement. Null: the day is allowed. */
export function findUntilProblem(until: string, today: string): UntilProblem | null {
  if (until < today) return 'over';
  return daysBetween(today, until) > maxShownDays ? 'too far' : null;
}

const placeFields = ['section', 'program_id', 'batch_id', 'circle_id'] as const;
type PlaceField = (typeof placeFields)[number];

/** At most one field has a value. Without a value, the announcement is for the whole institute. */
export type Place = Partial<Record<PlaceField, string | number | null | undefined>>;

/** The second field with a value. Undefined: the place is allowed. */
export const findSecondPlace = (place: Place): PlaceField | undefined =>
  placeFields.filter((name) => place[name] != null)[1];

/** A longer text is folded on the dashboard and in reports. */
const maxOpenLetters = 160;
const maxOpenLines = 2;

export const isLongText = (text: string): boolean =>
  text.length > maxOpenLetters || text.split('\n').length > maxOpenLines;
