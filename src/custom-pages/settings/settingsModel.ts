import { cleanAcademicYear } from '../../../contract/rules/academicYear';
import { cleanName, cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { type Term, termProblems } from '../../../contract/rules/terms';
import { parseMark } from '../../../contract/rules/grading';
import type { Settings } from '../../../contract/settings';
import type { RecordKindNames, ResultRule } from '../../../contract/vocabulary';
import { isDay } from '../../ui/form/days';

export interface TermRow extends Term {
  /** Missing until it is first saved. */
  id?: number;
}

/** A rule as it is typed; the limit of the last rule is empty. */
export interface RuleRow extends Omit<ResultRule, 'max_faults'> {
  max_faults: string;
}

export interface SettingsValues {
  institute_name: string;
  logo: string | null;
  /** Empty: computed from the date. */
  current_academic_year: string;
  terms: TermRow[];
  teacher_scope: Settings['teacher_scope'];
  sections_enabled: boolean;
  /** As typed. */
  archive_retention_days: string;
  time_zone: string;
  record_kinds: RecordKindNames;
  weekend_days: number[];
  result_rules: RuleRow[];
  version: number;
}

export const editable = [
  'institute_name',
  'logo',
  'current_academic_year',
  'time_zone',
  'terms',
  'teacher_scope',
  'sections_enabled',
  'archive_retention_days',
  'record_kinds',
  'weekend_days',
  'result_rules',
] as const;
type Editable = (typeof editable)[number];

export type SettingsBody = Partial<Pick<Settings, Exclude<Editable, 'terms'>>> & {
  terms?: TermRow[];
  version?: number;
};

export const retentionDays = { least: 1, most: 3_650 } as const;
export const maxTerms = 60;
export const emptyTerm: TermRow = { name: '', start_date: '', end_date: '' };

export const settingsForm = (settings: Settings): SettingsValues => ({
  institute_name: settings.institute_name,
  logo: settings.logo,
  current_academic_year: settings.current_academic_year ?? '',
  terms: settings.terms,
  teacher_scope: settings.teacher_scope,
  sections_enabled: settings.sections_enabled,
  archive_retention_days: String(settings.archive_retention_days),
  time_zone: settings.time_zone,
  record_kinds: settings.record_kinds,
  weekend_days: settings.weekend_days,
  result_rules: settings.result_rules.map(({ max_faults, ...rule }) => ({
    ...rule,
    max_faults: max_faults === null ? '' : String(max_faults),
  })),
  version: settings.version,
});

/** The limits of faults are in steps of a quarter. */
const ruleStep = 0.25;
const maxRuleFaults = 1_000;
export const maxRules = 20;

/** The typed limit; null if it is invalid. */
export function ruleLimit(typed: string): number | null {
  const limit = parseMark(typed);
  const isFit = limit !== null && limit >= 0 && limit <= maxRuleFaults && Number.isInteger(limit / ruleStep);
  return isFit ? limit : null;
}

/**
 * The indexes of the rules with an invalid limit, or one that is not above the limit before; the last rule has none.
 */
export const wrongRules = (rules: readonly RuleRow[]): number[] =>
  rules.slice(0, -1).flatMap(({ max_faults }, place) => {
    const limit = ruleLimit(max_faults);
    const before = place === 0 ? null : ruleLimit(rules[place - 1]?.max_faults ?? '');
    return limit === null || (before !== null && limit <= before) ? [place] : [];
  });

const rulesToSend = (rules: readonly RuleRow[]): ResultRule[] =>
  rules.map(({ max_faults, ...rule }, place) => ({
    ...rule,
    max_faults: place === rules.length - 1 ? null : ruleLimit(max_faults),
  }));

/** What is sent: the changed fields, and the version that they are based on. */
export function settingsBody(values: SettingsValues, isChanged: (name: Editable) => boolean): SettingsBody {
  const body = {
    ...values,
    institute_name: cleanName(values.institute_name),
    current_academic_year: cleanAcademicYear(values.current_academic_year) || null,
    terms: values.terms.map((term) => ({ ...term, name: cleanName(term.name) })),
    archive_retention_days: Number(foldDigits(values.archive_retention_days)),
    result_rules: rulesToSend(values.result_rules),
  };
  const changed = editable.filter(isChanged).map((name) => [name, body[name]] as const);
  return { ...(Object.fromEntries(changed) as SettingsBody), version: values.version };
}

/** The values chosen from two tabs, as they are sent. A term that was deleted is added again. */
export function resolvedBody(
  chosen: Record<string, unknown>,
  stored: readonly { id: number }[],
): SettingsBody {
  const body = Object.fromEntries(
    [...editable, 'version'].filter((name) => name in chosen).map((name) => [name, chosen[name]]),
  ) as SettingsBody;
  const isStored = (id: number | undefined) => stored.some((term) => term.id === id);
  const terms = body.terms?.map(({ id, ...term }) => (id && isStored(id) ? { id, ...term } : term));
  return { ...body, ...(terms ? { terms } : {}) };
}

/** Whether a retention is valid: a whole number of days in its range. */
export function isRetention(typed: string): boolean {
  const days = foldDigits(cleanText(typed));
  return /^\d{1,4}$/.test(days) && Number(days) >= retentionDays.least && Number(days) <= retentionDays.most;
}

const isComplete = ({ name, start_date, end_date }: TermRow) =>
  cleanName(name) !== '' && isDay(start_date) && isDay(end_date);

export const areTermsComplete = (terms: readonly TermRow[]) => terms.every(isComplete);

/** The problems of the terms with valid dates: the index in the whole list, and the other term. */
export function problemsOf(terms: readonly TermRow[]) {
  const places = terms.flatMap(({ start_date, end_date }, place) =>
    isDay(start_date) && isDay(end_date) ? [place] : [],
  );
  const compared = places.map((place) => {
    const term = terms[place] ?? emptyTerm;
    // Two empty names are not equal names.
    return { ...term, place, name: cleanName(term.name) || `\u0000${place}` };
  });
  return termProblems(compared).map(({ code, index }) => {
    const term = compared[index] ?? { ...emptyTerm, place: index };
    const met = compared
      .slice(0, index)
      .find((one) => one.start_date <= term.end_date && term.start_date <= one.end_date);
    return { code, index: term.place, other: met && terms[met.place] };
  });
}
