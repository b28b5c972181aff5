import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { circleWeekDocument, circleWeekText, weekText } from '../../contract/documents/week';
import type { WeekSheet } from '../../contract/hifz/map';
import { defaultRecordKindNames } from '../../contract/vocabulary';
import { buildSheets } from '../../src/custom-pages/reports/staff/useReportOutput';
import WeekPage from '../../src/custom-pages/reports/week/WeekPage';
import { dropSession } from '../../src/dataProvider/session';
import { excelCell } from '../../src/ui/report/excelCell';
import { renderScreen, signInAs } from '../support/screen';

const range = { from: '2:6', to: '2:16' };
const task = (from: string, to: string) => ({
  new: [{ from, to, pages: 1 }],
  near: [],
  far: [],
  behind_days: 3,
  test: { from_juz: 30, to_juz: 30 },
});
const quran = {
  subject_code: 'QRN110-1',
  subject_name: 'الحفظ',
  task: task('2:17', '2:24'),
};
const second = {
  subject_code: 'QRN210-1',
  subject_name: 'التثبيت',
  task: { ...task('67:1', '67:5'), behind_days: 0, test: null },
};
const sard = {
  date: '2026-11-23',
  from_juz: 29,
  to_juz: 30,
  examiner: null,
  mark: 92.5,
  max: 100,
  faults: 4,
  passed: true,
};
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
  section: null,
  planned_pages: 5,
  heard_pages: 0.98,
  next: quran.task,
  sard: [],
  next_tasks: [quran],
  ...more,
});

function open(address: string, calls: object = {}) {
  const week = vi.fn<(student: string, from: string) => Promise<WeekSheet>>(async () => sheet());
  const circleWeek = vi.fn<(id: number, from: string) => Promise<WeekSheet[]>>(async () => [
    sheet(),
    sheet({
      student_id: '1446',
      name: 'ريان',
      heard: [],
      planned_pages: 0,
      heard_pages: 0,
      next: null,
      next_tasks: [],
    }),
  ]);
  renderScreen(
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

test('the week starts on the first day after the weekend, and arrows lead to the weeks beside it', async () => {
  const { week } = open('/reports/week?student=1445');
  const table = within(await screen.findByRole('table', { name: 'ما سُمّع في الأسبوع' }));
  expect(table.getByText('البقرة 6-16')).toBeTruthy();
  expect(screen.getByText('تأخر بـ3 دروس')).toBeTruthy();
  expect(screen.getByText('حان سرد الجزء 30.')).toBeTruthy();
  // The weekend of this institute is Thursday and Friday.
  expect(week).toHaveBeenLastCalledWith('1445', '2026-11-21');
  expect(screen.getByRole('button', { name: 'الأسبوع التالي' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'الأسبوع السابق' }));
  await vi.waitFor(() => expect(week).toHaveBeenLastCalledWith('1445', '2026-11-14'));
});

test('the week of a circle has a row for each student, also without a plan', async () => {
  const { circleWeek } = open('/reports/week?circle_id=4&subject_code=QRN110-1');
  const students = within(await screen.findByRole('table', { name: 'الطلاب' }));
  expect(circleWeek).toHaveBeenLastCalledWith(4, '2026-11-21');
  expect(screen.getByText('حلقة عاصم')).toBeTruthy();
  const cells = within(students.getByRole('row', { name: /سعد/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['البقرة 17-24']));
  expect(students.getByRole('row', { name: /ريان/ }).textContent).not.toContain('الخطة');
});

test('the shared text has short lines, and is copied if the device has no share dialog', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { ...window.navigator, userAgent: '', clipboard: { writeText } });
  open('/reports/week?student=1445');
  await screen.findByText('تأخر بـ3 دروس');
  screen.getByRole('button', { name: 'مشاركة' }).click();
  expect(await screen.findByText('تم نسخ النص، الصقه في الرسالة')).toBeTruthy();
  const lines = (writeText.mock.calls[0]?.[0] ?? '').split('\n');
  expect(lines[0]).toBe('الورقة الأسبوعية: سعد الراشد');
  expect(lines).toContain('الحفظ الجديد: 1 من 5 صفحات');
  expect(lines).toContain('• الأحد، حفظ جديد، البقرة 6-16، أُجيز');
  expect(lines).toContain('• حفظ جديد: البقرة 17-24');
  expect(lines.at(-1)).toBe('حان سرد الجزء 30.');
});

test('a sard is listed among the recitations, with juz, faults, mark and result', async () => {
  open('/reports/week?student=1445', { hifz: async () => ({ week: async () => sheet({ sard: [sard] }) }) });
  const table = within(await screen.findByRole('table', { name: 'ما سُمّع في الأسبوع' }));
  const [, , , sardRow] = table.getAllByRole('row');
  expect(sardRow?.textContent).toMatch(/سردالجزءان 29 و30.*4.*مُجتاز، 92.5 من 100/);
  // Two records and the sard.
  expect(screen.getByText('مرات التسميع').parentElement?.textContent).toContain('3');
  const lines = weekText(sheet({ sard: [sard] }), defaultRecordKindNames).split('\n');
  expect(lines).toContain('مرات التسميع: 3، الأخطاء: 6');
  expect(lines).toContain('• الاثنين، سرد، الجزءان 29 و30، مُجتاز، 92.5 من 100');
});

test('the week of a circle has a sard column, but not in a week without sards', () => {
  const week = { from: '2026-11-22', to: '2026-11-28' };
  const firstRowByHeader = (sheets: WeekSheet[]) => {
    const { columns, rows } = circleWeekDocument('حلقة', week, sheets).tables[0];
    return Object.fromEntries(columns.map(({ head }, index) => [head, rows[0]?.[index]]));
  };
  expect(firstRowByHeader([sheet()])).not.toHaveProperty('السرد');
  const failed = { ...sard, to_juz: 29, passed: false };
  expect(firstRowByHeader([sheet({ sard: [sard, failed] })])).toMatchObject({
    السرد: '29-30 (مُجتاز)، 29 (غير مُجتاز)',
    'مرات التسميع': 4,
    الأخطاء: 10,
  });
  const text = circleWeekText('حلقة', week, [sheet({ sard: [sard] })]);
  expect(text).toContain('السرد: 29-30 (مُجتاز)');
});

test('the next lesson of a circle is one range only if its parts are adjacent', () => {
  const week = { from: '2026-11-22', to: '2026-11-28' };
  const lessonOf = (...ranges: [from: string, to: string][]) => {
    const next = { ...quran.task, new: ranges.map(([from, to]) => ({ from, to, pages: 1 })) };
    const one = sheet({ next, next_tasks: [{ ...quran, task: next }] });
    const { columns, rows } = circleWeekDocument('حلقة', week, [one]).tables[0];
    return rows[0]?.[columns.findIndex(({ head }) => head === 'الدرس القادم')];
  };
  // Adjacent parts: within a surah, over the end of a surah, and backwards from the end of the mushaf.
  expect(lessonOf(['2:280', '2:286'], ['3:1', '3:9'], ['3:10', '3:15'])).toBe(
    'من البقرة 280-286 إلى آل عمران 10-15',
  );
  expect(lessonOf(['114:1', '114:6'], ['113:1', '113:5'], ['112:1', '112:4'])).toBe(
    'من سورة الناس إلى سورة الإخلاص',
  );
  // Separate parts: a gap, an unfinished surah, and another plan.
  expect(lessonOf(['2:6', '2:16'], ['2:17', '2:24'], ['2:30', '2:37'])).toBe(
    'البقرة 6-16، البقرة 17-24 وغيرها',
  );
  expect(lessonOf(['114:1', '114:5'], ['113:1', '113:5'], ['112:1', '112:4'])).toBe(
    'الناس 1-5، سورة الفلق وغيرها',
  );
  expect(lessonOf(['67:1', '67:5'], ['67:6', '67:12'], ['2:6', '2:16'])).toBe('الملك 1-5، الملك 6-12 وغيرها');
  expect(lessonOf(['2:6', '2:16'], ['67:1', '67:5'])).toBe('البقرة 6-16، الملك 1-5');
});

test('with two plans the next lesson is shown for each subject', async () => {
  const both = sheet({ next_tasks: [quran, second] });
  open('/reports/week?student=1445', { hifz: async () => ({ week: async () => both }) });
  const next = within(await screen.findByRole('table', { name: 'أول يوم في الأسبوع القادم' }));
  expect(next.getByRole('row', { name: /الحفظ.*البقرة 17-24/ })).toBeTruthy();
  expect(next.getByRole('row', { name: /التثبيت.*الملك 1-5/ })).toBeTruthy();
  expect(screen.getByText('الحفظ: تأخر بـ3 دروس، التثبيت: على الخطة')).toBeTruthy();
  expect(screen.getByText('الحفظ: حان سرد الجزء 30.')).toBeTruthy();
  const lines = weekText(both, defaultRecordKindNames).split('\n');
  expect(lines).toContain('• الحفظ: حفظ جديد: البقرة 17-24');
  expect(lines).toContain('• التثبيت: حفظ جديد: الملك 1-5');
});

test('a name that starts like a formula stays text in Excel, and stats are numbers', () => {
  const week = { from: '2026-11-22', to: '2026-11-28' };
  const [main, facts] = buildSheets(circleWeekDocument('@حلقة', week, [sheet({ name: '=1+1' })]));
  expect(excelCell(main.rows[0]?.[0] ?? null)).toEqual({ value: '=1+1', type: String });
  expect(excelCell(main.rows[0]?.[1] ?? null)).toEqual({ value: 2, type: Number });
  expect(excelCell(facts.rows[0]?.[1] ?? null)).toEqual({ value: '@حلقة', type: String });
});

test('the screen without a student or circle says where the sheet is opened', async () => {
  open('/reports/week');
  expect(await screen.findByText('لم يُحدد طالب ولا حلقة')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'مشاركة' })).toBeNull();
});
