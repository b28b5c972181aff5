import { type ReactNode, useEffect } from 'react';
import type { SubjectType } from '../../../contract/vocabulary';
import { CircleField, LessonDayField, OfferingFilters, useNoteOf } from '../list/OfferingFilters';
import type { CircleChoice } from '../list/useCircleChoice';
import type { OfferingChoice } from '../list/useOfferingChoice';
import type { DayChoice } from '../page/useDay';
import { recentOf, useRecents } from './recents';
import type { TeachingContext } from './teachingContext';

interface Shown {
  choice: OfferingChoice;
  types?: readonly SubjectType[];
  /** Said where the batch has no subject for this screen. */
  noSubjects?: string;
  circles?: CircleChoice;
  day?: DayChoice;
  /** In place of the lists of programme, batch and subject. */
  steps?: ReactNode;
}

/**
 * What the bar of a teaching screen shows, which other screens and the next visit begin with; and the lists that stand
 * below it until something is chosen.
 */
export function useTeachingContext({ choice, types, noSubjects, circles, day, steps }: Shown): {
  context: TeachingContext;
  filters: ReactNode;
} {
  const { batch, subject, programId } = choice;
  const { remember } = useRecents();
  const circleId = circles?.circleId ?? null;
  const circle = choice.circle ?? (circleId === null ? null : String(circleId));
  const circleName = circles?.circles.find(({ id }) => id === circleId)?.name ?? null;
  const hasCircles = circles !== undefined;
  const isKnown = subject !== undefined && batch !== undefined && !circles?.isReading && !circles?.isForeign;
  useEffect(() => {
    if (!isKnown) return;
    remember(
      recentOf(subject, batch, { program_id: programId, circle, circle_name: circleName }),
      hasCircles,
    );
    // Each is one thing for as long as its number stays the same.
  }, [isKnown, remember, programId, batch, subject, circle, circleName, hasCircles]);
  const note = useNoteOf(day?.date ?? '', batch);
  const dayField = day && <LessonDayField day={day} batch={batch} />;
  const stepsWith = (more: ReactNode) =>
    steps ?? (
      <OfferingFilters choice={choice} {...(noSubjects !== undefined && { noSubjects })}>
        {more}
      </OfferingFilters>
    );
  return {
    context: {
      names: subject && batch ? [subject.name, ...(circleName ? [circleName] : []), batch.batch_name] : [],
      isComing: choice.isComing,
      current: subject ? { subject_code: subject.subject_code, circle } : null,
      types,
      withCircles: hasCircles,
      onChoose: choice.chooseRecent,
      steps: stepsWith(circles && circles.circles.length > 0 && <CircleField choice={circles} />),
      day,
      note: day && note,
      dayField,
    },
    filters: !choice.offering && !choice.isComing && stepsWith(dayField),
  };
}
