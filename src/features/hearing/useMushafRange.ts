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

/** What a range fills into a daily record; empty and null without a range. */
interface MushafFilled {
  recordContent: string;
  /** A multiple of 0.5; the teacher may change it. */
  pagesCount: number | null;
}

export interface MushafRangeProps {
  value: MushafRange | null;
  /** Called with null while something is missing or wrong. */
  onChange: (range: MushafRange | null, filled: MushafFilled) => void;
  /** The ayah after the one where the student stopped. */
  start: AyahPosition | null;
}

const keyOf = (range: MushafRange | null) => JSON.stringify(range);

export const fieldsOfRange = (range: MushafRange | null): MushafFilled =>
  range === null
    ? { recordContent: '', pagesCount: null }
    : { recordContent: describeRange(range), pagesCount: pagesOfRange(range) };

/** The fields to choose a range, and what they mean. */
export function useMushafRange({ value, onChange, start }: MushafRangeProps) {
  const [fields, setFields] = useState(() => fieldsOf('ayahs', value));
  // Kept separately, so that switching to pages and back does not change the ayahs.
  const [exact, setExact] = useState(value);
  const [seen, setSeen] = useState(keyOf(value));
  const [sent, setSent] = useState(seen);
  // The row was changed, or emptied by the caller.
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

/** The beginning of the range, as soon as it is complete. */
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

/** One end of the range: the surah is used only in the mode of ayahs; the number is as typed, with folded digits. */
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

/** The fields of a mode for a range, or for the parts of the mushaf that contain it. */
function fieldsOf(mode: MushafMode, range: MushafRange | null): MushafFields {
  if (range === null) return { mode, from: emptyEnd, to: emptyEnd };
  const end = ({ surah, ayah }: AyahPosition): EndFields =>
    mode === 'ayahs'
      ? { surah, number: String(ayah) }
      : { surah: null, number: String(units[mode].of({ surah, ayah })) };
  return { mode, from: end(range.from), to: end(range.to) };
}

/** The fields for a start position; the end is still empty. */
function startFields(mode: MushafMode, position: AyahPosition): MushafFields {
  const { from } = fieldsOf(mode, { from: position, to: position });
  return { mode, from, to: { surah: from.surah, number: '' } };
}

/** The fields after another surah was chosen for one end: the ayah is cleared. */
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

/** The maximum number for an end; 0 while no surah is chosen. */
export const maxOf = (fields: MushafFields, end: 'from' | 'to'): number =>
  fields.mode === 'ayahs' ? ayahCount(fields[end].surah ?? 0) : units[fields.mode].max;

/** The typed number with folded digits, as the fields store it. */
const cleanNumber = (text: string) => foldDigits(text).trim().slice(0, 4);

function endProblem(fields: MushafFields, end: 'from' | 'to'): EndProblem | null {
  const { number } = fields[end];
  const max = maxOf(fields, end);
  if (number === '' || max === 0) return null;
  if (!/^\d+$/.test(number) || Number(number) === 0) return 'limits';
  return Number(number) <= max ? null : fields.mode === 'ayahs' ? 'surah' : 'limits';
}

/** Reads the fields. If the last page, juz or hizb is empty, it equals the first. */
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

/** Whether one more digit could still put the end after the beginning. */
export const mayGrow = (fields: MushafFields): boolean =>
  Number(fields.to.number) * 10 <= maxOf(fields, 'to') &&
  (fields.mode !== 'ayahs' || fields.from.surah === fields.to.surah);
