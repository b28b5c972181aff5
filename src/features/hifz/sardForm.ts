import type { RecordFault } from '../../../contract/dailyRecords';
import { ruleMessages } from '../../../contract/errors';
import { parseNumber } from '../../../contract/fields';
import type { Sard } from '../../../contract/hifz/sard';
import { type MushafRange, rangeOfJuz } from '../../../contract/rules/mushaf';
import { useSession } from '../../dataProvider/session';
import { sard as say } from '../../i18n/ar/hifzProgress';
import { type CountedFault, hasFaultOutside } from '../hearing/hearing';
import { useJudging } from '../hearing/hearingSettings';

/** What is typed of a sard. */
export interface SardForm {
  subject_code: string;
  from_juz: number;
  to_juz: number;
  date: string;
  examiner: string;
  mark: string;
  max: string;
  faults: RecordFault[];
  /** Null until it is chosen. */
  passed: boolean | null;
}

/** The maximum of a new sard. */
const usualMax = 100;

const figure = (value: number | null) => (value === null ? '' : String(value));

export const formOf = ({
  subject_code,
  from_juz,
  to_juz,
  date,
  examiner,
  faults,
  ...sard
}: Sard): SardForm => ({
  subject_code,
  from_juz,
  to_juz,
  date,
  examiner: examiner ?? '',
  mark: figure(sard.mark),
  max: figure(sard.max),
  faults,
  passed: sard.passed,
});

/** A sard that is recorded: of the last juz, unless others are known. */
export const newSard = (
  known: Pick<SardForm, 'subject_code' | 'date'> & Partial<Pick<SardForm, 'from_juz' | 'to_juz'>>,
): SardForm => ({
  from_juz: 30,
  to_juz: 30,
  examiner: '',
  mark: '',
  max: String(usualMax),
  faults: [],
  passed: null,
  ...known,
});

export type SardProblems = Partial<Record<'mark' | 'max' | 'faults' | 'passed', string>>;

const isHalf = (value: number) => Number.isInteger(value * 2);

/** What is wrong with each field; empty if it can be sent. Never fails. */
export function problemsOf({ mark, max, faults, from_juz, to_juz, passed }: SardForm): SardProblems {
  const problems: SardProblems = {};
  const [ofMark, ofMax] = [parseNumber(mark), parseNumber(max)];
  const hasMark = mark.trim() !== '';
  const isMax = ofMax > 0 && isHalf(ofMax);
  if ((hasMark || max.trim() !== '') && !isMax) problems.max = say.notMax;
  if (hasMark && !(ofMark >= 0 && isHalf(ofMark))) problems.mark = say.notMark;
  else if (hasMark && isMax && ofMark > ofMax) problems.mark = ruleMessages.markOverMax(ofMark, ofMax);
  if (hasFaultOutside(faults, rangesOf(from_juz, to_juz))) problems.faults = say.faultOutside;
  if (passed === null) problems.passed = say.chooseResult;
  return problems;
}

/** The ayahs of juz in a row. */
export function rangesOf(from: number, to: number): MushafRange[] {
  const range = rangeOfJuz(from, to);
  return range ? [range] : [];
}

/** The fields as they are sent. */
export const bodyOf = ({ mark, max, examiner, passed, ...form }: SardForm) => ({
  ...form,
  examiner,
  mark: mark.trim() === '' ? null : parseNumber(mark),
  max: max.trim() === '' ? null : parseNumber(max),
  passed: passed === true,
});

/** The kinds of fault of the institute; the defaults until they are loaded. Null for students, who may not read them. */
export function useFaultKinds(): readonly CountedFault[] | null {
  return useJudging(useSession()?.user.role !== 'student')?.kinds ?? null;
}

export const nameOfKind =
  (kinds: readonly CountedFault[]) =>
  (key: string): string =>
    kinds.find((kind) => kind.key === key)?.name ?? key;
