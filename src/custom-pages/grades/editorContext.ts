import { createContext, type RefObject } from 'react';
import { defaultGradeSettings, type GradeSettings } from '../../../contract/rules/gradeSettings';
import type { GradeSheet } from './useGradeSheet';

/** One visit to the field of a cell. */
export interface Visit {
  /** Typing replaces the mark and arrows leave the cell; else they move inside of the field. */
  isReplacing: boolean;
  /** Closes the field that is open. */
  close: (() => void) | null;
}

/** What cells need besides their row; nothing in it changes while somebody types. */
export interface EditorParts extends Pick<GradeSheet, 'type' | 'endTyping'> {
  settings: GradeSettings;
  visit: RefObject<Visit>;
}

const nothing = () => undefined;

export const EditorContext = createContext<EditorParts>({
  type: nothing,
  endTyping: nothing,
  settings: defaultGradeSettings,
  visit: { current: { isReplacing: true, close: null } },
});
