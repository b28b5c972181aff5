import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { studentReport, studentReportSubject } from '../../contract/reports/studentReport';
import StudentReport from '../../src/custom-pages/reports/student/StudentReport';
import { findBest, completeResults } from '../../src/custom-pages/reports/student/reportModel';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { userStore } from '../../src/layout/userStore';
import { renderScreen, signInAs } from '../support/screen';

const attendance = { registers: 40, excused: 1, unexcused: 1, rate: 95 };
const recitation = studentReportSubject.parse({
  subject_name: 'التلاوة',
  subject_level: 2,
  participation_grade: null,
  attendance_grade: 9,
  exercise_grade: null,
  reading_grade: 18,
  test_grade: 20,
  total_grade: 47,
  letter_grade: 'أ',
  subject_code: 'TLW-1',
  hours: 3,
  type: 'مادة',
  percentage: 94,
  columns: [
    { column: 'attendance', name: 'الحضور', max: 10 },
    { column: 'reading', name: 'التسميع', max: 20 },
    { column: 'test', name: 'الاختبار', max: 20 },
  ],
  attendance,
  batch_name: 'دفعة النور',
  records: null,
  kinds: null,
});
const report = studentReport.parse({
  student_info: {
    name: 'طالب من الدفعة',
    student_id: '14470001',
    email: null,
    phone: null,
    program: 'برنامج الإتقان',
    batch: 'دفعة النور',
    section: null,
  },
  semester_info: {
    semester_name: 'الفصل الأول',
    completed_weeks: 5,
    total_weeks: 18,
    start_date: '2026-08-23',
    end_date: '2026-12-24',
  },
  academic_performance: {
    average_grade: 94,
    letter_grade: 'أ',
    rank: 2,
    total_students: 20,
    attendance_rate: 95,
    total_subjects: 1,
    completed_subjects: 1,
    attendance,
    level_gpa: 4.75,
    cumulative_gpa: 4.5,
  },
  available_levels: [2, 3],
  subjects: [recitation],
  repeated: [],
  former: [],
});

const loadReport = () => vi.fn<(userId: number, level?: number) => Promise<object>>(async () => report);
const card = (label: string) =>
  screen.getAllByRole('listitem').find((item) => item.textContent?.startsWith(label))?.textContent;
const settings = async () => ({ institute_name: 'معهد النور', logo: null, today: '2026-10-01' });
const ownAssignments = async () => [];

beforeEach(() => signInAs('student'));
afterEach(cleanup);

it('each column shows its name and maximum in the subject, and disabled columns are marked', async () => {
  renderScreen(<StudentReport />, { studentReport: loadReport(), ownAssignments, settings });
  const table = await screen.findByRole('table', { name: 'الدرجات حسب المادة' });
  const cells = within(within(table).getByRole('row', { name: /التلاوة/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'غير معتمد في هذه المادة',
    '9من 10',
    'غير معتمد في هذه المادة',
    '18التسميع من 20',
    '20من 20',
    '47من 50',
    'أ94%',
  ]);
});

const openRecord = async (provider: object) => {
  renderScreen(<StudentReport />, { studentReport: loadReport(), ownAssignments, settings, ...provider });
  await userEvent.click(await screen.findByRole('tab', { name: 'السجل' }));
  expect(await screen.findByText('14470001')).toBeTruthy();
};
const notes = (rows: object[]) => ({ behaviour: async () => ({ own: async () => rows }) });

it('notes on the behaviour of a student of age stand in the record', async () => {
  const note = { id: 1, date: '2026-09-20', kind: 'praise', category_name: 'الأدب', text: 'أحسن إلى زميله' };
  await openRecord(notes([note, { ...note, id: 2, kind: 'remark', category_name: null, text: 'تأخر' }]));
  const panel = within(await screen.findByRole('region', { name: 'ملاحظات السلوك' }));
  for (const text of ['الأدب', 'أحسن إلى زميله', 'توجيه', 'تأخر']) expect(panel.getByText(text)).toBeTruthy();
});

it('a record without notes has no panel of them', async () => {
  const own = vi.fn<() => Promise<object[]>>(async () => []);
  await openRecord({ behaviour: async () => ({ own }) });
  await waitFor(() => expect(own).toHaveBeenCalled());
  expect(screen.queryByRole('region', { name: 'ملاحظات السلوك' })).toBeNull();
});

it('another server is not asked for notes on behaviour', async () => {
  noteList('subjects', [], false);
  const behaviour = vi.fn<() => Promise<never>>();
  await openRecord({ behaviour });
  expect(behaviour).not.toHaveBeenCalled();
  expect(screen.queryByRole('region', { name: 'ملاحظات السلوك' })).toBeNull();
});

const task = { new: [], near: [], far: [], behind_days: 0, test: null };
/** `loadTask` is the call of the task of a day. */
const hifzOf = (loadTask: (student: string, subject: string, date: string) => Promise<object | null>) => ({
  hifz: async () => ({ task: loadTask }),
});
const { hifz } = hifzOf(async () => null);

it('recitations are grouped by kind, new ones first, and a tab selects another kind', async () => {
  const stats = { records: 1, pages: 2, mistakes: 0, average: 95 };
  const daily = studentReportSubject.parse({
    ...recitation,
    subject_name: 'الحفظ',
    subject_code: 'HFZ-1',
    columns: [],
    records: stats,
    kinds: [
      { ...stats, kind: 'new', name: 'حفظ جديد', repeats: 0 },
      { ...stats, kind: 'far', name: 'مراجعة بعيدة', repeats: 1 },
    ],
  });
  const record = {
    studentName: 'طالب',
    studentId: '14470001',
    recordContent: 'سورة الملك',
    pagesCount: 2,
    performanceLevel: 'ممتاز',
    mistakesCount: 0,
    teacherNotes: null,
    range: null,
    result: 'accepted',
  };
  const dailyReport = vi.fn<(student: string, subject: string, query: { kind?: string }) => Promise<object>>(
    async (_student, _subject, { kind = 'new' }) => ({
      student: { studentId: '14470001', studentName: 'طالب', batchName: 'دفعة النور' },
      subject: {
        subjectName: 'الحفظ',
        subjectCode: 'HFZ-1',
        batchName: 'دفعة النور',
        level: 2,
        hours: 3,
        type: '',
      },
      dateRange: { startDate: null, endDate: null },
      kind,
      circle: null,
      kindNames: { new: 'حفظ جديد', near: 'قريبة', far: 'مراجعة بعيدة', tilawa: 'تلاوة' },
      faultNames: { prompt: 'فتح' },
      records: [
        kind === 'new'
          ? { ...record, recordDate: '2026-11-01', kind, ranges: [], faults: [] }
          : {
              ...record,
              recordDate: '2026-11-02',
              kind,
              recordContent: null,
              ranges: [{ from: '2:1', to: '2:5' }],
              faults: [{ kind: 'prompt', ayah: '2:3', count: 3 }],
              result: 'repeat',
            },
      ],
      statistics: {
        totalRecords: 1,
        totalStudents: 1,
        totalPages: 2,
        avgPages: 2,
        totalMistakes: 0,
        avgGrade: 95,
        performanceDistribution: { excellent: 1, veryGood: 0, good: 0, acceptable: 0, weak: 0 },
      },
      days: [],
    }),
  );
  const shortReport = { ...report, subjects: [recitation, daily] };
  renderScreen(
    <StudentReport />,
    { studentReport: async () => shortReport, dailyReport, hifz, ownAssignments, settings },
    '/reports?part=record',
  );
  const recitationLog = within(await screen.findByRole('region', { name: 'سجل التسميع: الحفظ' }));
  expect(await recitationLog.findByRole('cell', { name: 'سورة الملك' })).toBeTruthy();
  expect(recitationLog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'حفظ جديد 1',
    'مراجعة بعيدة 1',
    'كل الأنواع 2',
  ]);
  await userEvent.click(recitationLog.getByRole('tab', { name: /مراجعة بعيدة/ }));
  expect(await recitationLog.findByRole('cell', { name: /البقرة 1-5/ })).toBeTruthy();
  expect(recitationLog.getByRole('cell', { name: 'يُعاد' })).toBeTruthy();
  expect(recitationLog.getByRole('cell', { name: /فتح 3 \(البقرة 3\)/ })).toBeTruthy();
  expect(dailyReport.mock.calls.map(([student, subject, query]) => [student, subject, query])).toEqual([
    ['14470001', 'HFZ-1', { batchName: 'دفعة النور' }],
    ['14470001', 'HFZ-1', { batchName: 'دفعة النور', kind: 'far' }],
  ]);
  await userEvent.click(screen.getByRole('tab', { name: 'الدرجات' }));
  const marks = within(screen.getByRole('table', { name: 'الدرجات حسب المادة' }));
  expect(marks.getByRole('row', { name: /الحفظ/ }).textContent).toMatch(/حفظ جديد — .*مراجعة بعيدة — /);
});

it('the level in the address is loaded, and "all" loads all levels', async () => {
  const loadSpy = loadReport();
  const router = renderScreen(
    <StudentReport />,
    { studentReport: loadSpy, ownAssignments, settings },
    '/reports?level=3',
  );
  await userEvent.click(await screen.findByRole('combobox', { name: 'المستوى' }));
  const levels = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(levels).toEqual(['كل المستويات', 'المستوى الثاني', 'المستوى الثالث']);
  await userEvent.click(screen.getByRole('option', { name: 'كل المستويات' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  // The work above the report does not depend on the level, so all levels are loaded once in any case.
  expect(loadSpy.mock.calls).toHaveLength(2);
  expect(loadSpy.mock.calls).toEqual(
    expect.arrayContaining([
      [1, 3],
      [1, undefined],
    ]),
  );
});

it('each part of the report has a tab with an address, and Back returns to the previous part', async () => {
  const router = renderScreen(
    <StudentReport />,
    { studentReport: loadReport(), ownAssignments, settings },
    '/reports?level=2&part=hifz',
  );
  const region = (name: string) =>
    screen.queryAllByRole('region', { name }).find((one) => one.closest('[hidden]') === null);
  // A student without memorisation has no tab for it, and such an address opens the marks.
  const tab = await screen.findByRole('tab', { name: 'الدرجات', selected: true });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'الدرجات',
    'الحضور',
    'السجل',
  ]);
  expect(region('الدرجات حسب المادة')).toBeTruthy();
  expect(region('ملخص الأداء')).toBeTruthy();
  expect(region('بيانات الطالب') ?? region('التقدم في الفصل')).toBeUndefined();

  act(() => tab.focus());
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(router.state.location.search).toBe('?level=2&part=attendance');
  expect(screen.getByRole('tabpanel', { name: 'الحضور' })).toBeTruthy();
  expect(region('الدرجات حسب المادة')).toBeUndefined();
  expect(region('التقدم في الفصل')).toBeTruthy();
  const subject = within(screen.getByRole('region', { name: 'الحضور حسب المادة' }));
  const cells = within(subject.getByRole('row', { name: /التلاوة/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['95%', '40', '1', '1']);

  await userEvent.click(screen.getByRole('tab', { name: 'السجل' }));
  expect(region('بيانات الطالب')).toBeTruthy();
  expect(region('التقدم في الفصل')).toBeUndefined();
  await act(() => router.navigate(-1));
  expect(region('التقدم في الفصل')).toBeTruthy();
  await act(() => router.navigate(-1));
  expect(region('الدرجات حسب المادة')).toBeTruthy();
});

const assignment = {
  description: null,
  total_marks: 10,
  subject_name: 'التجويد',
  subject_code: 'TJW-1',
  allow_late_submission: false,
  submission: null,
};
const due = { ...assignment, id: 1, title: 'بعد سنين', due_date: '2100-01-01T00:00:00.000Z' };
const pending = [
  due,
  { ...due, id: 2, title: 'بلا موعد', due_date: null },
  { ...due, id: 3, title: 'متأخر مقبول', due_date: '2026-01-01T00:00:00.000Z', allow_late_submission: true },
  { ...due, id: 4, title: 'انتهى', due_date: '2026-01-01T00:00:00.000Z' },
  { ...due, id: 5, title: 'سُلّم', submission: { status: 'submitted', total_marks: 10, total_score: null } },
];

it('the assignments that can be submitted stand before the report, the most urgent first', async () => {
  const api = { studentReport: loadReport(), settings };
  renderScreen(<StudentReport />, { ...api, ownAssignments: async () => pending });
  const toDo = within(await screen.findByRole('region', { name: 'واجبات للحل' }));
  const links = within(toDo.getByRole('list')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/assignments/3/submit',
    '/assignments/1/submit',
    '/assignments/2/submit',
  ]);
  expect(links[0]?.textContent).toBe('متأخر مقبولالتجويد · انتهى الموعد · يُقبل التسليم متأخراً');
  expect(toDo.getByRole('link', { name: 'كل الواجبات' })).toBeTruthy();
  const marks = await screen.findByRole('table', { name: 'الدرجات حسب المادة' });
  expect(links[0]?.compareDocumentPosition(marks)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  cleanup();
  renderScreen(<StudentReport />, { ...api, ownAssignments: async () => pending.slice(3) });
  expect(await screen.findByText('لا واجب بانتظار حلّك.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^انتهى/ })).toBeNull();
});

const memorised = { ...recitation, subject_code: 'HFZ-1', subject_name: 'الحفظ', type: 'تقييد يومي' };
const withPlan = { ...report, subjects: [recitation, memorised] };
const far = Array.from({ length: 5 }, (_, index) => ({
  from: `${index + 78}:1`,
  to: `${index + 78}:9`,
  pages: 1,
  reason: '',
  last_heard: '2026-09-01',
  faults: 0,
}));

it('the task of today stands first with its ranges and pages, and further ranges open on request', async () => {
  const loadTask = vi.fn<(student: string, subject: string, date: string) => Promise<object>>(async () => ({
    ...task,
    new: [{ from: '2:6', to: '2:16', pages: 1 }],
    far,
    behind_days: 2,
    test: { from_juz: 30, to_juz: 30 },
  }));
  const api = { studentReport: async () => withPlan, ...hifzOf(loadTask), ownAssignments, settings };
  renderScreen(<StudentReport />, api);
  const section = await screen.findByRole('region', { name: 'مهمة اليوم' });
  expect(section.textContent).toContain('متأخر عن الخطة بدرسين · حان سرد الجزء 30');
  const rows = () =>
    within(section)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
  expect(
    within(section)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['حفظ جديد · صفحة واحدة', 'مراجعة بعيدة · 5 صفحات']);
  expect(rows()[0]).toBe('البقرة 6-16');
  expect(rows()[1]).toBe('النبأ 1-9، النازعات 1-9 و3 مقاطع أخرى');
  await userEvent.click(within(section).getByRole('button', { name: /و3 مقاطع أخرى/ }));
  expect(rows()[1]).toContain('الانفطار 1-9');
  expect(loadTask.mock.calls).toEqual([['14470001', 'HFZ-1', '2026-10-01']]);
});

it('the task and the tab of memorisation stay while a level without memorisation is selected', async () => {
  const loadLevel = async (_user: number, level?: number) =>
    level === undefined ? withPlan : { ...withPlan, subjects: [recitation] };
  const loadTask = async () => ({ ...task, new: [{ from: '2:6', to: '2:16', pages: 1 }] });
  const api = { studentReport: loadLevel, ...hifzOf(loadTask), ownAssignments, settings };
  renderScreen(<StudentReport />, api, '/reports?level=2');
  expect(await screen.findByRole('region', { name: 'مهمة اليوم' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'الحفظ' })).toBeTruthy();
});

it('a day without a task shows the task of the next day, and without a plan there is no task', async () => {
  const loadTask = vi.fn<(student: string, subject: string, date: string) => Promise<object>>(
    async (_student, _subject, date) =>
      date < '2026-10-03' ? task : { ...task, new: [{ from: '2:6', to: '2:16', pages: 1 }] },
  );
  const api = { studentReport: async () => withPlan, ownAssignments, settings };
  renderScreen(<StudentReport />, { ...api, ...hifzOf(loadTask) });
  const section = await screen.findByRole('region', { name: 'مهمة السبت' });
  expect(section.textContent).toContain('البقرة 6-16');
  expect(screen.queryByRole('region', { name: 'مهمة اليوم' })).toBeNull();
  cleanup();
  renderScreen(<StudentReport />, { ...api, hifz });
  await screen.findByRole('table', { name: 'الدرجات حسب المادة' });
  expect(screen.getByRole('tab', { name: 'الحفظ' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: /^مهمة/ })).toBeNull();
});

it('the report waits for its task on the first visit, and for no task after it', async () => {
  let answer: (task: object | null) => void = () => undefined;
  const slow = hifzOf(() => new Promise((resolve) => (answer = resolve)));
  localStorage.clear();
  const store = userStore(1);
  const api = { studentReport: async () => withPlan, ...slow, ownAssignments, settings };
  renderScreen(<StudentReport />, api, '/reports', store);
  await waitFor(() => expect(answer).toHaveLength(1));
  expect(screen.queryByRole('tab')).toBeNull();
  await act(async () => answer({ ...task, new: [{ from: '2:6', to: '2:16', pages: 1 }] }));
  expect(await screen.findByRole('tab', { name: 'الدرجات' })).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'مهمة اليوم' })).toBeTruthy();
  cleanup();
  renderScreen(<StudentReport />, api, '/reports', store);
  expect(await screen.findByRole('tab', { name: 'الدرجات' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'مهمة اليوم' })).toBeNull();
});

it('a report whose task cannot be loaded shows the report, and the task again after a retry', async () => {
  let isDown = true;
  const loadTask = async () => {
    if (isDown) throw new ApiProblem(503, 'الخادم مشغول', null);
    return { ...task, new: [{ from: '2:6', to: '2:16', pages: 1 }] };
  };
  const api = { studentReport: async () => withPlan, ...hifzOf(loadTask), ownAssignments, settings };
  renderScreen(<StudentReport />, api);
  const alert = within(await screen.findByRole('alert', {}, { timeout: 5_000 }));
  expect(alert.getByText('تعذّر تحميل مهمة اليوم')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'الدرجات حسب المادة' })).toBeTruthy();
  isDown = false;
  await userEvent.click(alert.getByRole('button', { name: 'إعادة المحاولة' }));
  expect(await screen.findByRole('region', { name: 'مهمة اليوم' })).toBeTruthy();
});

it('stats without data say so, and a missing semester is hidden', async () => {
  const nothing = studentReport.parse({
    ...report,
    semester_info: null,
    academic_performance: {
      ...report.academic_performance,
      average_grade: null,
      letter_grade: null,
      rank: null,
      total_students: 0,
      attendance_rate: null,
      total_subjects: 0,
    },
    subjects: [],
    available_levels: [],
  });
  renderScreen(<StudentReport />, { studentReport: async () => nothing, ownAssignments, settings });
  await screen.findByText('لا توجد تقارير متاحة');
  for (const label of ['المعدل العام', 'الترتيب', 'نسبة الحضور'])
    expect(card(label)).toContain('لا توجد بيانات');
  await userEvent.click(screen.getByRole('tab', { name: 'الحضور' }));
  expect(screen.getByText('لم يُسجَّل حضورك في مادة بعد.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'التقدم في الفصل' })).toBeNull();
});

it('the phone number is shown, or no line without one', async () => {
  const withPhone = { ...report, student_info: { ...report.student_info, phone: '0500043363' } };
  renderScreen(
    <StudentReport />,
    { studentReport: async () => withPhone, ownAssignments, settings },
    '/reports?part=record',
  );
  const info = () => screen.findByRole('region', { name: 'بيانات الطالب' });
  expect(within(await info()).getByText('0500043363')).toBeTruthy();
  cleanup();
  renderScreen(
    <StudentReport />,
    { studentReport: loadReport(), ownAssignments, settings },
    '/reports?part=record',
  );
  expect(within(await info()).queryByText('الجوال')).toBeNull();
  expect(within(await info()).getByText('الفصل الأول')).toBeTruthy();
});

it('each complete result is a bar as long as its percentage, with the full name of the subject', async () => {
  const name = `مادة ${'طويلة الاسم جداً '.repeat(7)}`.slice(0, 120);
  const subjects = [
    { ...recitation, subject_name: name, total_grade: 31.25, percentage: 62.5, letter_grade: 'د' },
    { ...recitation, subject_code: 'X-1', subject_name: 'بلا نتيجة', percentage: null, letter_grade: null },
  ];
  renderScreen(<StudentReport />, {
    studentReport: async () => ({ ...report, subjects }),
    ownAssignments,
    settings,
  });
  const chart = within(await screen.findByRole('region', { name: 'نتائجك في المواد' }));
  const [bar, ...others] = chart.getAllByRole('listitem');
  expect(others).toHaveLength(0);
  expect(bar?.textContent).toBe(`${name}62.5%`);
  expect(bar?.querySelector<HTMLElement>('[data-bar] > *')?.style.width).toBe('62.5%');
});

it('repeated results are struck out and do not count, and former programmes are shown with their totals', async () => {
  const older = {
    ...recitation,
    subject_code: 'TLW-0',
    total_grade: 20,
    letter_grade: 'لم يجتز',
    percentage: 40,
  };
  const row = { subjectCode: 'NHW-1', subjectName: 'النحو', level: 1, hours: 2, type: 'مادة' };
  const former = [
    {
      programName: 'برنامج القراءات',
      batchName: 'دفعة الفجر',
      transcript: [
        { ...row, total: 20, grade: 'لم يجتز', percentage: 20, points: 1, isRepeated: true },
        { ...row, subjectCode: 'NHW-2', total: 60, grade: 'د', percentage: 60, points: 2, isRepeated: false },
      ],
      totalHours: 2,
      completedHours: 2,
      cumulativeGPA: 2,
    },
  ];
  renderScreen(<StudentReport />, {
    studentReport: async () => ({ ...report, repeated: [older], former }),
    ownAssignments,
    settings,
  });
  const marks = within(await screen.findByRole('table', { name: 'الدرجات حسب المادة' }));
  const names = marks.getAllByRole('row', { name: /التلاوة/ }).map(({ textContent }) => textContent);
  expect(names).toEqual([expect.stringContaining('أعيدت'), expect.not.stringContaining('أعيدت')]);
  expect(within(screen.getByRole('region', { name: 'ملخص الأداء' })).getByText('1 من 1')).toBeTruthy();
  const part = within(
    await screen.findByRole('table', { name: 'برنامج سابق: برنامج القراءات (دفعة الفجر)' }),
  );
  expect(part.getAllByRole('row', { name: /أعيدت/ })).toHaveLength(1);
  expect(part.getAllByRole('row', { name: /النحو/ })).toHaveLength(2);
});

it('the page works with only the fields of the specification', async () => {
  const {
    subject_code: _1,
    hours: _2,
    type: _3,
    percentage: _4,
    columns: _5,
    attendance: _6,
    records: _10,
    batch_name: _11,
    kinds: _12,
    ...plain
  } = recitation;
  const {
    completed_subjects: _7,
    attendance: _8,
    level_gpa: _9,
    cumulative_gpa: _0,
    ...performance
  } = report.academic_performance;
  const { repeated: _13, former: _14, ...specified } = report;
  renderScreen(<StudentReport />, {
    studentReport: async () => ({ ...specified, academic_performance: performance, subjects: [plain] }),
    ownAssignments,
    settings: async () => null,
  });
  const table = await screen.findByRole('table', { name: 'الدرجات حسب المادة' });
  expect(within(table).getByRole('row', { name: /التلاوة/ }).textContent).toContain('47أ');
  const summary = within(screen.getByRole('region', { name: 'ملخص الأداء' }));
  expect(summary.getByText('1 من 1')).toBeTruthy();
  expect(summary.queryByText('المعدل التراكمي')).toBeNull();
});

it('a report that cannot be loaded shows the message of the specification and a retry', async () => {
  const loadSpy = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new ApiProblem(404, 'السجل غير موجود', null))
    .mockResolvedValue(report);
  renderScreen(<StudentReport />, { studentReport: loadSpy, ownAssignments, settings });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('لا توجد تقارير متاحة')).toBeTruthy();
  expect(alert.getByText(/لم يتم العثور على بيانات التقرير/)).toBeTruthy();
  expect(alert.getByText(/لم يُربط حسابك/)).toBeTruthy();
  await userEvent.click(alert.getByRole('button', { name: 'إعادة المحاولة' }));
  expect(await screen.findByRole('table', { name: 'الدرجات حسب المادة' })).toBeTruthy();
});

it('a percentage just below the limit of a letter stays below it in the table, the chart and the summary', async () => {
  const columns = [{ column: 'test' as const, name: 'الاختبار', max: 104.5 }];
  const subjects = [{ ...recitation, columns, total_grade: 94, percentage: 90, letter_grade: '+ب' }];
  renderScreen(<StudentReport />, {
    studentReport: async () => ({ ...report, subjects }),
    ownAssignments,
    settings,
  });
  const table = await screen.findByRole('table', { name: 'الدرجات حسب المادة' });
  const cells = within(within(table).getByRole('row', { name: /التلاوة/ })).getAllByRole('cell');
  expect(cells.slice(-2).map(({ textContent }) => textContent)).toEqual(['94من 104.5', '+ب89.95%']);
  expect(screen.getAllByText('89.95%').length).toBeGreaterThanOrEqual(3);
  expect(screen.queryByText('90%')).toBeNull();
});

it('the rank of the only result in a batch says so', async () => {
  const rankIn = async (total_students: number) => {
    const academic_performance = { ...report.academic_performance, rank: 1, total_students };
    const answer = { ...report, academic_performance };
    renderScreen(<StudentReport />, { studentReport: async () => answer, ownAssignments, settings });
    await screen.findByRole('table', { name: 'الدرجات حسب المادة' });
    const text = card('الترتيب');
    cleanup();
    return text;
  };
  expect(await rankIn(1)).toBe('الترتيب1 من 1النتيجة الوحيدة في الدفعة حتى الآن');
  expect(await rankIn(2)).toBe('الترتيب1 من 2بين من لهم نتائج في الدفعة');
});

it('results of subjects with the same name are numbered; the best one is found, and without results there is none', () => {
  const results = completeResults([
    recitation,
    { ...recitation, total_grade: 48.5, percentage: 97, letter_grade: '+أ' },
    { ...recitation, percentage: null, letter_grade: null },
  ]);
  expect(results.map(({ name }) => name)).toEqual(['التلاوة', 'التلاوة (2)']);
  expect(findBest(results)?.percentage).toBe(97);
  expect(findBest([])).toBeUndefined();
});
