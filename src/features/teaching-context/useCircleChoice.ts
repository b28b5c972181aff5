import { useQuery } from '@tanstack/react-query';
import type { Location } from 'react-router';
import type { Circle } from '../../../contract/circles';
import { parseRowId } from '../../../contract/fields';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { currentSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute } from '../../dataProvider/useInstitute';
import { sameSheetState } from '../../ui/page/useAddress';
import { allCircles } from './recents';
import type { OfferingChoice } from './useOfferingChoice';

export interface CircleChoice {
  /** The visible circles that meet on the day, by name. Empty if the subject has no circles. */
  circles: readonly Circle[];
  /** Null: all circles, and students without a circle. */
  circleId: number | null;
  /** While true, `circleId` may still change. */
  isLoading: boolean;
  /** The circle of the URL is not visible on this day, or belongs to another subject. */
  isForeign: boolean;
  chooseCircle: (id: number | null) => void;
}

/** Uses the circle of the URL, or the user's only circle. `date` is `YYYY-MM-DD`. */
export function useCircleChoice(
  { offering, subjectCode, circle, chooseCircle }: OfferingChoice,
  date: string,
): CircleChoice {
  const { circlesOf } = useApi();
  const features = useServerFeatures();
  const isDayKnown = !useInstitute().isPending;
  // The circles load in parallel with the batch and its subjects.
  const isEnabled = subjectCode !== null && features.has('circles');
  const { data, isPending } = useQuery({
    queryKey: ['circles', 'of', subjectCode, date],
    queryFn: () => circlesOf(subjectCode ?? '', date),
    // Before the settings are loaded, `date` may be the day of the device.
    enabled: isEnabled && isDayKnown,
  });
  const circles =
    isEnabled && data ? data.filter(({ ended_on }) => ended_on === null || ended_on > date) : [];
  const requestedId = parseRowId(circle);
  const ownCircles = circles.filter(({ teacher_id }) => teacher_id === currentSession()?.user.id);
  const resolveCircle = () => {
    if (circle === allCircles) return null;
    // If the circles could not be loaded, the value of the URL is used.
    if (requestedId !== null && isEnabled) return requestedId;
    return ownCircles.length === 1 ? (ownCircles[0]?.id ?? null) : null;
  };
  return {
    circles,
    circleId: resolveCircle(),
    isForeign:
      offering !== null &&
      isEnabled &&
      data !== undefined &&
      requestedId !== null &&
      !circles.some(({ id }) => id === requestedId),
    isLoading: offering !== null && (features.isOurs === null || (isEnabled && isPending)),
    chooseCircle: (id) => chooseCircle(id === null ? allCircles : String(id)),
  };
}

/** True for another page, subject, circle or day. Unsaved values are not visible on another sheet. */
export function isOtherSheet(from: Location, to: Location): boolean {
  if (to.state === sameSheetState) return false;
  const [fromQuery, toQuery] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  const names = ['batch_id', 'subject_code', 'circle_id', 'date'];
  return from.pathname !== to.pathname || names.some((name) => fromQuery.get(name) !== toQuery.get(name));
}
