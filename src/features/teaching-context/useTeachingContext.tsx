import { Skeleton } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import type { SubjectType } from '../../../contract/vocabulary';
import { LazyBoundary } from '../../ui/page/LazyBoundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import type { OfferingFiltersProps } from './OfferingFilters';
import type { CircleChoice } from './useCircleChoice';
import type { OfferingChoice } from './useOfferingChoice';
import { type DayChoice, useDayNote } from './useDay';
import { type Recent, buildRecent, useRecents } from './recents';

const OfferingFilters = lazyComponent(async () => ({
  default: (await import('./OfferingFilters')).OfferingFilters,
}));
/** Heights of the fields, which are below each other on a phone. The day has a line of text below it. */
const filterHeights = { withDay: { xs: 236.8, sm: 64.8 }, withoutDay: { xs: 156, sm: 40 } };

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
  /** The lists of programme, batch and subject. */
  fields?: OfferingFiltersProps | undefined;
  /** Replaces `fields`. */
  steps?: ReactNode;
  day?: DayChoice | undefined;
  note?: string | undefined;
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
  const fields = { choice, noSubjects, circles };
  const hasFilters = choice.batchId === null && steps === undefined;
  useEffect(() => {
    // Loads the code in parallel with the user's only choice.
    if (hasFilters) void OfferingFilters.preload();
  }, [hasFilters]);
  return {
    context: {
      names: subject && batch ? [subject.name, ...(circleName ? [circleName] : []), batch.batch_name] : [],
      isLoading: choice.isLoading,
      current: subject ? { subject_code: subject.subject_code, circle } : null,
      types,
      withCircles: hasCircles,
      onChoose: choice.chooseRecent,
      fields,
      steps,
      day,
      note: day && note,
    },
    filters:
      !choice.offering &&
      !choice.isLoading &&
      (steps ?? (
        <LazyBoundary
          fallback={
            <Skeleton variant="rounded" sx={{ height: filterHeights[day ? 'withDay' : 'withoutDay'] }} />
          }
        >
          <OfferingFilters choice={choice} noSubjects={noSubjects} day={day} />
        </LazyBoundary>
      )),
  };
}
