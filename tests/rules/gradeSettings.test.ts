import { describe, expect, test } from 'vitest';
import {
  defaultGradeSettings,
  enabledColumns,
  enabledTotal,
  gradeColumns,
  gradeSettingsProblems,
  type GradeSettings,
} from '../../contract/rules/gradeSettings';
import { defaultGradeColumns } from '../../contract/vocabulary';

const settings = (changes: Partial<GradeSettings>) => ({ ...defaultGradeSettings, ...changes });
const noneEnabled = settings({
  participationEnabled: false,
  attendanceEnabled: false,
  exerciseEnabled: false,
  readingEnabled: false,
  testEnabled: false,
});

describe('the default settings of a subject', () => {
  test('the default settings are the five columns of the specification, 100 marks, and can be saved', () => {
    expect(gradeColumns).toEqual(defaultGradeColumns.map(({ key }) => key));
    expect(gradeColumns.map((column) => defaultGradeSettings[`${column}Max`])).toEqual([10, 30, 5, 5, 50]);
    expect(defaultGradeSettings.attendanceName).toBe('الحضور');
    expect(enabledTotal(defaultGradeSettings)).toBe(100);
    expect(gradeSettingsProblems(defaultGradeSettings)).toEqual([]);
  });
  test('the default settings are immutable, so that a subject cannot change them for all subjects', () => {
    expect(Object.isFrozen(defaultGradeSettings)).toBe(true);
  });
});

describe('the total', () => {
  test('the total is the sum of the enabled columns', () => {
    expect(enabledTotal(settings({ testEnabled: false, readingMax: 7.5 }))).toBe(52.5);
    expect(enabledColumns(settings({ testEnabled: false }))).toEqual(gradeColumns.slice(0, 4));
  });
});

describe('settings that cannot be saved', () => {
  test('settings without an enabled column are invalid', () => {
    expect(gradeSettingsProblems(noneEnabled)).toEqual([{ code: 'NO_COLUMN' }]);
  });
  test('settings with enabled columns without marks are invalid', () => {
    expect(gradeSettingsProblems({ ...noneEnabled, testEnabled: true, testMax: 0 })).toEqual([
      { code: 'ZERO_TOTAL' },
    ]);
  });
  test.each([-0.5, 100.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'settings with the maximum %d are invalid',
    (testMax) => {
      expect(gradeSettingsProblems(settings({ testMax }))).toEqual([{ code: 'MAX_RANGE', column: 'test' }]);
    },
  );
  test('settings with a maximum that is not in half marks are invalid, even of a disabled column', () => {
    const problem = [{ code: 'MAX_STEP', column: 'reading' }];
    expect(gradeSettingsProblems(settings({ readingMax: 5.25 }))).toEqual(problem);
    expect(gradeSettingsProblems(settings({ readingMax: 5.25, readingEnabled: false }))).toEqual(problem);
  });
  test('settings with an enabled column without a name are invalid', () => {
    expect(gradeSettingsProblems(settings({ exerciseName: ' \u200F' }))).toEqual([
      { code: 'NAME_MISSING', column: 'exercise' },
    ]);
  });
  test('a disabled column needs no name, and 0 and 100 are allowed', () => {
    expect(gradeSettingsProblems(settings({ exerciseName: '', exerciseEnabled: false }))).toEqual([]);
    expect(gradeSettingsProblems(settings({ testMax: 100, readingMax: 0 }))).toEqual([]);
  });
  test('every problem is reported, not only the first', () => {
    const problems = gradeSettingsProblems(settings({ testMax: 101, readingMax: 0.1, exerciseName: '' }));
    expect(problems.map(({ code }) => code)).toEqual(['NAME_MISSING', 'MAX_STEP', 'MAX_RANGE']);
  });
});
