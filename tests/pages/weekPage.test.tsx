import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { circleWeekDocument } from '../../contract/documents/week';
import type { WeekSheet } from '../../contract/hifz/map';
import { sheetsOf } from '../../src/custom-pages/reports/staff/useReportOutput';
import WeekPage from '../../src/custom-pages/reports/week/WeekPage';
import { dropSession } from '../../src/dataProvider/session';
import { excelCell } from '../../src/ui/report/excelCell';
import { showScreen, signInAs } from '../support/screen';

const range = { from: '2:6', to: '2:16' };
const sheet = (more: Partial<WeekSheet> = {}): WeekSheet => ({
  student_id: '1445',
  name: 'سعد الراشد',
  from: '2026-11-22',
  to: '2026-11-28',
  heard: [
    { date: '2026-11-22', kind: 'new', ranges: [range], pages: 1, faults: 2, result: 'accepted' },
    {
      date: '2026-11-23',
      kind: 'far',
      ranges: [{ from: '78:1', to: '78:40' }],
      pages: 1.5,
      faults: 0,
      result: 'repeat',
    },
  ],
  planned_pages: 5,
  heard_pages: 0.98,
  next: {
    new: [{ from: '2:17', to: '2:24', pages: 1 }],
    near: [],
    far: [],
    behind_days: 3,
    test: { from_juz: 30, to_juz: 30 },
  },
  ...more,
});

function open(address: string, calls: object = {}) {
  const week = vi.fn<(student: string, from: string) => Promise<WeekSheet>>(async () => sheet());
  const circleWeek = vi.fn<(id: number, from: string) => Promise<WeekSheet[]>>(async () => [
    sheet(),
    sheet({ student_id: '1446', name: 'ريان', heard: [], planned_pages: 0, heard_pages: 0, next: null }),
  ]);
  showScreen(
    <WeekPage />,
    {
      settings: async () => ({ today: '2026-11-23', weekend_days: [4, 5] }),
      circlesOf: async () => [{ id: 4, name: 'حلقة عاصم' }],
      hifz: async () => ({ week, circleWeek }),
      ...calls,
    },
    address,
  );
  return { week, circleWeek };
}

beforeEach(() => signInAs('teacher'));
afterEach(() => {
  cleanup();
  dropSession('left');
  vi.unstubAllGlobals();
});

test('the week begins on the first day after the weekend, and the arrows go to the weeks beside it', async () => {
  const { week } = open('/reports/week?student=1445');
  const heard = within(await screen.findByRole('table', { name: 'ما سُمع في الأسبوع' }));
  expect(heard.getByText('البقرة 6-16')).toBeTruthy();
  expect(screen.getByText('تأخر 3 دروس')).toBeTruthy();
  expect(screen.getByText('حان سرد الجزء 30.')).toBeTruthy();
  // The weekend of this institute is Thursday and Friday.
  expect(week).toHaveBeenLastCalledWith('1445', '2026-11-21');
  expect(screen.getByRole('button', { name: 'الأسبوع التالي' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'الأسبوع السابق' }));
  await vi.waitFor(() => expect(week).toHaveBeenLastCalledWith('1445', '2026-11-14'));
});

test('the week of a circle has a row for each student, and whoever follows no plan has none', async () => {
  const { circleWeek } = open('/reports/week?circle_id=4&subject_code=QRN110-1');
  const students = within(await screen.findByRole('table', { name: 'الطلاب' }));
  expect(circleWeek).toHaveBeenLastCalledWith(4, '2026-11-21');
  expect(screen.getByText('حلقة عاصم')).toBeTruthy();
  const cells = within(students.getByRole('row', { name: /سعد/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['البقرة 17-24']));
  expect(students.getByRole('row', { name: /ريان/ }).textContent).not.toContain('الخطة');
});

test('the text to share has short lines, and is copied where the device offers no messengers', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { ...window.navigator, userAgent: '', clipboard: { writeText } });
  open('/reports/week?student=1445');
  await screen.findByText('تأخر 3 دروس');
  screen.getByRole('button', { name: 'مشاركة' }).click();
  expect(await screen.findByText('تم نسخ النص، الصقه في الرسالة')).toBeTruthy();
  const lines = (writeText.mock.calls[0]?.[0] ?? '').split('\n');
  expect(lines[0]).toBe('الورقة الأسبوعية: سعد الراشد');
  expect(lines).toContain('الحفظ الجديد: 1 من 5 صفحة');
  expect(lines).toContain('• الأحد، حفظ جديد، البقرة 6-16، أُجيز');
  expect(lines).toContain('• حفظ جديد: البقرة 17-24');
  expect(lines.at(-1)).toBe('حان سرد الجزء 30.');
});

test('in Excel a name that begins like a formula stays text, and figures are numbers', () => {
  const week = { from: '2026-11-22', to: '2026-11-28' };
  const [main, facts] = sheetsOf(circleWeekDocument('@حلقة', week, [sheet({ name: '=1+1' })]));
  expect(excelCell(main.rows[0]?.[0] ?? null)).toEqual({ value: '=1+1', type: String });
  expect(excelCell(main.rows[0]?.[1] ?? null)).toEqual({ value: 2, type: Number });
  expect(excelCell(facts.rows[0]?.[1] ?? null)).toEqual({ value: '@حلقة', type: String });
});

test('without a student or circle the screen says where the sheet is opened', async () => {
  open('/reports/week');
  expect(await screen.findByText('لم يُحدد طالب ولا حلقة')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'مشاركة' })).toBeNull();
});
