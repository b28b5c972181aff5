import { describe, expect, it, vi } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { Program } from '../../contract/programs';
import type { Subject } from '../../contract/subjects';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { addToBatches, suggestedBase } from '../../src/resources/subjects/addToBatches';
import { batchGroups, firstOf, withAll } from '../../src/resources/subjects/batchGroups';
import { stepped, typedNumber } from '../../src/resources/subjects/stepped';
import {
  baseFrom,
  changeOf,
  creationOf,
  hasCurriculum,
  hasGradeSettings,
  hoursOf,
  lastLevel,
  levelChoices,
  newSubject,
} from '../../src/resources/subjects/subjectModel';

const batch = (id: number, batch_name: string, program_id = 'QRN', program_name = 'برنامج القرآن') =>
  ({ id, batch_name, program_id, program_name, academic_year: '1447' }) as Batch;
const program = (program_id: string, levels?: number) => ({ program_id, levels }) as Program;
const problem = (status: number, body: Record<string, unknown> = {}) => new ApiProblem(status, 'خطأ', body);

describe('a subject', () => {
  it('has 1-10 hours in any digits, and one where nothing is typed', () => {
    expect([3, '٤', '', null, '10', ' ۵ '].map(hoursOf)).toEqual([3, 4, 1, 1, 10, 5]);
    expect(['0', '11', '2.5', 'abc', '-1'].map(hoursOf)).toEqual([null, null, null, null, null]);
  });

  it('has the levels that all chosen programmes have: six where none says', () => {
    const programs = [program('QRN', 6), program('SHR', 8), program('ARB', 4), program('OLD')];
    expect(lastLevel([], programs)).toBe(6);
    expect(lastLevel([batch(1, 'أ', 'SHR')], programs)).toBe(8);
    expect(lastLevel([batch(1, 'أ', 'SHR'), batch(2, 'ب', 'ARB')], programs)).toBe(4);
    expect(lastLevel([batch(1, 'أ', 'OLD')], programs)).toBe(6);
    expect(levelChoices(4, 7).map(({ id }) => id)).toEqual([1, 2, 3, 4, 7]);
  });

  it('is sent for each batch with its whole code', () => {
    const subject = { ...newSubject, subject_code: ' الت١٠١ ', name: ' التجويد  الميسر ', hours: '' };
    expect(creationOf(subject, batch(3, 'دفعة'))).toEqual({
      subject_code: 'الت101-3',
      base_subject_code: 'الت101',
      name: 'التجويد الميسر',
      level: 1,
      hours: 1,
      type: 'مادة',
      batch_id: 3,
      batch_name: 'دفعة',
    });
    expect(['ab-c', 'a b', '', 'x'.repeat(21)].map(baseFrom)).toEqual([null, null, null, null]);
  });

  it('is changed on a server without additions too, and without a batch', () => {
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
    expect(changeOf(plain as unknown as Subject)).toEqual({
      id: 9,
      subject_code: 'QRN101',
      base_subject_code: 'QRN101',
      name: 'الحفظ',
      level: 1,
      hours: 3,
      type: 'حفظ',
    });
    const whole = { ...plain, version: 2, apply_to_base: true } as unknown as Subject;
    expect(changeOf(whole)).toMatchObject({ version: 2, apply_to_base: true });
  });

  it('has grade settings or a curriculum by its type, the older types included', () => {
    expect(hasGradeSettings({ type: 'نظري' })).toBe(true);
    expect(hasGradeSettings({ type: 'تقييد يومي' })).toBe(false);
    expect(hasCurriculum({ type: 'تقييد يومي' })).toBe(true);
  });
});

describe('a number field', () => {
  it('understands any digits and keeps what is still being typed', () => {
    expect(['٤٩٫٥', '5', '1.', '1.0', '', 'x', '٣,٥'].map(typedNumber)).toEqual([
      49.5,
      5,
      '1.',
      '1.0',
      '',
      'x',
      3.5,
    ]);
  });

  it('steps to the next step and stays inside its limits', () => {
    const halves = { step: 0.5, least: 0, most: 100 };
    expect(stepped(1, 1, halves)).toBe(1.5);
    expect(stepped(1.3, 1, halves)).toBe(1.5);
    expect(stepped(1.3, -1, halves)).toBe(1);
    expect(stepped(0, -1, halves)).toBe(0);
    expect(stepped(100, 1, halves)).toBe(100);
    expect(stepped('', 1, { step: 1, least: 1, most: 10 })).toBe(1);
  });
});

describe('the batches to choose from', () => {
  const batches = [
    batch(1, 'دفعة أحمد'),
    batch(2, 'دفعة النحو', 'ARB', 'اللغة العربية'),
    batch(3, 'دفعة الأولى'),
  ];

  it('stand under their programmes and are found by the Arabic search', () => {
    expect(batchGroups(batches, '').map(({ program: name }) => name)).toEqual([
      'اللغة العربية',
      'برنامج القرآن',
    ]);
    expect(batchGroups(batches, 'احمد').flatMap((group) => group.batches.map(({ id }) => id))).toEqual([1]);
    expect(batchGroups(batches, 'القران')[0]?.batches).toHaveLength(2);
  });

  it('are shown up to a limit, and chosen or dropped together', () => {
    expect(firstOf(batchGroups(batches, ''), 2).map((group) => group.batches.length)).toEqual([1, 1]);
    expect(new Set(withAll([2], batches, true))).toEqual(new Set([1, 2, 3]));
    expect(withAll([1, 2, 9], batches, false)).toEqual([9]);
  });
});

describe('adding to several batches', () => {
  const batches = [batch(1, 'الأولى'), batch(2, 'الثانية'), batch(3, 'الثالثة')];
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

  it('goes on after a refusal that concerns one batch', async () => {
    const add = vi.fn<(batch: Batch) => Promise<void>>(async ({ id }) => {
      if (id === 2) throw problem(409, { code: 'DUPLICATE' });
    });
    const { added, failed } = await addToBatches(batches, add);
    expect([ids(added), ids(failed.map((one) => one.batch))]).toEqual([[1, 3], [2]]);
  });

  it.each([0, 401, 422])('ends at a refusal that would meet every batch (%i)', async (status) => {
    const add = vi.fn<(batch: Batch) => Promise<void>>(async ({ id }) => {
      if (id === 2) throw problem(status);
    });
    const { added, failed } = await addToBatches(batches, add);
    expect(add).toHaveBeenCalledTimes(2);
    expect([ids(added), ids(failed.map((one) => one.batch))]).toEqual([[1], [2, 3]]);
  });

  it('knows the free base that a server suggests', () => {
    expect(suggestedBase(problem(409, { suggested_code: 'الت102' }))).toBe('الت102');
    expect(suggestedBase(problem(409))).toBeNull();
  });
});
