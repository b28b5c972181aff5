import { useState } from 'react';
import { useStore } from 'react-admin';
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

interface RangeValues {
  recordContent: string;
  /** A multiple of 0.5. */
  pagesCount: number | null;
}

export interface MushafRangeProps {
  value: MushafRange | null;
  /** `range` is null while the fields are incomplete or invalid. */
  onChange: (range: MushafRange | null, values: RangeValues) => void;
  /** The ayah after the student's last range. */
  start: AyahPosition | null;
}

const rangeKey = (range: MushafRange | null) => JSON.stringify(range);

export const rangeValues = (range: MushafRange | null): RangeValues =>
  range === null
    ? { recordContent: '', pagesCount: null }
    : { recordContent: describeRange(range), pagesCount: pagesOfRange(range) };

export function useMushafRange({ value, onChange, start }: MushafRangeProps) {
  const [storedMode, storeMode] = useMushafMode();
  const [fields, setFields] = useState(() => firstFields(storedMode, value, start));
  // The exact range has its own state: switching to pages and back must not change the ayahs.
  const [exactRange, setExactRange] = useState(value);
  const [lastValueKey, setLastValueKey] = useState(rangeKey(value));
  const [reportedKey, setReportedKey] = useState(lastValueKey);
  if (rangeKey(value) !== lastValueKey) {
    setLastValueKey(rangeKey(value));
    // The caller changed or cleared the value.
    if (rangeKey(value) !== reportedKey) {
      setFields(toFields(fields.mode, value));
      setExactRange(value);
      setReportedKey(rangeKey(value));
    }
  }

  const applyFields = (next: MushafFields) => {
    const { range } = readFields(next);
    setFields(next);
    setReportedKey(rangeKey(range));
    if (rangeKey(range) !== reportedKey) onChange(range, rangeValues(range));
    return range;
  };
  const editFields = (next: MushafFields) => setExactRange(applyFields(next));
  const parsed = readFields(fields);
  const rangeStart = readStart(fields);
  return {
    fields,
    parsed,
    setMode: (mode: MushafMode) => {
      storeMode(mode);
      applyFields(
        start && isUnchangedStart(fields, start) ? startFields(mode, start) : toFields(mode, exactRange),
      );
    },
    setSurah: (end: 'from' | 'to', surah: number | null) => editFields(chooseSurah(fields, end, surah)),
    setNumber: (end: 'from' | 'to', text: string) =>
      editFields({ ...fields, [end]: { ...fields[end], number: cleanNumber(text) } }),
    /** Null at the start itself. */
    carryOn: start && !isAtStart(fields, start) && (() => editFields(startFields(fields.mode, start))),
    endAtPage: rangeStart && (() => editFields(setEnd(fields, endOfPage(rangeStart)))),
    endAtSurah: rangeStart && (() => editFields(setEnd(fields, endOfSurah(rangeStart)))),
  };
}

/** The mode of the last choice. Each user of the device has an own mode. */
export function useMushafMode(): [mode: MushafMode, store: (mode: MushafMode) => void] {
  const [stored, store] = useStore<unknown>('mushaf.mode', null);
  return [mushafModes.find((mode) => mode === stored) ?? 'ayahs', store];
}

/** A range that the mode cannot express exactly has the fields of its ayahs. */
function firstFields(mode: MushafMode, range: MushafRange | null, start: AyahPosition | null): MushafFields {
  const isStart = start !== null && rangeKey(range) === rangeKey(firstRange(mode, start));
  if (isStart) return startFields(mode, start);
  const fields = toFields(mode, range);
  return rangeKey(readFields(fields).range) === rangeKey(range) ? fields : toFields('ayahs', range);
}

/** The first page, juz or hizb after the last range. A range of ayahs has no end yet, so it is null. */
export const firstRange = (mode: MushafMode, start: AyahPosition | null): MushafRange | null =>
  start && readFields(startFields(mode, start)).range;

const isUnchangedStart = (fields: MushafFields, start: AyahPosition): boolean =>
  JSON.stringify(startFields(fields.mode, start)) === JSON.stringify(fields);

const isAtStart = ({ mode, from }: MushafFields, start: AyahPosition): boolean =>
  JSON.stringify(startFields(mode, start).from) === JSON.stringify(from);

export type MushafChoice = ReturnType<typeof useMushafRange>;

function readStart({ mode, from }: MushafFields): AyahPosition | null {
  if (mode !== 'ayahs' || from.surah === null) return null;
  const position = { surah: from.surah, ayah: Number(from.number) };
  return positionProblem(position) === null ? position : null;
}

const endOfSurah = ({ surah }: AyahPosition) => ({ surah, ayah: ayahCount(surah) });
const endOfPage = (position: AyahPosition) => rangeOfPages(pageOf(position))?.to ?? position;

const setEnd = (fields: MushafFields, { surah, ayah }: AyahPosition): MushafFields => ({
  ...fields,
  to: { surah, number: String(ayah) },
});

export const mushafModes = ['ayahs', 'pages', 'juz', 'hizb'] as const;
export type MushafMode = (typeof mushafModes)[number];
type MushafUnit = Exclude<MushafMode, 'ayahs'>;

interface Unit {
  max: number;
  toNumber: (position: AyahPosition) => number;
  toRange: (first: number, last?: number) => MushafRange | null;
}

const units: Record<MushafUnit, Unit> = {
  pages: { max: pageCount, toNumber: pageOf, toRange: rangeOfPages },
  juz: { max: juzCount, toNumber: juzOf, toRange: rangeOfJuz },
  hizb: { max: hizbCount, toNumber: hizbOf, toRange: rangeOfHizb },
};

/** Only the mode `ayahs` uses `surah`. `number` is the typed text with ASCII digits. */
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

interface ParsedFields {
  range: MushafRange | null;
  from: EndProblem | null;
  to: EndProblem | null;
}

const emptyEnd: EndFields = { surah: null, number: '' };

/** In the modes for pages, juz and hizb, the first and last unit cover the range, and may be larger. */
function toFields(mode: MushafMode, range: MushafRange | null): MushafFields {
  if (range === null) return { mode, from: emptyEnd, to: emptyEnd };
  const toEnd = ({ surah, ayah }: AyahPosition): EndFields =>
    mode === 'ayahs'
      ? { surah, number: String(ayah) }
      : { surah: null, number: String(units[mode].toNumber({ surah, ayah })) };
  return { mode, from: toEnd(range.from), to: toEnd(range.to) };
}

function startFields(mode: MushafMode, position: AyahPosition): MushafFields {
  const { from } = toFields(mode, { from: position, to: position });
  return { mode, from, to: { surah: from.surah, number: '' } };
}

function chooseSurah(fields: MushafFields, end: 'from' | 'to', surah: number | null): MushafFields {
  if (end === 'to') return { ...fields, to: { surah, number: '' } };
  const { to } = fields;
  const isEndMoved = to.surah === null || to.surah === fields.from.surah || to.surah < (surah ?? 0);
  return {
    ...fields,
    from: { surah, number: surah === null ? '' : '1' },
    to: isEndMoved ? { surah, number: '' } : to,
  };
}

/** 0 if no surah is selected. */
export const maxNumber = (fields: MushafFields, end: 'from' | 'to'): number =>
  fields.mode === 'ayahs' ? ayahCount(fields[end].surah ?? 0) : units[fields.mode].max;

const cleanNumber = (text: string) => foldDigits(text).trim().slice(0, 4);

function endProblem(fields: MushafFields, end: 'from' | 'to'): EndProblem | null {
  const { number } = fields[end];
  const max = maxNumber(fields, end);
  if (number === '' || max === 0) return null;
  if (!/^\d+$/.test(number) || Number(number) === 0) return 'limits';
  return Number(number) <= max ? null : fields.mode === 'ayahs' ? 'surah' : 'limits';
}

/** An empty last page, juz or hizb means the first one. */
function readFields(fields: MushafFields): ParsedFields {
  const [from, to] = [endProblem(fields, 'from'), endProblem(fields, 'to')];
  const range = from === null && to === null ? buildRange(fields) : null;
  if (range === 'reversed') return { range: null, from, to: 'reversed' };
  return { range, from, to };
}

function buildRange({ mode, from, to }: MushafFields): MushafRange | 'reversed' | null {
  if (mode !== 'ayahs') {
    if (from.number === '') return null;
    const first = Number(from.number);
    const last = to.number === '' ? first : Number(to.number);
    return last < first ? 'reversed' : units[mode].toRange(first, last);
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

/** Whether the last number can be valid after one more digit. */
export const canHaveMoreDigits = (fields: MushafFields): boolean =>
  Number(fields.to.number) * 10 <= maxNumber(fields, 'to') &&
  (fields.mode !== 'ayahs' || fields.from.surah === fields.to.surah);
