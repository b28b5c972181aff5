import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { studentAssignment } from '../../contract/assignments';
import StudentAssignments from '../../src/custom-pages/assignments/student/StudentAssignments';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { renderScreen, signInAs } from '../support/screen';

const hour = 3_600_000;
const now = Date.parse('2026-11-22T09:00:00Z');
const inHours = (hours: number) => new Date(now + hours * hour).toISOString();
const submission = {
  id: 5,
  is_submitted: true as const,
  submitted_at: inHours(-3),
  status: 'graded',
  is_late: false,
  is_graded: true,
  total_score: 8,
  total_marks: 10,
};
let next = 0;
const newAssignment = (title: string, overrides: object = {}) =>
  studentAssignment.parse({
    id: ++next,
    title,
    description: 'اقرأ الدرس أولاً',
    due_date: inHours(24 * 30),
    total_marks: 10,
    is_published: true,
    allow_late_submission: false,
    subject_id: 1,
    subject_name: 'التجويد',
    subject_code: 'TJW-1',
    subject_level: 2,
    batch_name: 'دفعة النور',
    teacher_name: 'معلم',
    questions_count: 3,
    published_at: inHours(-48),
    created_at: inHours(-50),
    updated_at: inHours(-48),
    version: 1,
    submission: null,
    ...overrides,
  });
const fiqh = { subject_name: 'الفقه', subject_code: 'FQH-1', subject_level: 3 };
const assignments = [
  newAssignment('واجب مفتوح'),
  newAssignment('واجب انتهى', { due_date: inHours(-1) }),
  newAssignment('واجب ناجح', { submission }),
  newAssignment('واجب راسب', {
    ...fiqh,
    submission: { ...submission, status: 'graded', is_late: true, total_score: 5 },
  }),
  newAssignment('واجب بلا موعد', { due_date: null, ...fiqh }),
];
const student = {
  id: 3,
  full_name: 'طالب من الدفعة',
  batch_id: 1,
  batch_name: 'دفعة النور',
  student_id: '14470001',
};
const provider = (overrides: object = {}) => ({
  ownAssignments: vi.fn<() => Promise<object>>(async () => assignments),
  studentByUser: async () => student,
  autoLink: async () => {
    throw new ApiProblem(404, '', { code: 'NOT_FOUND' });
  },
  settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-22' }),
  getList: vi.fn<(resource: string, params: object) => Promise<object>>(async () => ({ data: [], total: 0 })),
  ...overrides,
});
const card = (title: string) =>
  within(screen.getByRole('heading', { level: 2, name: title }).closest('li') as HTMLElement);
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  signInAs('student');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('the page shows name and batch, counts, and an average of graded assignments', async () => {
  renderScreen(<StudentAssignments />, provider());
  expect(await screen.findByText('طالب من الدفعة')).toBeDefined();
  expect(screen.getByText('دفعة النور')).toBeDefined();
  await screen.findByRole('heading', { name: 'واجب مفتوح' });
  const stat = (label: string) =>
    screen.getAllByRole('listitem').find((item) => item.textContent?.startsWith(label))?.textContent;
  expect(stat('كل الواجبات')).toBe('كل الواجبات5');
  expect(stat('سُلّمت')).toBe('سُلّمت2');
  expect(stat('بانتظار الحل')).toBe('بانتظار الحل2');
  expect(stat('سُلّمت متأخرة')).toBe('سُلّمت متأخرة1');
  expect(stat('متوسط درجاتك')).toContain('65%');
});

it('a card shows status, due time and marks, and links to the answers or the solution', async () => {
  renderScreen(<StudentAssignments />, provider());
  await screen.findByRole('heading', { name: 'واجب مفتوح' });
  expect(card('واجب مفتوح').getByText('بانتظار الحل')).toBeDefined();
  expect(card('واجب مفتوح').getByText('بعد 30 يوماً')).toBeDefined();
  expect(card('واجب مفتوح').getByText(/· 10 درجات$/)).toBeDefined();
  expect(card('واجب مفتوح').getByRole('link').getAttribute('href')).toBe(
    `/assignments/${assignments[0]?.id}/submit`,
  );
  expect(card('واجب انتهى').getAllByText('انتهى الموعد')).toHaveLength(2);
  expect(card('واجب بلا موعد').getByText('غير محدد')).toBeDefined();
  expect(card('واجب ناجح').getByText('8 من 10')).toBeDefined();
  expect(card('واجب ناجح').getByRole('link', { name: 'عرض الحل: واجب ناجح' }).getAttribute('href')).toBe(
    `/assignments/${assignments[2]?.id}/view`,
  );
  expect(card('واجب راسب').getByText(/سُلّم متأخراً/)).toBeDefined();
});

it('the list is filtered by subject and by status, which are stored in the address', async () => {
  const router = renderScreen(<StudentAssignments />, provider(), '/assignments?status=graded');
  await screen.findByRole('heading', { name: 'واجب ناجح' });
  expect(titles()).toEqual(['واجب ناجح', 'واجب راسب']);
  await userEvent.click(screen.getByRole('combobox', { name: 'المادة' }));
  await userEvent.click(await screen.findByRole('option', { name: 'الفقه (المستوى الثالث)' }));
  expect(titles()).toEqual(['واجب راسب']);
  expect(router.state.location.search).toBe('?status=graded&subject_code=FQH-1');
  await userEvent.click(screen.getByRole('combobox', { name: 'الحالة' }));
  await userEvent.click(await screen.findByRole('option', { name: 'تم التسليم' }));
  await userEvent.click(screen.getByRole('button', { name: 'مسح التصفية' }));
  expect(titles()).toHaveLength(5);
});

it('an empty list says so', async () => {
  renderScreen(<StudentAssignments />, provider({ ownAssignments: async () => [] }));
  expect(await screen.findByText('لا توجد واجبات حالياً')).toBeDefined();
});

it('an account is linked to its student automatically, and all subjects are loaded if that fails', async () => {
  const autoLink = vi.fn<(userId: number) => Promise<object>>(async () => ({
    success: true,
    message: '',
    student,
  }));
  renderScreen(<StudentAssignments />, provider({ studentByUser: async () => null, autoLink }));
  expect(await screen.findByText('طالب من الدفعة')).toBeDefined();
  expect(autoLink).toHaveBeenCalledWith(1);
  cleanup();

  const getList = vi.fn<(resource: string, params: object) => Promise<object>>(async () => ({
    data: [{ id: 1, subject_code: 'X-1', name: 'التفسير', level: 1 }],
    total: 1,
  }));
  renderScreen(<StudentAssignments />, provider({ studentByUser: async () => null, getList }));
  expect(await screen.findByText(/لم يُربط حسابك/)).toBeDefined();
  await userEvent.click(await screen.findByRole('combobox', { name: 'المادة' }));
  expect(await screen.findByRole('option', { name: 'التفسير (المستوى الأول)' })).toBeDefined();
  expect(getList).toHaveBeenCalledWith('subjects', expect.objectContaining({ filter: {} }));
});
