import { type ReactNode, useEffect } from 'react';
import type { SubjectType } from '../../../contract/vocabulary';
import { CircleField, LessonDayField, OfferingFilters, useDayNote } from './OfferingFilters';
import type { CircleChoice } from './useCircleChoice';
import type { OfferingChoice } from './useOfferingChoice';
import type { DayChoice } from './useDay';
import { type Recent, buildRecent, useRecents } from './recents';

export interface TeachingContext {
  /** Names of subject, circle and batch; the batch is the last. Empty if nothing is selected or loaded. */
  names: readonly string[];
  isLoading: boolean;
  current: Pick<Recent, 'subject_code' | 'circle'> | null;
  /** The subject types of the screen. Default: all types. */
  types?: readonly SubjectType[] | undefined;
  /** Whether the screen shows single circles. */
  withCircles: boolean;
  onChoose: (choice: Recent) => void;
  steps: ReactNode;
  day?: DayChoice | undefined;
  note?: string | undefined;
  dayField?: ReactNode;
}

interface ContextOptions {
  choice: OfferingChoice;
  types?: readonly SubjectType[];
  noSubjects?: string;
  circles?: CircleChoice;
  day?: DayChoice;
  /** Replaces the lists of programme, batch and subject. */
  steps?: ReactNode;
}

/** Remembers the choice for other screens. `filters` are the lists below an incomplete choice. */
export function useTeachingContext({ choice, types, noSubjects, circles, day, steps }: ContextOptions): {
  context: TeachingContext;
  filters: ReactNode;
} {
  const { batch, subject, programId } = choice;
  const { remember } = useRecents();
  const circleId = circles?.circleId ?? null;
  const circle = choice.circle ?? (circleId === null ? null : String(circleId));
  const circleName = circles?.circles.find(({ id }) => id === circleId)?.name ?? null;
  const hasCircles = circles !== undefined;
  const isComplete =
    subject !== undefined && batch !== undefined && !circles?.isLoading && !circles?.isForeign;
  useEffect(() => {
    if (!isComplete) return;
    remember(
      buildRecent(subject, batch, { program_id: programId, circle, circle_name: circleName }),
      hasCircles,
    );
    // `batch` and `subject` keep their identity as long as their ids stay the same.
  }, [isComplete, remember, programId, batch, subject, circle, circleName, hasCircles]);
  const note = useDayNote(day?.date ?? '', batch);
  const dayField = day && <LessonDayField day={day} batch={batch} />;
  const renderSteps = (extraField: ReactNode) =>
    steps ?? (
      <OfferingFilters choice={choice} {...(noSubjects !== undefined && { noSubjects })}>
        {extraField}
      </OfferingFilters>
    );
  return {
    context: {
      names: subject && batch ? [subject.name, ...(circleName ? [circleName] : []), batch.batch_name] : [],
      isLoading: choice.isLoading,
      current: subject ? { subject_code: subject.subject_code, circle } : null,
      types,
      withCircles: hasCircles,
      onChoose: choice.chooseRecent,
      steps: renderSteps(circles && circles.circles.length > 0 && <CircleField choice={circles} />),
      day,
      note: day && note,
      dayField,
    },
    filters: !choice.offering && !choice.isLoading && renderSteps(dayField),
  };
}
