import { markProblem, parseMark } from '../../../contract/rules/grading';

/** The open field of one column, and the field before it if a digit completed that one. */
export interface MarkField {
  text: string;
  /** False for a newly opened field, whose mark the first digit replaces. */
  isTyped: boolean;
  /**
   * The text of the field that closed by itself, until the first digit in this field. The half, the decimal
   * sign and the erase key still belong to it, because its user may not have finished.
   */
  completedText: string | null;
}

export type MarkKey =
  | { kind: 'digit'; digit: string }
  | { kind: 'half' | 'point' | 'erase' | 'full' | 'notRecorded' };

export interface MarkEntry {
  field: 'open' | 'completed';
  text: string;
  /** `next` opens the next student, `back` the completed field, `stay` none. */
  move: 'stay' | 'next' | 'back';
}

const digits = [...'0123456789'];

/**
 * True if no further digit gives another valid mark. A half is no digit: it has a key, which also reaches a
 * completed field. A 0 waits, because 05 is 5.
 */
export function isCompleteMark(text: string, max: number): boolean {
  const mark = parseMark(text);
  if (mark === null || markProblem(mark, max) !== null) return false;
  return digits.every((digit) => {
    const longerMark = parseMark(text + digit);
    return longerMark === mark || markProblem(longerMark, max) !== null;
  });
}

/** Adds 0.5 to a whole mark. Null without a mark, and if the result is no valid mark. */
export function addHalf(text: string, max: number): string | null {
  const mark = parseMark(text);
  if (mark === null || !Number.isInteger(mark)) return null;
  const half = `${mark}.5`;
  return markProblem(Number(half), max) === null ? half : null;
}

/** A half has one key, so it is erased by one key too. */
const eraseLast = (text: string) => text.replace(/(\.5|.)$/u, '');

/** @returns null if the key has no effect */
export function pressMarkKey(field: MarkField, key: MarkKey, max: number): MarkEntry | null {
  const { text, isTyped, completedText } = field;
  const typedText = isTyped ? text : '';
  switch (key.kind) {
    case 'digit':
      return typeMark(typedText + key.digit, max);
    case 'half': {
      const half = addHalf(completedText ?? typedText, max);
      if (half === null) return null;
      if (completedText !== null) return { field: 'completed', text: half, move: 'stay' };
      return typeMark(half, max);
    }
    case 'point':
      // Even after a full mark, so that the 5 of an impossible 10.5 does not become the next mark.
      return completedText === null ? null : { field: 'completed', text: `${completedText}.`, move: 'back' };
    case 'erase':
      if (completedText !== null) return { field: 'completed', text: eraseLast(completedText), move: 'back' };
      return { field: 'open', text: eraseLast(typedText), move: 'stay' };
    case 'full':
      return { field: 'open', text: String(max), move: 'next' };
    case 'notRecorded':
      return { field: 'open', text: '', move: 'stay' };
  }
}

/** A text after a typed character. */
export const typeMark = (text: string, max: number): MarkEntry => ({
  field: 'open',
  text,
  move: isCompleteMark(text, max) ? 'next' : 'stay',
});

/** The student whose field is open, in one column. */
export interface OpenField {
  studentId: string;
  isTyped: boolean;
  /** The student of `MarkField.completedText`. */
  completedId: string | null;
}

export const openField = (studentId: string): OpenField => ({
  studentId,
  isTyped: false,
  completedId: null,
});

/** @param nextId null for the last student, whose field stays open */
export function followEntry(open: OpenField, { field, move }: MarkEntry, nextId: string | null): OpenField {
  if (move === 'next' && nextId !== null) return { ...openField(nextId), completedId: open.studentId };
  if (move === 'back' && open.completedId !== null) return { ...openField(open.completedId), isTyped: true };
  return field === 'open' ? { ...openField(open.studentId), isTyped: true } : open;
}

/** Returns the key of a hardware keyboard that a completed field may need; null for other keys. */
export function findMarkKey(key: string): MarkKey | null {
  if (key === '½') return { kind: 'half' };
  if (key === 'Backspace') return { kind: 'erase' };
  return parseMark(`${key}5`) === 0.5 ? { kind: 'point' } : null;
}
