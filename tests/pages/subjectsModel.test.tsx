import { describe, expect, it } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { Program } from '../../contract/programs';
import type { Subject } from '../../contract/subjects';
import { stepValue, parseTypedNumber } from '../../src/resources/subjects/StepInput';
import {
  cleanBase,
  updateBody,
  createBody,
  hasCurriculum,
  hasGradeSettings,
  parseHours,
  commonMaxLevel,
  levelChoices,
  newSubject,
} from '../../src/resources/subjects/subjectModel';

const batch = (id: number, batch_name: string, program_id = 'QRN', program_name = 'برنامج القرآن') =>
  ({ id, batch_name, program_id, program_name, academic_year: '1447' }) as Batch;
const program = (program_id: string, levels?: number) => ({ program_id, levels }) as Program;

describe('a subject', () => {
  it('a subject has 1 to 10 hours in any digits, and one by default', () => {
    expect([3, '٤', '', null, '10', ' ۵ '].map(parseHours)).toEqual([3, 4, 1, 1, 10, 5]);
    expect(['0', '11', '2.5', 'abc', '-1'].map(parseHours)).toEqual([null, null, null, null, null]);
  });

  it('a subject has the levels that all chosen programmes have: six by default', () => {
    const programs = [program('QRN', 6), program('SHR', 8), program('ARB', 4), program('OLD')];
    expect(commonMaxLevel([], programs)).toBe(6);
    expect(commonMaxLevel([batch(1, 'أ', 'SHR')], programs)).toBe(8);
    expect(commonMaxLevel([batch(1, 'أ', 'SHR'), batch(2, 'ب', 'ARB')], programs)).toBe(4);
    expect(commonMaxLevel([batch(1, 'أ', 'OLD')], programs)).toBe(6);
    expect(levelChoices(4, 7).map(({ id }) => id)).toEqual([1, 2, 3, 4, 7]);
  });

  it('a subject is sent for each batch with its full code', () => {
    const subject = { ...newSubject, subject_code: ' الت١٠١ ', name: ' التجويد  الميسر ', hours: '' };
    expect(createBody(subject, batch(3, 'دفعة'))).toEqual({
      subject_code: 'الت101-3',
      base_subject_code: 'الت101',
      name: 'التجويد الميسر',
      level: 1,
      hours: 1,
      type: 'مادة',
      batch_id: 3,
      batch_name: 'دفعة',
    });
    expect(['ab-c', 'a b', '', 'x'.repeat(21)].map(cleanBase)).toEqual([null, null, null, null]);
  });

  it('a subject is changed without a batch, also on a server without additions', () => {
    const plain = {
      id: 9,
      subject_code: 'QRN101',
      name: 'الحفظ',
      level: 1,
      hours: '٣',
      type: 'حفظ',
      batch_id: null,
      batch_name: null,
    };
    expect(updateBody(plain as unknown as Subject)).toEqual({
      id: 9,
      subject_code: 'QRN101',
      base_subject_code: 'QRN101',
      name: 'الحفظ',
      level: 1,
      hours: 3,
      type: 'حفظ',
    });
    const whole = { ...plain, version: 2, apply_to_base: true } as unknown as Subject;
    expect(updateBody(whole)).toMatchObject({ version: 2, apply_to_base: true });
  });

  it('a subject has grade settings or a curriculum by its type, including the older types', () => {
    expect(hasGradeSettings({ type: 'نظري' })).toBe(true);
    expect(hasGradeSettings({ type: 'تقييد يومي' })).toBe(false);
    expect(hasCurriculum({ type: 'تقييد يومي' })).toBe(true);
  });
});

describe('a number field', () => {
  it('a number field accepts any digits and keeps an unfinished number', () => {
    expect(['٤٩٫٥', '5', '1.', '1.0', '', 'x', '٣,٥'].map(parseTypedNumber)).toEqual([
      49.5,
      5,
      '1.',
      '1.0',
      '',
      'x',
      3.5,
    ]);
  });

  it('a number field moves to the next step and stays within its limits', () => {
    const halves = { step: 0.5, min: 0, max: 100 };
    expect(stepValue(1, 1, halves)).toBe(1.5);
    expect(stepValue(1.3, 1, halves)).toBe(1.5);
    expect(stepValue(1.3, -1, halves)).toBe(1);
    expect(stepValue(0, -1, halves)).toBe(0);
    expect(stepValue(100, 1, halves)).toBe(100);
    expect(stepValue('', 1, { step: 1, min: 1, max: 10 })).toBe(1);
  });
});
