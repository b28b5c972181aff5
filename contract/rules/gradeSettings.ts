import { defaultGradeColumns } from '../vocabulary';
import { cleanText } from './arabicText';

/** In the order of the screens (spec 1 §3). */
export const gradeColumns = ['participation', 'attendance', 'exercise', 'reading', 'test'] as const;
export type GradeColumn = (typeof gradeColumns)[number];

export type GradeSettings = { [C in GradeColumn as `${C}Max`]: number } & {
  [C in GradeColumn as `${C}Enabled`]: boolean;
} & { [C in GradeColumn as `${C}Name`]: string };

export type GradeSettingsProblem =
  | { code: 'NO_COLUMN' | 'ZERO_TOTAL' }
  | { code: 'MAX_RANGE' | 'MAX_STEP' | 'NAME_MISSING'; column: GradeColumn };

/** Marks. Source: spec 1 §5. */
export const maxColumnMarks = 100;
/** Characters. */
export const maxColumnName = 60;

export const defaultGradeSettings: GradeSettings = Object.freeze(
  Object.fromEntries(
    defaultGradeColumns.flatMap(({ key, max, name }) => [
      [`${key}Max`, max],
      [`${key}Enabled`, true],
      [`${key}Name`, name],
    ]),
  ) as GradeSettings,
);

export const columnName = (settings: GradeSettings, column: GradeColumn): string =>
  settings[`${column}Name`] || defaultGradeSettings[`${column}Name`];

/** An empty name means the default name. */
export const hasSameSettings = (one: GradeSettings, other: GradeSettings): boolean =>
  gradeColumns.every(
    (column) =>
      one[`${column}Max`] === other[`${column}Max`] &&
      one[`${column}Enabled`] === other[`${column}Enabled`] &&
      columnName(one, column) === columnName(other, column),
  );

export function enabledColumns(settings: GradeSettings): GradeColumn[] {
  return gradeColumns.filter((column) => settings[`${column}Enabled`]);
}

export function enabledTotal(settings: GradeSettings): number {
  return enabledColumns(settings).reduce((sum, column) => sum + settings[`${column}Max`], 0);
}

function maxProblem(max: number): 'MAX_RANGE' | 'MAX_STEP' | null {
  if (!(max >= 0 && max <= maxColumnMarks)) return 'MAX_RANGE';
  return Number.isInteger(max * 2) ? null : 'MAX_STEP';
}

/** Also checks the maxima of disabled columns: 0 to 100 in steps of 0.5 (spec 1 §5). */
export function gradeSettingsProblems(settings: GradeSettings): GradeSettingsProblem[] {
  const problems: GradeSettingsProblem[] = [];
  const enabled = enabledColumns(settings);
  if (enabled.length === 0) problems.push({ code: 'NO_COLUMN' });
  else if (enabledTotal(settings) === 0) problems.push({ code: 'ZERO_TOTAL' });
  for (const column of gradeColumns) {
    const code = maxProblem(settings[`${column}Max`]);
    if (code !== null) problems.push({ code, column });
    const isNameless = cleanText(settings[`${column}Name`]) === '';
    if (isNameless && settings[`${column}Enabled`]) problems.push({ code: 'NAME_MISSING', column });
  }
  return problems;
}
