import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memoryStore } from 'react-admin';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import LoggedReports from '../../src/custom-pages/reports/staff/LoggedReports';
import { reports } from '../../src/custom-pages/reports';
import { useReportChoice } from '../../src/custom-pages/reports/staff/useStaffReport';
import StaffReports from '../../src/custom-pages/reports/staff/StaffReports';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import { renderScreen, signInAs } from '../support/screen';

const batch = { id: 2, batch_name: 'الأولى', program_id: 'QRN', program_name: 'القرآن', level: 3 };
const programs = [
  { id: 1, program_id: 'QRN', program_name: 'القرآن' },
  { id: 2, program_id: 'SHR', program_name: 'الشريعة' },
];
const batches = [batch, { ...batch, id: 3, batch_name: 'الثانية' }];
const subjects = [
  { id: 1, subject_code: 'QRN101-1', name: 'التجويد', type: 'مادة', level: 1 },
  { id: 2, subject_code: 'QRN110-1', name: 'الورد اليومي', type: 'تقييد يومي', level: 1 },
];
const rows: Record<string, object[]> = { programs, batches, subjects };
const lists = {
  getList: async (resource: string) => ({
    data: rows[resource] ?? [],
    total: rows[resource]?.length ?? 0,
  }),
  getOne: async () => ({ data: batch }),
  getMany: async () => ({ data: [] }),
  getManyReference: async () => ({ data: [], total: 0 }),
  reportCounts: async () => ({ generated: 7, printed: 3, exported: 0 }),
  noteReport: async () => null,
  settings: async () => ({ institute_name: 'معهد النور', logo: null, today: '2026-11-22' }),
};
const transcript = {
  student: { studentId: '14460001', studentName: 'سعد', batchName: 'الأولى', programName: 'القرآن' },
  transcript: [],
  totalHours: 0,
  totalSubjects: 0,
  levelGPA: null,
  cumulativeGPA: null,
};
const basis = 'program_id=QRN&batch_id=2';
const link = `/reports?type=transcript&${basis}&student_id=14460001&shown=1`;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const openSettings = () => press(/^إعدادات التقرير: /);
const title = () => screen.findByRole('heading', { level: 2, name: 'كشف درجات الطالب' });

beforeEach(() => {
  localStorage.clear();
  signInAs('teacher');
});
afterEach(() => {
  cleanup();
  dropSession('left');
});

it.each([
  [
    'programme',
    'البرنامج',
    'الشريعة',
    /^\?program_id=SHR&type=transcript$|^\?type=transcript&program_id=SHR$/,
  ],
  ['batch', 'الدفعة', 'الثانية', /^\?type=transcript&program_id=QRN&batch_id=3$/],
])('another %s clears level, student and the result', async (_, label, option, search) => {
  const api = { ...lists, transcriptReport: async () => transcript };
  const router = renderScreen(<StaffReports />, api, `${link}&level=2`);
  await title();
  await openSettings();
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
  await waitFor(() => expect(router.state.location.search).toMatch(search));
  expect(screen.queryByRole('heading', { level: 2, name: 'كشف درجات الطالب' })).toBeNull();
});

it('the level of a transcript is all levels or one of eight', async () => {
  renderScreen(<StaffReports />, lists, `/reports?type=transcript&${basis}`);
  await userEvent.click(await screen.findByRole('combobox', { name: 'المستوى' }));
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered).toHaveLength(9);
  expect([offered[0], offered[1], offered[8]]).toEqual(['كل المستويات', 'المستوى الأول', 'المستوى الثامن']);
});

it('a level without subjects says so, in the form and on a transcript', async () => {
  renderScreen(<StaffReports />, lists, `/reports?type=subject-sheet&${basis}&level=8`);
  expect(await screen.findByText('لا توجد مواد في هذا المستوى')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'المادة' }).getAttribute('aria-disabled')).toBe('true');
  cleanup();
  renderScreen(<StaffReports />, { ...lists, transcriptReport: async () => transcript }, `${link}&level=8`);
  await title();
  expect(await screen.findByText('لا توجد مواد في هذا المستوى')).toBeTruthy();
});

it.each([
  ['reversed', '2026-02-01', '2026-01-01', 'تاريخ النهاية يسبق تاريخ البداية'],
  ['longer than a year', '2025-01-01', '2026-01-02', 'لا يمكن أن تزيد المدة على 366 يوماً'],
])('a range that is %s shows an error at its field and sends no request', async (_, from, to, sentence) => {
  const dailyRangeReport = vi.fn<() => Promise<object>>();
  const address = `/reports?type=daily-range&${basis}&subject_code=QRN110-1&start_date=${from}&end_date=${to}`;
  renderScreen(<StaffReports />, { ...lists, dailyRangeReport }, `${address}&shown=1`);
  expect(await screen.findByText(sentence)).toBeTruthy();
  await press('توليد التقرير');
  expect(screen.getByLabelText('إلى تاريخ').getAttribute('aria-invalid')).toBe('true');
  expect(dailyRangeReport).not.toHaveBeenCalled();
});

it('the settings of a visible report are one line, which opens and folds the form and keeps the focus', async () => {
  const fact = { student: { ...transcript.student, studentName: 'سعد الراشد' } };
  const api = { ...lists, transcriptReport: async () => ({ ...transcript, ...fact }) };
  const router = renderScreen(<StaffReports />, api, `${link}&level=2`);
  await title();
  const findLine = () => screen.findByRole('button', { name: /^إعدادات التقرير: / });
  await waitFor(async () =>
    expect((await findLine()).getAttribute('aria-label')).toBe(
      'إعدادات التقرير: كشف درجات الطالب · سعد الراشد · الأولى · المستوى الثاني',
    ),
  );
  const isFormVisible = () => screen.queryByRole('form', { name: 'إعدادات التقرير' }) !== null;
  expect(isFormVisible()).toBe(false);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'طباعة' })).toHaveLength(1);
  const before = router.state.location.search;

  await openSettings();
  const fold = screen.getByRole('button', { name: 'طي الإعدادات' });
  expect(document.activeElement).toBe(fold);
  expect(isFormVisible()).toBe(true);
  expect(await title()).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'طباعة' })).toHaveLength(1);
  await userEvent.click(fold);
  expect(isFormVisible()).toBe(false);
  expect(document.activeElement).toBe(await findLine());
  expect(router.state.location.search).toBe(before);

  await openSettings();
  await press('توليد التقرير');
  await waitFor(() => expect(isFormVisible()).toBe(false));
});

it('the report of a student deleted in between is not printed, and the screen says why', async () => {
  let isDeleted = false;
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const issuePaper = vi.fn<() => Promise<object>>();
  const api = {
    ...lists,
    issuePaper,
    transcriptReport: async () => {
      if (isDeleted) throw new ApiProblem(404, 'السجل غير موجود', null);
      return transcript;
    },
  };
  renderScreen(<StaffReports />, api, link);
  await title();
  isDeleted = true;
  await press('طباعة');
  const alert = await screen.findByRole('heading', { name: 'حدث خطأ أثناء توليد التقرير' });
  expect(within(alert.parentElement as HTMLElement).getByText('السجل غير موجود')).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 2, name: 'كشف درجات الطالب' })).toBeNull();
  expect(issuePaper).not.toHaveBeenCalled();
  expect(print).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it('the cards above the form count students, subjects, generated and printed reports', async () => {
  const getList = vi.fn<(resource: string, query: { filter: object }) => Promise<object>>(
    async (resource) => ({ data: [], total: resource === 'students' ? 28 : 5 }),
  );
  renderScreen(<StaffReports />, { ...lists, getList }, '/reports?batch_id=2');
  const stat = (label: string) =>
    screen.getAllByRole('listitem').find(({ textContent }) => textContent.startsWith(label))?.textContent;
  await waitFor(() => expect(stat('الطلاب')).toBe('الطلاب28في هذه الدفعة'));
  expect(stat('المواد')).toBe('المواد5في هذه الدفعة');
  expect(stat('تقارير وُلّدت')).toContain('7');
  expect(stat('تقارير طُبعت')).toContain('3');
  for (const resource of ['students', 'subjects'])
    expect(getList).toHaveBeenCalledWith(resource, expect.objectContaining({ filter: { batch_id: 2 } }));
});

it('a student sees his own report, even with the number of another student in the address', async () => {
  dropSession('left');
  signInAs('student');
  const rejectCall = async () => Promise.reject(new ApiProblem(404, 'السجل غير موجود', null));
  const studentReport = vi.fn<(userId: number) => Promise<object>>(rejectCall);
  const transcriptReport = vi.fn<() => Promise<object>>();
  renderScreen(<reports.Page />, { ...lists, studentReport, transcriptReport }, `${link}&user_id=9`);
  await screen.findByRole('heading', { level: 1, name: 'تقريري الأكاديمي' });
  await waitFor(() => expect(studentReport).toHaveBeenCalledWith(1, undefined));
  expect(transcriptReport).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'توليد التقرير' })).toBeNull();
});

it('the search of reports filters by text and action together, and says if the server has no log', async () => {
  const getList = vi.fn<(resource: string, params: { filter: object }) => Promise<object>>(async () => ({
    data: [],
    total: 0,
  }));
  renderScreen(<LoggedReports />, { ...lists, getList }, '/reports/made');
  expect(await screen.findByText('لم يُولَّد تقرير بعد')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'سعد');
  await userEvent.click(await screen.findByRole('combobox', { name: 'العملية' }));
  await userEvent.click(await screen.findByRole('option', { name: 'طباعة' }));
  const readRequest = () => getList.mock.calls.findLast(([resource]) => resource === 'reports/log')?.[1];
  await waitFor(() => expect(readRequest()).toMatchObject({ filter: { q: 'سعد', action: 'printed' } }));
  expect(await screen.findByText('لا نتائج')).toBeTruthy();
  cleanup();
  const notFoundError = async () => Promise.reject(new ApiProblem(404, 'المسار غير موجود', null));
  renderScreen(<LoggedReports />, { ...lists, getList: notFoundError }, '/reports/made');
  expect(await screen.findByText('سجل التقارير غير متاح')).toBeTruthy();
});

it('the list of earlier reports is loaded each time it opens', async () => {
  const generatedReports: object[] = [];
  const report = {
    id: 1,
    type: 'transcript',
    action: 'printed',
    student_id: '14460001',
    student_name: 'سعد الراشد',
    subject_code: null,
    subject_name: null,
    circle_id: null,
    circle_name: null,
    batch_id: 2,
    batch_name: 'الأولى',
    program_id: 'QRN',
    level: null,
    kind: null,
    start_date: null,
    end_date: null,
    user_id: 1,
    user_name: 'سليمان',
    created_at: '2026-11-22T09:00:00.000Z',
  };
  const getList = async (resource: string) =>
    resource === 'reports/log'
      ? { data: [...generatedReports], total: generatedReports.length }
      : lists.getList(resource);
  const Place = () => (useLocation().pathname === '/reports/made' ? <LoggedReports /> : <p>مكان آخر</p>);
  const router = renderScreen(<Place />, { ...lists, getList }, '/reports/made');
  expect(await screen.findByText('لم يُولَّد تقرير بعد')).toBeTruthy();
  await act(() => router.navigate('/reports'));
  await screen.findByText('مكان آخر');
  generatedReports.push(report);
  await act(() => router.navigate('/reports/made'));
  expect((await screen.findAllByText(/سعد الراشد/)).length).toBeGreaterThan(0);
});

it('a report requested right after a choice uses this choice', async () => {
  const HurriedPerson = () => {
    const { choose, generate } = useReportChoice();
    const hurry = () => {
      choose({ endDate: '2026-11-20' });
      generate();
    };
    return <button onClick={hurry}>توليد</button>;
  };
  const range = `/reports?type=daily-range&${basis}&subject_code=QRN110-1&start_date=2026-11-01&end_date=2026-11-10`;
  const router = renderScreen(<HurriedPerson />, lists, range);
  await press('توليد');
  await waitFor(() => expect(router.state.location.search).toMatch(/end_date=2026-11-20.*shown=1/));
});

const daily = {
  program_id: 'QRN',
  batch_id: 2,
  batch_name: 'الأولى',
  subject_id: 2,
  subject_code: 'QRN110-1',
  name: 'الورد اليومي',
  type: 'تقييد يومي',
  circle: null,
  circle_name: null,
};
const marked = { ...daily, subject_id: 1, subject_code: 'QRN101-1', name: 'التجويد', type: 'مادة' };

it.each([
  ['keeps a stored subject of this type', 'daily-log', 'QRN110-1'],
  ['drops a stored subject of another type', 'subject-sheet', null],
] as const)('a type chosen before the subjects are loaded %s', async (_title, type, expected) => {
  const Choice = () => {
    const { choose } = useReportChoice();
    return <button onClick={() => choose({ type })}>اختيار</button>;
  };
  const getList = (resource: string) =>
    resource === 'subjects' ? new Promise(() => undefined) : lists.getList(resource);
  const store = memoryStore();
  store.setItem('teaching.recent', [daily]);
  const router = renderScreen(<Choice />, { ...lists, getList }, '/reports', store);
  await press('اختيار');
  await waitFor(() => expect(router.state.location.search).toContain(`type=${type}`));
  const search = new URLSearchParams(router.state.location.search);
  expect([search.get('batch_id'), search.get('subject_code')]).toEqual(['2', expected]);
});

it('a type chosen before the only subject is loaded keeps this subject', async () => {
  const answers: ((found: object) => void)[] = [];
  const choices = () => new Promise((resolve) => answers.push(resolve));
  const Choice = () => {
    const { choose } = useReportChoice();
    return <button onClick={() => choose({ type: 'subject-sheet' })}>اختيار</button>;
  };
  const router = renderScreen(<Choice />, { ...lists, choices }, '/reports');
  await press('اختيار');
  await waitFor(() => expect(router.state.location.search).toBe('?type=subject-sheet'));
  // The screen loads all subjects, and then the subjects of the type.
  await waitFor(() => expect(answers).toHaveLength(2));
  for (const answer of answers) answer({ rows: [{ ...marked, circle_id: null }], hasMore: false });
  await waitFor(() => expect(router.state.location.search).toContain('subject_code=QRN101-1'));
});
