import { describe, expect, it, vi } from 'vitest';
import type { Batch } from '../../contract/batches';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { addToBatches, addTogether, suggestedBase } from '../../src/resources/subjects/addToBatches';
import { groupBatches, limitGroups, toggleBatches } from '../../src/resources/subjects/BatchPicker';

const batch = (id: number, batch_name: string, program_id = 'QRN', program_name = 'برنامج القرآن') =>
  ({ id, batch_name, program_id, program_name, academic_year: '1447' }) as Batch;
const problem = (status: number, body: Record<string, unknown> = {}) => new ApiProblem(status, 'خطأ', body);

describe('the list of batches', () => {
  const batches = [
    batch(1, 'دفعة أحمد'),
    batch(2, 'دفعة النحو', 'ARB', 'اللغة العربية'),
    batch(3, 'دفعة الأولى'),
  ];

  it('the list is grouped by programme and has an Arabic search', () => {
    expect(groupBatches(batches, '').map(({ program: name }) => name)).toEqual([
      'اللغة العربية',
      'برنامج القرآن',
    ]);
    expect(groupBatches(batches, 'احمد').flatMap((group) => group.batches.map(({ id }) => id))).toEqual([1]);
    expect(groupBatches(batches, 'القران')[0]?.batches).toHaveLength(2);
  });

  it('the list has a limit, and all its batches can be selected or deselected together', () => {
    expect(limitGroups(groupBatches(batches, ''), 2).map((group) => group.batches.length)).toEqual([1, 1]);
    expect(new Set(toggleBatches([2], batches, true))).toEqual(new Set([1, 2, 3]));
    expect(toggleBatches([1, 2, 9], batches, false)).toEqual([9]);
  });
});

describe('the addition of a subject to several batches', () => {
  const batches = [batch(1, 'الأولى'), batch(2, 'الثانية'), batch(3, 'الثالثة')];
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

  it('the addition continues after a refusal of one batch', async () => {
    const add = vi.fn<(batch: Batch) => Promise<void>>(async ({ id }) => {
      if (id === 2) throw problem(409, { code: 'DUPLICATE' });
    });
    const { added, failed } = await addToBatches(batches, add);
    expect([ids(added), ids(failed.map((one) => one.batch))]).toEqual([[1, 3], [2]]);
  });

  it.each([0, 401, 422])(
    'the addition stops at a refusal that every batch would get (%i)',
    async (status) => {
      const add = vi.fn<(batch: Batch) => Promise<void>>(async ({ id }) => {
        if (id === 2) throw problem(status);
      });
      const { added, failed } = await addToBatches(batches, add);
      expect(add).toHaveBeenCalledTimes(2);
      expect([ids(added), ids(failed.map((one) => one.batch))]).toEqual([[1], [2, 3]]);
    },
  );

  it('the addition in one call returns the refused batches, and skips the others', async () => {
    const newRefusal = (details: object[]) =>
      addTogether(batches, () => Promise.reject(problem(409, { details })));
    const outcome = await newRefusal([{ path: 'batch_ids.1', message: 'موجودة' }]);
    expect([ids(outcome.failed.map((one) => one.batch)), ids(outcome.skipped)]).toEqual([[2], [1, 3]]);
    const all = await newRefusal([]);
    expect([ids(all.failed.map((one) => one.batch)), ids(all.skipped)]).toEqual([[1, 2, 3], []]);
    const sent = vi.fn<(ids: number[]) => Promise<void>>(async () => undefined);
    expect(ids((await addTogether(batches, sent)).added)).toEqual([1, 2, 3]);
    expect(sent).toHaveBeenCalledExactlyOnceWith([1, 2, 3]);
  });

  it('the addition uses the free base code that the server suggests', () => {
    expect(suggestedBase(problem(409, { suggested_code: 'الت102' }))).toBe('الت102');
    expect(suggestedBase(problem(409))).toBeNull();
  });
});
