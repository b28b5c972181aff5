import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dashboardStats, performanceData, type TodayItem } from '../../contract/dashboard';
import { letters } from '../../contract/vocabulary';
import DashboardPage from '../../src/custom-pages/dashboard/DashboardPage';
import { TodayWork, useTodayWork } from '../../src/custom-pages/dashboard/TodayWork';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { send } from '../../src/dataProvider/outbox/outbox';
import { renderScreen, signInAs } from '../support/screen';

const stats = dashboardStats.parse({
  programs: 3,
  batches: 4,
  students: 150,
  subjects: 24,
  activeStudents: 118,
  todayAbsences: 7,
  averageGrade: 81.5,
  assignments: 12,
  successRate: 92.3,
  attendanceRate: 96.4,
  attendanceRateIsDefault: false,
});
const empty = {
  ...stats,
  averageGrade: null,
  successRate: null,
  attendanceRate: 95,
  attendanceRateIsDefault: true,
};
const best = [
  { full_name: 'سعد الراشد', subjects_count: 3, average_grade: 99, rank: 1 },
  { full_name: 'خالد الأحمد', subjects_count: 1, average_grade: 98.75, rank: 2 },
  { full_name: 'نورة السالم', subjects_count: 2, average_grade: 98.75, rank: 2 },
];
const performance = performanceData.parse({
  gradesByLevel: [],
  gradeDistribution: Object.fromEntries(letters.map((letter) => [letter, 0])),
  topStudents: best,
});

const institute = (changes: object = {}) => ({
  dashboardStats: async () => stats,
  performanceData: async () => performance,
  recentActivities: async () => [],
  ...changes,
});
const overview = async () => within(await screen.findByRole('region', { name: 'نظرة على الأداء' }));

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it.each([
  ['نسبة النجاح', '92.3%', /عدد النتائج الناجحة \(60% فأكثر\) ÷ عدد النتائج المكتملة/],
  ['متوسط الدرجات', '81.5%', /متوسط النسب المئوية للنتائج المكتملة/],
  ['نسبة الحضور', '96.4%', /100 − \(عدد الغيابات ÷ عدد مرات الحضور المتوقعة/],
  ['الطلاب النشطون', '118', /عدد طلاب الدفعات النشطة/],
  ['الواجبات', '12', /عدد الواجبات المنشورة/],
  ['غياب اليوم', '7', /عدد الغيابات المسجلة اليوم/],
])('%s is %s, and a tap on its icon explains the calculation', async (name, value, formula) => {
  renderScreen(<DashboardPage />, institute());
  const panel = await overview();
  const stat = panel.getByText(name).closest('div') as HTMLElement;
  expect(await within(stat).findByText(value)).toBeTruthy();
  // A touch does not hover.
  fireEvent.touchStart(within(stat).getByRole('button', { name: `طريقة الحساب: ${name}` }));
  expect((await screen.findByRole('tooltip')).textContent).toMatch(formula);
});

it.each(['admin', 'teacher'] as const)(
  'a pinned announcement is open on the dashboard of an %s, and the others are folded',
  async (role) => {
    signInAs(role);
    const one = {
      text: 'في قاعة المعهد',
      until: '2026-12-01',
      author: 'الإدارة',
      created_at: '2026-11-19T05:00:00Z',
    };
    const currentAnnouncements = async () => [
      { ...one, id: 1, title: 'اللقاء السنوي', is_pinned: true },
      { ...one, id: 2, title: 'رحلة', is_pinned: false },
    ];
    renderScreen(
      <DashboardPage />,
      institute({
        currentAnnouncements,
        today: async () => [],
        settings: async () => ({ today: '2026-11-20' }),
      }),
    );
    const notices = within(await screen.findByRole('region', { name: 'الإعلانات' }));
    expect(await notices.findByRole('heading', { name: 'اللقاء السنوي' })).toBeTruthy();
    expect(notices.queryByRole('heading', { name: 'رحلة' })).toBeNull();
    fireEvent.click(notices.getByRole('button', { name: /^إعلان · رحلة/ }));
    expect(await notices.findByRole('heading', { name: 'رحلة' })).toBeTruthy();
    expect(await screen.findByText('92.3%')).toBeTruthy();
  },
);

it('a rate without data has a message, and the default attendance has a label', async () => {
  renderScreen(<DashboardPage />, institute({ dashboardStats: async () => empty }));
  const panel = await overview();
  expect(await panel.findAllByText('لا توجد بيانات')).toHaveLength(2);
  expect(panel.getByText('95%')).toBeTruthy();
  expect(panel.getByText('قيمة افتراضية')).toBeTruthy();
});

it('the default attendance of an empty institute has its label on another server too', async () => {
  const { attendanceRateIsDefault: _, ...plainStats } = { ...empty, students: 0 };
  renderScreen(<DashboardPage />, institute({ dashboardStats: async () => plainStats }));
  expect(await (await overview()).findByText('قيمة افتراضية')).toBeTruthy();
  cleanup();
  const taught = { ...plainStats, students: 3 };
  renderScreen(<DashboardPage />, institute({ dashboardStats: async () => taught }));
  const panel = await overview();
  expect(await panel.findByText('95%')).toBeTruthy();
  expect(panel.queryByText('قيمة افتراضية')).toBeNull();
});

it('the best students are listed with rank, name, number of subjects and average with one decimal', async () => {
  renderScreen(<DashboardPage />, institute());
  const panel = within(await screen.findByRole('region', { name: 'الطلاب المتفوقون' }));
  const rows = (await panel.findAllByRole('row')).slice(1);
  const texts = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  expect(texts).toEqual([
    ['1', 'سعد الراشد3 مواد', '99.0'],
    ['2', 'خالد الأحمدمادة واحدة', '98.8'],
    ['2', 'نورة السالممادتان', '98.8'],
  ]);
});

it('a welcome line replaces activities that cannot be loaded, and the rest is shown', async () => {
  const recentActivities = async () => {
    throw new ApiProblem(500, '', null);
  };
  renderScreen(<DashboardPage />, institute({ recentActivities }));
  const panel = within(await screen.findByRole('region', { name: 'آخر الأنشطة' }));
  expect(await panel.findByText('مرحباً بك في نظام رصد')).toBeTruthy();
  expect(panel.getAllByRole('listitem')).toHaveLength(1);
  expect(await (await overview()).findByText('92.3%')).toBeTruthy();
});

const Today = () => <TodayWork work={useTodayWork(true)} />;

const buildItem = (name: string, circle_id: number | null, is_today: boolean): TodayItem => ({
  program_id: 'QRN',
  batch_id: 2,
  subject_id: 9,
  subject_code: name,
  name,
  batch_name: 'الدفعة الأولى',
  section: 'mixed',
  circle_id,
  circle_name: circle_id === null ? null : name,
  is_today,
  holiday: null,
  register: { taken: false, absent: 0 },
  overdue_registers: [],
  records: null,
  marks_missing: null,
  to_grade: 0,
});
const buildProvider = (rows: TodayItem[]) => ({
  today: async () => rows,
  settings: async () => ({ today: '2026-11-22' }),
});

it.each([
  ['a lesson today', [buildItem('حلقة النور', 1, true), buildItem('التجويد', null, false)], 'موعد واحد'],
  ['no lesson today', [buildItem('التجويد', null, false)], /^لا حلقة لك ولا مادة اليوم/],
  ['no circles and subjects', [], /^لا حلقات لك ولا مواد/],
])(
  'the work of today of a teacher with %s is above the cards, so that the cards do not move',
  async (_, rows, line) => {
    renderScreen(<Today />, buildProvider(rows));
    expect(await screen.findByText(line)).toBeTruthy();
  },
);

it('circles and subjects without a lesson today are behind one button with a text for both', async () => {
  const rows = [
    buildItem('حلقة النور', 1, true),
    buildItem('التجويد', null, false),
    buildItem('حلقة الهدى', 2, false),
  ];
  renderScreen(<Today />, buildProvider(rows));
  expect(await screen.findByRole('article', { name: 'حلقة النور' })).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'التجويد' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'عمل بقية الأيام (2)' }));
  expect(screen.getAllByRole('article')).toHaveLength(3);
});

it('a day off has its reason, and its subjects are behind a button', async () => {
  const off: TodayItem = {
    ...buildItem('الفقه', null, false),
    holiday: { name: 'اليوم الوطني', kind: 'holiday' },
  };
  renderScreen(<Today />, buildProvider([off]));
  expect(await screen.findByText('لا دراسة اليوم: اليوم الوطني')).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'إظهار المواد' }));
  expect(screen.getByRole('article', { name: 'الفقه' })).toBeTruthy();
});

it('a card of a batch of girls has feminine words, and the card of a mixed batch keeps the masculine', async () => {
  const work = { register: { taken: true, absent: 2 }, marks_missing: 5 };
  const rows: TodayItem[] = [
    { ...buildItem('الفقه', null, true), ...work, section: 'girls' },
    { ...buildItem('التجويد', null, true), ...work },
  ];
  renderScreen(<Today />, buildProvider(rows));
  const girls = within(await screen.findByRole('article', { name: 'الفقه' }));
  expect(girls.getByText('حُضِّر، غائبتان')).toBeTruthy();
  expect(girls.getByText('5 طالبات لم تكتمل درجاتهن')).toBeTruthy();
  const mixed = within(screen.getByRole('article', { name: 'التجويد' }));
  expect(mixed.getByText('حُضِّر، غائبان')).toBeTruthy();
  expect(mixed.getByText('5 طلاب لم تكتمل درجاتهم')).toBeTruthy();
});

it('a card shows that the register of its circle is on this device, and not that it is missing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const day = { batchName: 'الدفعة الأولى', subjectCode: 'حلقة النور', date: '2026-11-22', circle: 1 };
  await send('register', { ...day, absentStudents: [], edits: {} });
  renderScreen(
    <Today />,
    buildProvider([buildItem('حلقة النور', 1, true), buildItem('حلقة الهدى', 2, true)]),
  );
  const own = within(await screen.findByRole('article', { name: 'حلقة النور' }));
  expect(own.getByText('على هذا الجهاز')).toBeTruthy();
  expect(own.queryByText('لم يُحضَّر بعد')).toBeNull();
  const other = within(screen.getByRole('article', { name: 'حلقة الهدى' }));
  expect(other.getByText('لم يُحضَّر بعد')).toBeTruthy();
});
