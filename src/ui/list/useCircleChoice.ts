import { useQuery } from '@tanstack/react-query';
import type { Circle } from '../../../contract/circles';
import { rowNumberIn } from '../../../contract/fields';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { currentSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import type { OfferingChoice } from './useOfferingChoice';

/** Stands in the address for all circles, where a person has one of their own. */
const allCircles = 'all';

/** Whose sheet of a subject is meant: that of one of its circles, or of everybody. */
export interface CircleChoice {
  /** Those of the person's scope that meet on the day, by name; none where the subject has no circles. */
  circles: readonly Circle[];
  /** Null: all of them, and who is in none. */
  circleId: number | null;
  /** Until then it is not known whose sheet is meant. */
  isReading: boolean;
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
    queryKey: ['circles', 'of', subjectCode],
    queryFn: () => circlesOf(subjectCode),
    enabled: isAsked,
  });
  const circles = isAsked && data ? data.filter(({ ended_on }) => ended_on === null || ended_on > date) : [];
  const chosen = rowNumberIn(circle);
  const own = circles.filter(({ teacher_id }) => teacher_id === currentSession()?.user.id);
  const known = () => {
    if (circle === allCircles) return null;
    // Where circles could not be read, the address is believed.
    if (isAsked && !data) return chosen;
    if (circles.some(({ id }) => id === chosen)) return chosen;
    return own.length === 1 ? (own[0]?.id ?? null) : null;
  };
  return {
    circles,
    circleId: known(),
    isReading: offering !== null && (features.isOurs === null || (isAsked && isPending)),
    chooseCircle: (id) => chooseCircle(id === null ? allCircles : String(id)),
  };
}
