import { useCallback } from 'react';
import { useStore } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Subject } from '../../../contract/subjects';
import type { TeachingChoice } from '../../dataProvider/choices';

/** What was chosen on a teaching screen, on this device by this person. */
export interface Recent extends Omit<TeachingChoice, 'circle_id'> {
  /** As the address names it: a row number, or a word for all; null where nothing was said of circles. */
  circle: string | null;
}

/** What is remembered of a subject of a batch. */
export const recentOf = (
  { id, subject_code, name, type }: Pick<Subject, 'id' | 'subject_code' | 'name' | 'type'>,
  batch: Pick<Batch, 'id' | 'batch_name'>,
  more: Pick<Recent, 'program_id' | 'circle' | 'circle_name'>,
): Recent => ({
  batch_id: batch.id,
  batch_name: batch.batch_name,
  subject_id: id,
  subject_code,
  name,
  type,
  ...more,
});

const most = 8;
const none: readonly Recent[] = [];

/** Stands in the address for all circles, where a person has one of their own. */
export const allCircles = 'all';

/** Of a circle as the address names it: null for all. */
export const oneCircle = (circle: string | null) => (circle === allCircles ? null : circle);

const isSame = (one: Recent, other: Recent) =>
  one.subject_code === other.subject_code && oneCircle(one.circle) === oneCircle(other.circle);

/** What is stored may be of another version. */
const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' && one !== null && 'subject_code' in one && 'batch_id' in one && 'name' in one;

/** The last choices, the newest first, and how one is added or given up. */
export function useRecents() {
  const [stored, setStored] = useStore<unknown>('teaching.recent', none);
  const recents = listOf(stored);
  /** @param hasCircles the screen tells circles apart; another keeps the last circle of the subject */
  const remember = useCallback(
    (chosen: Recent, hasCircles: boolean) =>
      setStored((before: unknown) => {
        const known = listOf(before);
        const last = known.find(({ subject_code }) => subject_code === chosen.subject_code);
        const circle = hasCircles ? chosen.circle : (chosen.circle ?? last?.circle ?? null);
        const same = known.find((one) => isSame(one, { ...chosen, circle }));
        const circle_name = chosen.circle_name ?? same?.circle_name ?? null;
        const program_id = chosen.program_id ?? last?.program_id ?? null;
        return [{ ...chosen, program_id, circle, circle_name }, ...known.filter((one) => one !== same)].slice(
          0,
          most,
        );
      }),
    [setStored],
  );
  const forget = useCallback(
    (subjectCode: string) =>
      setStored((before: unknown) =>
        listOf(before).filter(({ subject_code }) => subject_code !== subjectCode),
      ),
    [setStored],
  );
  return { recents, remember, forget };
}

const listOf = (stored: unknown): Recent[] => (Array.isArray(stored) ? stored.filter(isRecent) : []);

/** The days that a report was about last: null where none was chosen. */
export interface DayRange {
  startDate: string | null;
  endDate: string | null;
}

const noRange: DayRange = { startDate: null, endDate: null };

/** The range of days that goes along from report to report, and to the next visit. */
export const useLastRange = () => useStore<DayRange>('reports.range', noRange);

/** A day that was chosen while another was today, for the next screen: it counts on that day alone. */
interface LastDay {
  date: string;
  today: string;
}

/** The day that goes along from screen to screen, until the app is left; undefined for today. */
export function useLastDay(today: string) {
  const [last, setLast] = useStore<LastDay | null>('teaching.day', null);
  const setLastDay = useCallback((date: string) => setLast({ date, today }), [setLast, today]);
  return { lastDay: last?.today === today && last.date < today ? last.date : undefined, setLastDay };
}
