import { describe, expect, it, vi } from 'vitest';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { Curriculum } from '../../contract/subjectSettings';
import type { Api } from '../../src/dataProvider';
import { copySettings } from '../../src/resources/subjects/dialogs/AddOfferings';
import {
  curriculumForm,
  hasUnaddedText,
  moveItems,
  parsePages,
  replaceItem,
  removeItems,
  addPastedItems,
} from '../../src/resources/subjects/dialogs/curriculumModel';
import {
  gradeSettingsForm,
  findProblems,
  toGradeSettings,
  formTotal,
} from '../../src/resources/subjects/dialogs/GradeSettingsDialog';

describe('the curriculum', () => {
  it('the curriculum starts as free text with one page', () => {
    expect(curriculumForm(null)).toMatchObject({
      content_type: 'نص حر',
      curriculum_items: [],
      default_pages: 1,
    });
  });

  it('the curriculum adds pasted lines, trimmed and without blank ones', () => {
    expect(addPastedItems(['أول'], '  ثانٍ \n\n ثالث')).toEqual({ items: ['أول', 'ثانٍ', 'ثالث'] });
    expect(addPastedItems([], ' \n ')).toEqual({ problem: 'NOTHING' });
    expect(addPastedItems([], `أ\n${'ب'.repeat(301)}`)).toEqual({ problem: 'TOO_LONG', line: 2 });
    expect(addPastedItems(Array(2_000).fill('ورد') as string[], 'ورد')).toEqual({ problem: 'TOO_MANY' });
  });

  it('the form tells the user if pasted text was not added', () => {
    const form = { ...curriculumForm(null), pasted: 'ورد' };
    expect(hasUnaddedText(form)).toBe(false);
    expect(hasUnaddedText({ ...form, content_type: 'أوراد محددة' })).toBe(true);
  });

  it('the curriculum has pages from 0 in steps of 0.5; the default is 1', () => {
    expect(['', '٢٫٥', 0, '1.3', '-1', 605].map(parsePages)).toEqual([1, 2.5, 0, null, null, null]);
  });

  it('the curriculum changes, moves and deletes items by their indexes', () => {
    const items = ['أ', 'ب', 'ج', 'د'];
    expect(replaceItem(items, 1, '  باء ')).toEqual(['أ', 'باء', 'ج', 'د']);
    expect(replaceItem(items, 1, '  ')).toEqual(items);
    expect(removeItems(items, new Set([0, 2]))).toEqual(['ب', 'د']);
    expect(moveItems(items, new Set([1, 2]), -1)).toEqual({
      items: ['ب', 'ج', 'أ', 'د'],
      indexes: new Set([0, 1]),
    });
    expect(moveItems(items, new Set([0, 1]), -1).items).toEqual(items);
    expect(moveItems(items, new Set([0, 3]), 1)).toEqual({
      items: ['ب', 'أ', 'ج', 'د'],
      indexes: new Set([1, 3]),
    });
  });
});

describe('the grade columns', () => {
  it('the grade columns start with the defaults, and their total follows the inputs', () => {
    const form = gradeSettingsForm(null);
    expect(toGradeSettings(form)).toEqual(defaultGradeSettings);
    expect(formTotal(form)).toBe(100);
    expect(formTotal({ ...form, testMax: '٤٩٫٥', readingEnabled: false })).toBe(94.5);
    expect(formTotal({ ...form, testMax: '' })).toBe(50);
  });

  it('the grade columns need one column with marks, and maxima of 0-100 in steps of 0.5', () => {
    const form = gradeSettingsForm(null);
    const off = Object.fromEntries(
      Object.keys(form).map((key) => [key, key.endsWith('Enabled') ? false : null]),
    );
    expect(findProblems({ ...form, ...withoutNulls(off) }).isNothingEnabled).toBe(true);
    expect(
      findProblems({ ...form, testMax: '50.25', readingMax: 'خمسة', exerciseName: ' ' }).columnProblems,
    ).toEqual([
      { code: 'NAME_MISSING', column: 'exercise' },
      { code: 'MAX_RANGE', column: 'reading' },
      { code: 'MAX_STEP', column: 'test' },
    ]);
  });
});

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

describe('the copy of settings to a new offering', () => {
  const stored = {
    content_type: 'نص حر',
    curriculum_items: ['ورد'],
    require_pages_count: true,
    default_pages: 2,
  };

  it('the copy has the stored settings without version and date, and skips settings that do not exist', async () => {
    const calls = {
      curriculum: vi.fn<Api['curriculum']>(
        async () => ({ ...stored, version: 4, updated_at: 'x' }) as Curriculum,
      ),
      saveCurriculum: vi.fn<Api['saveCurriculum']>(),
      gradeSettings: vi.fn<Api['gradeSettings']>(async () => null),
      saveGradeSettings: vi.fn<Api['saveGradeSettings']>(),
    };
    await copySettings(calls, 'A-1', 'A-2');
    expect(calls.saveCurriculum).toHaveBeenCalledWith('A-2', stored);
    expect(calls.saveGradeSettings).not.toHaveBeenCalled();
  });

  it('the copy has both settings, and fails if one call fails', async () => {
    const calls = {
      curriculum: vi.fn<Api['curriculum']>().mockRejectedValue(new Error('lost')),
      saveCurriculum: vi.fn<Api['saveCurriculum']>(),
      gradeSettings: vi.fn<() => Promise<typeof defaultGradeSettings>>(async () => defaultGradeSettings),
      saveGradeSettings: vi.fn<Api['saveGradeSettings']>(),
    };
    await expect(copySettings(calls as unknown as Api, 'A-1', 'A-2')).rejects.toThrow('lost');
    expect(calls.saveGradeSettings).toHaveBeenCalledWith('A-2', defaultGradeSettings);
  });
});
