import type { RecordFault } from '../../../contract/dailyRecords';
import { ruleMessages } from '../../../contract/errors';
import { parseNumber } from '../../../contract/fields';
import type { Sard } from '../../../contract/hifz/sard';
import { type MushafRange, rangeOfJuz } from '../../../contract/rules/mushaf';
import { useSession } from '../../dataProvider/session';
import { sard as labels } from '../../i18n/ar/hifzProgress';
import { type CountedFault, hasFaultOutside } from '../hearing/hearing';
import { useAssessmentRules } from '../hearing/hearingSettings';

export interface SardForm {
  subject_code: string;
  from_juz: number;
  to_juz: number;
  date: string;
  examiner: string;
  mark: string;
  max: string;
  faults: RecordFault[];
  passed: boolean | null;
}

const defaultMax = 100;

const numberText = (value: number | null) => (value === null ? '' : String(value));

export const toForm = ({
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
  mark: numberText(sard.mark),
  max: numberText(sard.max),
  faults,
  passed: sard.passed,
});

export const newSard = (
  initial: Pick<SardForm, 'subject_code' | 'date'> & Partial<Pick<SardForm, 'from_juz' | 'to_juz'>>,
): SardForm => ({
  from_juz: 30,
  to_juz: 30,
  examiner: '',
  mark: '',
  max: String(defaultMax),
  faults: [],
  passed: null,
  ...initial,
});

export type SardProblems = Partial<Record<'mark' | 'max' | 'faults' | 'passed', string>>;

const isInHalves = (value: number) => Number.isInteger(value * 2);

export function findProblems({ mark, max, faults, from_juz, to_juz, passed }: SardForm): SardProblems {
  const problems: SardProblems = {};
  const [markValue, maxValue] = [parseNumber(mark), parseNumber(max)];
  const hasMark = mark.trim() !== '';
  const isMaxValid = maxValue > 0 && isInHalves(maxValue);
  if ((hasMark || max.trim() !== '') && !isMaxValid) problems.max = labels.notMax;
  if (hasMark && !(markValue >= 0 && isInHalves(markValue))) problems.mark = labels.notMark;
  else if (hasMark && isMaxValid && markValue > maxValue)
    problems.mark = ruleMessages.markOverMax(markValue, maxValue);
  if (hasFaultOutside(faults, juzRanges(from_juz, to_juz))) problems.faults = labels.faultOutside;
  if (passed === null) problems.passed = labels.chooseResult;
  return problems;
}

export function juzRanges(from: number, to: number): MushafRange[] {
  const range = rangeOfJuz(from, to);
  return range ? [range] : [];
}

export const buildBody = ({ mark, max, examiner, passed, ...form }: SardForm) => ({
  ...form,
  examiner,
  mark: mark.trim() === '' ? null : parseNumber(mark),
  max: max.trim() === '' ? null : parseNumber(max),
  passed: passed === true,
});

/** The defaults apply while loading. Null for students, because they may not read the fault kinds. */
export function useFaultKinds(): readonly CountedFault[] | null {
  return useAssessmentRules(useSession()?.user.role !== 'student')?.kinds ?? null;
}

export const kindNames =
  (kinds: readonly CountedFault[]) =>
  (key: string): string =>
    kinds.find((kind) => kind.key === key)?.name ?? key;
