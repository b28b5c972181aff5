import { cleanAcademicYear } from '../../../contract/rules/academicYear';
import { maxBackupDays } from '../../../contract/rules/backups';
import { cleanName, cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { type Term, termProblems } from '../../../contract/rules/terms';
import { parseMark } from '../../../contract/rules/grading';
import { maxAdultAge, minAdultAge, type Settings } from '../../../contract/settings';
import type { RecordKindNames, ResultRule } from '../../../contract/vocabulary';
import { isDay } from '../../../contract/rules/days';

/** The sections of the institute's settings, as in their URLs. */
export const settingsSections = [
  'institute',
  'calendar',
  'recitation',
  'behaviour',
  'access',
  'backups',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

export interface TermRow extends Term {
  /** Undefined before the first save. */
  id?: number;
}

/** A rule in the form. The limit of the last rule is empty. */
export interface RuleRow extends Omit<ResultRule, 'max_faults'> {
  max_faults: string;
}

export interface SettingsValues {
  institute_name: string;
  logo: string | null;
  /** Empty: the date decides. */
  current_academic_year: string;
  terms: TermRow[];
  teacher_scope: Settings['teacher_scope'];
  sections_enabled: boolean;
  teachers_contact_guardians: boolean;
  /** The typed text. */
  adult_age: string;
  /** The typed text. */
  archive_retention_days: string;
  /** The hour as text, or `noBackups`. */
  backup_hour: string;
  /** The typed text. */
  backup_days: string;
  time_zone: string;
  country: string;
  record_kinds: RecordKindNames;
  weekend_days: number[];
  result_rules: RuleRow[];
  version: number;
}

export const editableFields = [
  'institute_name',
  'logo',
  'current_academic_year',
  'time_zone',
  'country',
  'terms',
  'teacher_scope',
  'sections_enabled',
  'teachers_contact_guardians',
  'adult_age',
  'archive_retention_days',
  'backup_hour',
  'backup_days',
  'record_kinds',
  'weekend_days',
  'result_rules',
] as const;
type EditableField = (typeof editableFields)[number];

export type SettingsBody = Partial<Pick<Settings, Exclude<EditableField, 'terms'>>> & {
  terms?: TermRow[];
  version?: number;
};

export const retentionDays = { least: 1, most: 3_650 } as const;
export const adultAges = { least: minAdultAge, most: maxAdultAge } as const;
export const backupDays = { least: 1, most: maxBackupDays } as const;
/** The choice of no daily backup. */
export const noBackups = 'none';
export const maxTerms = 60;
export const emptyTerm: TermRow = { name: '', start_date: '', end_date: '' };

export const settingsForm = (settings: Settings): SettingsValues => ({
  institute_name: settings.institute_name,
  logo: settings.logo,
  current_academic_year: settings.current_academic_year ?? '',
  terms: settings.terms,
  teacher_scope: settings.teacher_scope,
  sections_enabled: settings.sections_enabled,
  teachers_contact_guardians: settings.teachers_contact_guardians,
  adult_age: String(settings.adult_age),
  archive_retention_days: String(settings.archive_retention_days),
  backup_hour: settings.backup_hour === null ? noBackups : String(settings.backup_hour),
  backup_days: String(settings.backup_days),
  time_zone: settings.time_zone,
  country: settings.country,
  record_kinds: settings.record_kinds,
  weekend_days: settings.weekend_days,
  result_rules: settings.result_rules.map(({ max_faults, ...rule }) => ({
    ...rule,
    max_faults: max_faults === null ? '' : String(max_faults),
  })),
  version: settings.version,
});

/** The limit of a rule is a multiple of this step. */
const ruleStep = 0.25;
const maxRuleFaults = 1_000;
export const maxRules = 20;

/** Returns null for an invalid limit. */
export function parseRuleLimit(input: string): number | null {
  const limit = parseMark(input);
  const isValid =
    limit !== null && limit >= 0 && limit <= maxRuleFaults && Number.isInteger(limit / ruleStep);
  return isValid ? limit : null;
}

/** Returns rules with a limit that is invalid or not above the previous limit. The last rule has no limit. */
export const invalidRuleIndexes = (rules: readonly RuleRow[]): number[] =>
  rules.slice(0, -1).flatMap(({ max_faults }, index) => {
    const limit = parseRuleLimit(max_faults);
    const previousLimit = index === 0 ? null : parseRuleLimit(rules[index - 1]?.max_faults ?? '');
    return limit === null || (previousLimit !== null && limit <= previousLimit) ? [index] : [];
  });

const rulesBody = (rules: readonly RuleRow[]): ResultRule[] =>
  rules.map(({ max_faults, ...rule }, index) => ({
    ...rule,
    max_faults: index === rules.length - 1 ? null : parseRuleLimit(max_faults),
  }));

/** Contains the changed fields, and the version that they are based on. */
export function settingsBody(
  values: SettingsValues,
  isChanged: (name: EditableField) => boolean,
): SettingsBody {
  const body = {
    ...values,
    institute_name: cleanName(values.institute_name),
    current_academic_year: cleanAcademicYear(values.current_academic_year) || null,
    terms: values.terms.map((term) => ({ ...term, name: cleanName(term.name) })),
    archive_retention_days: Number(foldDigits(values.archive_retention_days)),
    adult_age: Number(foldDigits(values.adult_age)),
    backup_hour: values.backup_hour === noBackups ? null : Number(values.backup_hour),
    backup_days: Number(foldDigits(values.backup_days)),
    result_rules: rulesBody(values.result_rules),
  };
  const changedEntries = editableFields.filter(isChanged).map((name) => [name, body[name]] as const);
  return { ...(Object.fromEntries(changedEntries) as SettingsBody), version: values.version };
}

/** Returns the body after a stale save. If another user has deleted a term, the save adds it again. */
export function resolvedBody(
  chosen: Record<string, unknown>,
  stored: readonly { id: number }[],
): SettingsBody {
  const body = Object.fromEntries(
    [...editableFields, 'version'].filter((name) => name in chosen).map((name) => [name, chosen[name]]),
  ) as SettingsBody;
  const isStored = (id: number | undefined) => stored.some((term) => term.id === id);
  const terms = body.terms?.map(({ id, ...term }) => (id && isStored(id) ? { id, ...term } : term));
  return { ...body, ...(terms ? { terms } : {}) };
}

/** True for a whole number in the range. */
export function isWholeNumberIn(input: string, { least, most }: { least: number; most: number }): boolean {
  const number = foldDigits(cleanText(input));
  return /^\d{1,4}$/.test(number) && Number(number) >= least && Number(number) <= most;
}

const isComplete = ({ name, start_date, end_date }: TermRow) =>
  cleanName(name) !== '' && isDay(start_date) && isDay(end_date);

export const areTermsComplete = (terms: readonly TermRow[]) => terms.every(isComplete);

/** Compares terms with valid dates. `index` counts in the whole list. */
export function findTermProblems(terms: readonly TermRow[]) {
  const validIndexes = terms.flatMap(({ start_date, end_date }, termIndex) =>
    isDay(start_date) && isDay(end_date) ? [termIndex] : [],
  );
  const comparableTerms = validIndexes.map((termIndex) => {
    const term = terms[termIndex] ?? emptyTerm;
    // Two empty names are not equal names.
    return { ...term, termIndex, name: cleanName(term.name) || `\u0000${termIndex}` };
  });
  return termProblems(comparableTerms).map(({ code, index }) => {
    const term = comparableTerms[index] ?? { ...emptyTerm, termIndex: index };
    const overlappingTerm = comparableTerms
      .slice(0, index)
      .find((one) => one.start_date <= term.end_date && term.start_date <= one.end_date);
    return { code, index: term.termIndex, other: overlappingTerm && terms[overlappingTerm.termIndex] };
  });
}
