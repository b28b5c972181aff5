import { useState } from 'react';
import { foldDigits } from '../../../contract/rules/arabicText';
import {
  ayahCount,
  type AyahPosition,
  hizbCount,
  hizbOf,
  juzCount,
  juzOf,
  type MushafRange,
  pageCount,
  pageOf,
  pagesOfRange,
  positionProblem,
  rangeOfHizb,
  rangeOfJuz,
  rangeOfPages,
  rangeProblem,
} from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';

/** What a range fills in a daily record; empty and null where there is no range. */
interface MushafFilled {
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

export const fieldsOfRange = (range: MushafRange | null): MushafFilled =>
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
    if (keyOf(range) !== sent) onChange(range, fieldsOfRange(range));
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
    endAtPage: beginning && (() => type(setEnd(fields, lastOfPage(beginning)))),
    endAtSurah: beginning && (() => type(setEnd(fields, lastOfSurah(beginning)))),
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

const setEnd = (fields: MushafFields, { surah, ayah }: AyahPosition): MushafFields => ({
  ...fields,
  to: { surah, number: String(ayah) },
});

export const mushafModes = ['ayahs', 'pages', 'juz', 'hizb'] as const;
export type MushafMode = (typeof mushafModes)[number];
type MushafUnit = Exclude<MushafMode, 'ayahs'>;

interface Unit {
  max: number;
  of: (position: AyahPosition) => number;
  rangeOf: (first: number, last?: number) => MushafRange | null;
}

const units: Record<MushafUnit, Unit> = {
  pages: { max: pageCount, of: pageOf, rangeOf: rangeOfPages },
  juz: { max: juzCount, of: juzOf, rangeOf: rangeOfJuz },
  hizb: { max: hizbCount, of: hizbOf, rangeOf: rangeOfHizb },
};

/** One end of the range: the surah counts in the mode of ayahs only; the number is as typed, its digits folded. */
interface EndFields {
  surah: number | null;
  number: string;
}

export interface MushafFields {
  mode: MushafMode;
  from: EndFields;
  to: EndFields;
}

export type EndProblem = 'limits' | 'surah' | 'reversed';

interface MushafReading {
  /** Null while something is missing or wrong. */
  range: MushafRange | null;
  from: EndProblem | null;
  to: EndProblem | null;
}

const emptyEnd: EndFields = { surah: null, number: '' };

/** The fields of a mode, filled with the range, or with the parts of the mushaf in which it lies. */
function fieldsOf(mode: MushafMode, range: MushafRange | null): MushafFields {
  if (range === null) return { mode, from: emptyEnd, to: emptyEnd };
  const end = ({ surah, ayah }: AyahPosition): EndFields =>
    mode === 'ayahs'
      ? { surah, number: String(ayah) }
      : { surah: null, number: String(units[mode].of({ surah, ayah })) };
  return { mode, from: end(range.from), to: end(range.to) };
}

/** The fields when one starts at a position: its end is still open. */
function startFields(mode: MushafMode, position: AyahPosition): MushafFields {
  const { from } = fieldsOf(mode, { from: position, to: position });
  return { mode, from, to: { surah: from.surah, number: '' } };
}

/** The fields after another surah was chosen for one end: the ayah of the old surah is cleared. */
function chooseSurah(fields: MushafFields, end: 'from' | 'to', surah: number | null): MushafFields {
  if (end === 'to') return { ...fields, to: { surah, number: '' } };
  const { to } = fields;
  const isFollowed = to.surah === null || to.surah === fields.from.surah || to.surah < (surah ?? 0);
  return {
    ...fields,
    from: { surah, number: surah === null ? '' : '1' },
    to: isFollowed ? { surah, number: '' } : to,
  };
}

/** The most that the number of an end may be; 0 while no surah is chosen. */
export const maxOf = (fields: MushafFields, end: 'from' | 'to'): number =>
  fields.mode === 'ayahs' ? ayahCount(fields[end].surah ?? 0) : units[fields.mode].max;

/** The number that was typed, in any digits, as it stands in the fields. */
const cleanNumber = (text: string) => foldDigits(text).trim().slice(0, 4);

function endProblem(fields: MushafFields, end: 'from' | 'to'): EndProblem | null {
  const { number } = fields[end];
  const max = maxOf(fields, end);
  if (number === '' || max === 0) return null;
  if (!/^\d+$/.test(number) || Number(number) === 0) return 'limits';
  return Number(number) <= max ? null : fields.mode === 'ayahs' ? 'surah' : 'limits';
}

/** What the fields say. An empty last page, juz or hizb is the first one. */
function readFields(fields: MushafFields): MushafReading {
  const [from, to] = [endProblem(fields, 'from'), endProblem(fields, 'to')];
  const range = from === null && to === null ? rangeOf(fields) : null;
  if (range === 'reversed') return { range: null, from, to: 'reversed' };
  return { range, from, to };
}

function rangeOf({ mode, from, to }: MushafFields): MushafRange | 'reversed' | null {
  if (mode !== 'ayahs') {
    if (from.number === '') return null;
    const first = Number(from.number);
    const last = to.number === '' ? first : Number(to.number);
    return last < first ? 'reversed' : units[mode].rangeOf(first, last);
  }
  if (from.surah === null || to.surah === null) return null;
  if (to.surah < from.surah) return 'reversed';
  if (from.number === '' || to.number === '') return null;
  const range = {
    from: { surah: from.surah, ayah: Number(from.number) },
    to: { surah: to.surah, ayah: Number(to.number) },
  };
  return rangeProblem(range) === null ? range : 'reversed';
}

/** Whether one more digit could still make the end come after the beginning. */
export const mayGrow = (fields: MushafFields): boolean =>
  Number(fields.to.number) * 10 <= maxOf(fields, 'to') &&
  (fields.mode !== 'ayahs' || fields.from.surah === fields.to.surah);
