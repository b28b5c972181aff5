import { cleanText, foldDigits } from '../../../../contract/rules/arabicText';
import {
  defaultGradeSettings,
  enabledTotal,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
  type GradeSettingsProblem,
  gradeSettingsProblems,
} from '../../../../contract/rules/gradeSettings';

/** Maxima as they are typed. */
export type GradeSettingsForm = Omit<GradeSettings, `${GradeColumn}Max`> & {
  [C in GradeColumn as `${C}Max`]: number | string;
};

/** The form of stored settings; of none, the defaults. */
export function gradeSettingsForm(stored: Partial<GradeSettings> | null): GradeSettingsForm {
  const known = Object.keys(defaultGradeSettings) as (keyof GradeSettings)[];
  const filled = known.map((key) => [key, stored?.[key] ?? defaultGradeSettings[key]]);
  return Object.fromEntries(filled) as GradeSettingsForm;
}

/** Marks from what was typed in any digits; NaN when it is no number. */
function marksOf(typed: unknown): number {
  const text = foldDigits(cleanText(String(typed ?? '')));
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** The settings as they are sent. A maximum that is no number is NaN. */
export function settingsOf(form: GradeSettingsForm): GradeSettings {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, marksOf(form[`${column}Max`])],
    [`${column}Enabled`, form[`${column}Enabled`]],
    [`${column}Name`, cleanText(form[`${column}Name`])],
  ]);
  return Object.fromEntries(columns) as GradeSettings;
}

/** The sum of the enabled maxima; one that is no number counts as nothing. */
export function totalOf(form: GradeSettingsForm): number {
  const settings = settingsOf(form);
  const readable = gradeColumns.map((column) => [`${column}Max`, settings[`${column}Max`] || 0]);
  return enabledTotal({ ...settings, ...Object.fromEntries(readable) });
}

export type ColumnProblem = Extract<GradeSettingsProblem, { column: GradeColumn }>;

/** What forbids saving: of the whole, and of single columns. */
export function problemsOf(form: GradeSettingsForm) {
  const problems = gradeSettingsProblems(settingsOf(form));
  return {
    ofColumns: problems.filter((problem): problem is ColumnProblem => 'column' in problem),
    isNothingEnabled: problems.some(({ code }) => code === 'NO_COLUMN' || code === 'ZERO_TOTAL'),
  };
}
