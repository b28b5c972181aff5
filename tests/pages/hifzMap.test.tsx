import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PastRecitation, HifzMap } from '../../contract/hifz/map';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import HifzPanel from '../../src/features/hifz/HifzPanel';
import { cellNames, pageState, pageAfterKey, pagesOfJuz } from '../../src/features/hifz/mapModel';
import BatchMap from '../../src/resources/batches/BatchMap';
import { renderScreen, signInAs } from '../support/screen';

const cell = { state: 0, share: 0, last_heard: null, faults: 0 };
const buildMap = (cells: Record<number, Partial<HifzMap['pages'][number]>>): HifzMap => ({
  pages: Array.from({ length: 604 }, (_, index) => ({ ...cell, ...cells[index + 1] })),
  juz: Array.from({ length: 30 }, () => ({ memorised: 0.3, due: 1, weak: 2 })),
  memorised_pages: Object.keys(cells).length,
  memorised: [],
});
const weak = { state: 4, share: 1, last_heard: '2026-11-20', faults: 3 };
const lesson: PastRecitation = {
  date: '2026-11-20',
  kind: 'new',
  ranges: [{ from: '2:6', to: '2:16' }],
  pages: 1,
  faults: 3,
  result: 'accepted',
  subject_code: 'QRN110-1',
  subject_name: 'القرآن الكريم',
  batch_id: 1,
};

/** Renders the panel with this map, in which one page was recited once. */
function open(map: HifzMap) {
  const hearings = vi.fn<(student: string, asked: object) => Promise<PastRecitation[]>>(async () => [lesson]);
  renderScreen(<HifzPanel student="1445" name="سعد الراشد" />, {
    settings: async () => ({ today: '2026-11-23' }),
    hifz: async () => ({ map: async () => map, hearings }),
  });
  return hearings;
}

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  dropSession('left');
});

test('the map has 604 pages in thirty juz, and each cell has a label with its page, content and state', () => {
  expect(pagesOfJuz.flat()).toEqual(Array.from({ length: 604 }, (_, index) => index + 1));
  expect([0, 28, 29].map((juz) => pagesOfJuz[juz]?.length)).toEqual([21, 20, 23]);
  const { pages } = buildMap({ 3: weak, 604: { state: 1, share: 1 }, 2: { share: 0.4 } });
  const names = cellNames(pages);
  expect(names[2]).toBe('الصفحة 3، البقرة 6-16، ضعيفة');
  expect(names[1]).toBe('الصفحة 2، البقرة 1-5، بعضها محفوظ');
  expect(names[603]).toBe('الصفحة 604، سورة الإخلاص - سورة الناس، حديثة');
  expect(pages.slice(0, 3).map(pageState)).toEqual(['none', 'part', 'weak']);
});

test('left and right arrows move along a juz, up and down arrows move to the same index of the next juz', () => {
  expect(pageAfterKey(1, 'ArrowRight')).toBe(1);
  expect(pageAfterKey(1, 'ArrowLeft')).toBe(2);
  expect(pageAfterKey(604, 'ArrowLeft')).toBe(604);
  expect(pageAfterKey(604, 'ArrowUp')).toBe(581);
  expect(pageAfterKey(21, 'ArrowDown')).toBe(41);
  expect(pageAfterKey(590, 'ArrowDown')).toBe(590);
  expect([pageAfterKey(590, 'Home'), pageAfterKey(590, 'End')]).toEqual([582, 604]);
  expect(pageAfterKey(590, 'x')).toBeNull();
});

test('a selected page shows date and faults, and lists its recitations with links to the sheets', async () => {
  const hearings = open(buildMap({ 3: weak }));
  const panel = within(await screen.findByRole('region', { name: 'خريطة الحفظ' }));
  await userEvent.click(await panel.findByRole('gridcell', { name: /^الصفحة 3،/ }));
  expect(panel.getByText(/قبل 3 أيام/)).toBeTruthy();
  expect(panel.getByText(/الأخطاء بأوزانها: 3/)).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'مرات التسميع' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'تسميع الصفحة 3' }));
  const link = await dialog.findByRole('link');
  expect(hearings).toHaveBeenCalledWith('1445', { page: 3 });
  expect(link.getAttribute('href')).toContain('date=2026-11-20');
  expect(dialog.getByText('البقرة 6-16')).toBeTruthy();
});

test('a student without memorisation sees a message and no empty map', async () => {
  open(buildMap({}));
  expect(await screen.findByText(/لا محفوظ مسجل بعد/)).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('one tap declares a whole juz with its day and strength, and another tap removes it', async () => {
  const savePrior = vi.fn<(student: string, body: object) => Promise<object>>(async () => ({
    ranges: [],
    operation_id: null,
  }));
  const stored = { from: '78:1', to: '114:6', date: '2026-09-01', strength: 5 };
  renderScreen(<HifzPanel student="1445" name="سعد الراشد" />, {
    settings: async () => ({ today: '2026-11-23' }),
    hifz: async () => ({
      map: async () => buildMap({}),
      prior: async () => ({ ranges: [stored] }),
      savePrior,
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'الحفظ السابق' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'الحفظ السابق' }));
  const juz = (number: number) => dialog.findByRole('button', { name: `الجزء ${number}` });
  expect((await juz(30)).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(await juz(29));
  await userEvent.click(await juz(1));
  await userEvent.click(await juz(30));
  const declared = within(dialog.getByRole('list', { name: 'المحفوظ المسجل' }));
  expect(declared.getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(declared.getByRole('button', { name: 'حذف «الفاتحة 1 - البقرة 141»' }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  expect(savePrior).toHaveBeenCalledWith('1445', {
    ranges: [{ from: '67:1', to: '77:50', date: '2026-11-23', strength: 4 }],
    seen: [stored],
  });
});

test('declarations of another user stay, and only a juz changed by both users needs a choice', async () => {
  const range = (from: string, to: string, strength = 5) => ({ from, to, date: '2026-11-23', strength });
  const [juz30, juz29, juz1] = [range('78:1', '114:6'), range('67:1', '77:50'), range('1:1', '2:141')];
  const sent: { ranges: object[]; seen: object[] }[] = [];
  const answers = [
    [juz30, juz29],
    [{ ...juz30, strength: 1 }, juz29],
  ];
  renderScreen(<HifzPanel student="1445" name="سعد الراشد" />, {
    settings: async () => ({ today: '2026-11-23' }),
    hifz: async () => ({
      map: async () => buildMap({}),
      prior: async () => ({ ranges: [juz30] }),
      savePrior: async (_: string, body: (typeof sent)[number]) => {
        sent.push(body);
        const ranges = answers[sent.length - 1];
        if (ranges) throw new ApiProblem(409, 'تعذّر', { code: 'STALE', error: 'غيّر', current: { ranges } });
        return { ranges: [], operation_id: null };
      },
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'الحفظ السابق' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'الحفظ السابق' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'الجزء 30' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'الجزء 1' }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  const question = within(await screen.findByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' }));
  // Juz 29, which the other user has added, was merged. Juz 30, removed by one and changed by the other,
  // asks.
  expect(sent[1]).toEqual({ ranges: [{ ...juz1, strength: 4 }, juz29], seen: [juz30, juz29] });
  expect(question.getAllByRole('radiogroup')).toHaveLength(1);
  await userEvent.click(question.getByRole('radio', { name: /^القيمة المحفوظة/ }));
  await userEvent.click(question.getByRole('button', { name: 'حفظ المختار' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toEqual({
    ranges: [{ ...juz1, strength: 4 }, juz29, { ...juz30, strength: 1 }],
    seen: answers[1],
  });
});

test('the map of a batch is loaded again for the chosen circle', async () => {
  const batchMap = vi.fn<(batch: number, circle?: number) => Promise<object[]>>(async (_, circle) => [
    {
      id: 7,
      student_id: '1445',
      name: circle ? 'طالب الحلقة' : 'طالب الدفعة',
      juz: Array.from({ length: 30 }, (_none, index) => (index === 29 ? 1 : index === 28 ? 0.504 : 0)),
    },
  ]);
  renderScreen(<BatchMap batchId={1} circles={[{ id: 4, name: 'حلقة عاصم', subject_code: 'QRN110-1' }]} />, {
    settings: async () => ({ today: '2026-11-23' }),
    hifz: async () => ({ batchMap }),
  });
  const line = await screen.findByRole('row', { name: /طالب الدفعة/ });
  const shares = within(line).getAllByRole('cell');
  expect([shares[29]?.textContent, shares[28]?.textContent, shares[0]?.textContent]).toEqual([
    '100',
    '50',
    '',
  ]);
  expect(line.textContent).toContain('1.5 من 30');
  await userEvent.click(screen.getByRole('combobox', { name: 'الحلقة' }));
  await userEvent.click(await screen.findByRole('option', { name: 'حلقة عاصم' }));
  expect(await screen.findByRole('link', { name: 'طالب الحلقة' })).toBeTruthy();
  expect(batchMap).toHaveBeenLastCalledWith(1, 4);
});
