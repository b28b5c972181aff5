import { type ReactNode, useEffect } from 'react';
import type { SubjectType } from '../../../contract/vocabulary';
import { CircleField, LessonDayField, OfferingFilters, useNoteOf } from './OfferingFilters';
import type { CircleChoice } from './useCircleChoice';
import type { OfferingChoice } from './useOfferingChoice';
import type { DayChoice } from './useDay';
import { type Recent, recentOf, useRecents } from './recents';

/** What a teaching screen is about, and how another subject, circle or day is chosen. */
export interface TeachingContext {
  /** Subject, circle and batch by name, the most telling first; empty while nothing is chosen, or not read yet. */
  names: readonly string[];
  /** Something is chosen that is not read yet. */
  isComing: boolean;
  current: Pick<Recent, 'subject_code' | 'circle'> | null;
  /** The types of subject that the screen shows; all if left out. */
  types?: readonly SubjectType[] | undefined;
  /** Whether the screen tells circles apart. */
  withCircles: boolean;
  onChoose: (choice: Recent) => void;
  /** The lists of programme, batch and subject. */
  steps: ReactNode;
  day?: DayChoice | undefined;
  /** What is unusual about the day. */
  note?: string | undefined;
  dayField?: ReactNode;
}

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
