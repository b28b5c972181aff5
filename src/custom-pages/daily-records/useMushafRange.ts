import { useState } from 'react';
import {
  ayahCount,
  type AyahPosition,
  type MushafRange,
  pageOf,
  pagesOfRange,
  positionProblem,
  rangeOfPages,
} from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';
import {
  fieldsOf,
  type MushafFields,
  type MushafMode,
  readFields,
  startFields,
  cleanNumber,
  chooseSurah,
} from './mushafFields';

/** What a range fills in a daily record; empty and null where there is no range. */
export interface MushafFilled {
  recordContent: string;
  /** A multiple of 0.5, which the teacher may override. */
  pagesCount: number | null;
}

export interface MushafRangeProps {
  value: MushafRange | null;
  /** Null, with nothing to fill in, while something is missing or wrong. */
  onChange: (range: MushafRange | null, filled: MushafFilled) => void;
  /** Where the student stopped: the ayah after it. */
  start: AyahPosition | null;
}

const keyOf = (range: MushafRange | null) => JSON.stringify(range);

/** What a range fills in a daily record. */
export const filledBy = (range: MushafRange | null): MushafFilled =>
  range === null
    ? { recordContent: '', pagesCount: null }
    : { recordContent: describeRange(range), pagesCount: pagesOfRange(range) };

/** The fields of a range that is chosen, and what they say. */
export function useMushafRange({ value, onChange, start }: MushafRangeProps) {
  const [fields, setFields] = useState(() => fieldsOf('ayahs', value));
  // Kept apart from the fields, so that looking at the pages and going back leaves the ayahs as they were.
  const [exact, setExact] = useState(value);
  const [seen, setSeen] = useState(keyOf(value));
  const [sent, setSent] = useState(seen);
  // Another row, or the caller emptied it.
  if (keyOf(value) !== seen) {
    setSeen(keyOf(value));
    if (keyOf(value) !== sent) {
      setFields(fieldsOf(fields.mode, value));
      setExact(value);
      setSent(keyOf(value));
    }
  }

  const show = (next: MushafFields) => {
    const { range } = readFields(next);
    setFields(next);
    setSent(keyOf(range));
    if (keyOf(range) !== sent) onChange(range, filledBy(range));
    return range;
  };
  const type = (next: MushafFields) => setExact(show(next));
  const reading = readFields(fields);
  const beginning = positionIn(fields);
  return {
    fields,
    reading,
    setMode: (mode: MushafMode) => {
      show(fieldsOf(mode, exact));
    },
    setSurah: (end: 'from' | 'to', surah: number | null) => type(chooseSurah(fields, end, surah)),
    setNumber: (end: 'from' | 'to', text: string) =>
      type({ ...fields, [end]: { ...fields[end], number: cleanNumber(text) } }),
    carryOn: start && (() => type(startFields(fields.mode, start))),
    endAtPage: beginning && (() => type(endingAt(fields, lastOfPage(beginning)))),
    endAtSurah: beginning && (() => type(endingAt(fields, lastOfSurah(beginning)))),
  };
}

export type MushafChoice = ReturnType<typeof useMushafRange>;

/** Where the range begins, once that much is typed. */
function positionIn({ mode, from }: MushafFields): AyahPosition | null {
  if (mode !== 'ayahs' || from.surah === null) return null;
  const position = { surah: from.surah, ayah: Number(from.number) };
  return positionProblem(position) === null ? position : null;
}

const lastOfSurah = ({ surah }: AyahPosition) => ({ surah, ayah: ayahCount(surah) });
const lastOfPage = (position: AyahPosition) => rangeOfPages(pageOf(position))?.to ?? position;

const endingAt = (fields: MushafFields, { surah, ayah }: AyahPosition): MushafFields => ({
  ...fields,
  to: { surah, number: String(ayah) },
});
