import { createContext } from 'react';
import { defaultGradeSettings, type GradeSettings } from '../../../contract/rules/gradeSettings';
import type { GradeSheet } from './useGradeSheet';

/** One visit to the field of a cell; outside of React's state, since nothing is drawn after it. */
export class Visit {
  /** Typing replaces the mark and arrows leave the cell; else they move inside of the field. */
  #isReplacing = true;
  #close: (() => void) | null = null;

  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** How the next field is entered. */
  prepare(isReplacing: boolean): void {
    this.#isReplacing = isReplacing;
  }

  /** A field stands open; null when it has gone. */
  opened(close: (() => void) | null): void {
    this.#close = close;
  }

  /** Closes the field that is open. */
  close(): void {
    this.#close?.();
  }
}

/** What cells need besides their row; nothing in it changes while somebody types. */
export interface EditorParts extends Pick<GradeSheet, 'type' | 'endTyping'> {
  settings: GradeSettings;
  visit: Visit;
}

const nothing = () => undefined;

export const EditorContext = createContext<EditorParts>({
  type: nothing,
  endTyping: nothing,
  settings: defaultGradeSettings,
  visit: new Visit(),
});
