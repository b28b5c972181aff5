import type { ReactNode } from 'react';
import type { SubjectType } from '../../../contract/vocabulary';
import type { DayChoice } from '../page/useDay';
import type { Recent } from './recents';

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
