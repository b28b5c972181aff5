import { useCallback } from 'react';
import { useStore } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Subject } from '../../../contract/subjects';
import type { TeachingChoice } from '../../dataProvider/choices';

/** An earlier choice of a teaching screen. The device stores it for one user. */
export interface Recent extends Omit<TeachingChoice, 'circle_id'> {
  /** A circle id, or `allCircles`. Null: the user selected no circle. */
  circle: string | null;
}

export const buildRecent = (
  { id, subject_code, name, type }: Pick<Subject, 'id' | 'subject_code' | 'name' | 'type'>,
  batch: Pick<Batch, 'id' | 'batch_name'>,
  details: Pick<Recent, 'program_id' | 'circle' | 'circle_name'>,
): Recent => ({
  batch_id: batch.id,
  batch_name: batch.batch_name,
  subject_id: id,
  subject_code,
  name,
  type,
  ...details,
});

const maxRecents = 8;
const noRecents: readonly Recent[] = [];

/** URL value for all circles. Without a value, the user's own circle is selected. */
export const allCircles = 'all';

export const circleOrNull = (circle: string | null) => (circle === allCircles ? null : circle);

const isSame = (one: Recent, other: Recent) =>
  one.subject_code === other.subject_code && circleOrNull(one.circle) === circleOrNull(other.circle);

/** Another version of the app may have stored a different shape. */
const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'subject_code' in value &&
  'batch_id' in value &&
  'name' in value;

export function useRecents() {
  const [stored, setStored] = useStore<unknown>('teaching.recent', noRecents);
  const recents = parseRecents(stored);
  /** A screen without circles (`hasCircles` is false) keeps the last circle of the subject. */
  const remember = useCallback(
    (chosen: Recent, hasCircles: boolean) =>
      setStored((before: unknown) => {
        const earlier = parseRecents(before);
        const last = earlier.find(({ subject_code }) => subject_code === chosen.subject_code);
        const circle = hasCircles ? chosen.circle : (chosen.circle ?? last?.circle ?? null);
        const sameRecent = earlier.find((one) => isSame(one, { ...chosen, circle }));
        const circle_name = chosen.circle_name ?? sameRecent?.circle_name ?? null;
        const program_id = chosen.program_id ?? last?.program_id ?? null;
        return [
          { ...chosen, program_id, circle, circle_name },
          ...earlier.filter((one) => one !== sameRecent),
        ].slice(0, maxRecents);
      }),
    [setStored],
  );
  const forget = useCallback(
    (subjectCode: string) =>
      setStored((before: unknown) =>
        parseRecents(before).filter(({ subject_code }) => subject_code !== subjectCode),
      ),
    [setStored],
  );
  return { recents, remember, forget };
}

const parseRecents = (stored: unknown): Recent[] => (Array.isArray(stored) ? stored.filter(isRecent) : []);

export interface DayRange {
  startDate: string | null;
  endDate: string | null;
}

const noRange: DayRange = { startDate: null, endDate: null };

/** All reports share the range, also on the next visit. */
export const useLastRange = () => useStore<DayRange>('reports.range', noRange);

/** Valid only if `today` is the current day. */
interface LastDay {
  date: string;
  today: string;
}

/** The teaching screens share the day until the app is closed. Undefined: today. */
export function useLastDay(today: string) {
  const [last, setLast] = useStore<LastDay | null>('teaching.day', null);
  const setLastDay = useCallback((date: string) => setLast({ date, today }), [setLast, today]);
  return { lastDay: last?.today === today && last.date < today ? last.date : undefined, setLastDay };
}
