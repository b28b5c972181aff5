import { useQuery } from '@tanstack/react-query';
import type { Location } from 'react-router';
import type { Circle } from '../../../contract/circles';
import { parseRowId } from '../../../contract/fields';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { currentSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { sameSheet } from '../../ui/page/useAddress';
import { allCircles } from './recents';
import type { OfferingChoice } from './useOfferingChoice';

/** Whose sheet of a subject is meant: that of one of its circles, or of everybody. */
export interface CircleChoice {
  /** Those of the person's scope that meet on the day, by name; none where the subject has no circles. */
  circles: readonly Circle[];
  /** Null: all of them, and who is in none. */
  circleId: number | null;
  /** Until then it is not known whose sheet is meant. */
  isReading: boolean;
  /** The one in the address is not the person's on this day, or is of another subject: it is not shown. */
  isForeign: boolean;
  chooseCircle: (id: number | null) => void;
}

/**
 * The circle in the address; without one the person's own, where there is exactly one.
 * @param date `YYYY-MM-DD`
 */
export function useCircleChoice(
  { offering, circle, chooseCircle }: OfferingChoice,
  date: string,
): CircleChoice {
  const { circlesOf } = useApi();
  const features = useServerFeatures();
  const subjectCode = offering?.subjectCode ?? '';
  const isAsked = offering !== null && features.has('circles');
  const { data, isPending } = useQuery({
    queryKey: ['circles', 'of', subjectCode, date],
    queryFn: () => circlesOf(subjectCode, date),
    enabled: isAsked,
  });
  const circles = isAsked && data ? data.filter(({ ended_on }) => ended_on === null || ended_on > date) : [];
  const chosen = parseRowId(circle);
  const own = circles.filter(({ teacher_id }) => teacher_id === currentSession()?.user.id);
  const known = () => {
    if (circle === allCircles) return null;
    // Where circles could not be read, the address is believed.
    if (chosen !== null && isAsked) return chosen;
    return own.length === 1 ? (own[0]?.id ?? null) : null;
  };
  return {
    circles,
    circleId: known(),
    isForeign: isAsked && data !== undefined && chosen !== null && !circles.some(({ id }) => id === chosen),
    isReading: offering !== null && (features.isOurs === null || (isAsked && isPending)),
    chooseCircle: (id) => chooseCircle(id === null ? allCircles : String(id)),
  };
}

/** Another page, subject, circle or day, where what was typed would seem lost. */
export function isOtherSheet(from: Location, to: Location): boolean {
  if (to.state === sameSheet) return false;
  const [one, other] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  const names = ['batch_id', 'subject_code', 'circle_id', 'date'];
  return from.pathname !== to.pathname || names.some((name) => one.get(name) !== other.get(name));
}
