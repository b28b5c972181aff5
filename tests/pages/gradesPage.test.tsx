import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GradeRow } from '../../contract/grades';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { gradeStatistics } from '../../contract/rules/statistics';
import { GradeStats } from '../../src/custom-pages/grades/GradeStats';
import GradesPage from '../../src/custom-pages/grades/GradesPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import type { MarkRow } from '../../src/dataProvider/outbox/marks';
import { dropSession } from '../../src/dataProvider/session';
import { draftKey, storeDraft } from '../../src/ui/form/drafts';
import { renderScreen, signInAs } from '../support/screen';
import { readLocalQueue, storeLocalEntry } from '../support/localOutbox';

const batch = { id: 3, batch_name: 'دفعة 1447', program_id: 'QRN', program_name: 'القرآن' };
const subject = { id: 9, subject_code: 'QRN101-3', name: 'التجويد', type: 'مادة', batch_id: 3 };

const row = (studentId: string, studentName: string, testGrade: number | null, version = 1): GradeRow => ({
  studentId,
  studentName,
  participationGrade: 10,
  attendanceGrade: 30,
  exerciseGrade: 5,
  readingGrade: 5,
  testGrade,
  total: null,
  grade: null,
  absenceDays: 0,
  version,
  updated_at: null,
});
const rows = [row('1', 'أحمد الزهراني', 40), row('2', 'سالم القرني', null)];

/** The data provider of the screen. @param over replaces single calls */
const provider = (overrides: object = {}) => ({
  getOne: async () => ({ data: batch }),
  getList: async (resource: string) => ({ data: resource === 'subjects' ? [subject] : [batch], total: 1 }),
  gradeSettings: async () => defaultGradeSettings,
  gradeSheet: async () => rows,
  gradeStatistics: async () => gradeStatistics([], defaultGradeSettings),
  ...overrides,
});
/** Answers the saves in place of the server. @returns their bodies */
function takeSaves(): unknown[] {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ success: true, message: 'حفظها الخادم' }), { status: 200 });
  });
  return bodies;
}
/** Loads the outbox again, like a new sign-in. */
function startNewSession(): void {
  dropSession('left');
  signInAs('admin');
}
const address = '/grades?batch_id=3&subject_code=QRN101-3';
const editButton = () => screen.findByRole('button', { name: 'تعديل الدرجات' });

/** A phone layout: jsdom has no layout, so a grid has no space. */
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  signInAs('admin');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('the page requires a subject, and cannot be edited before a subject is chosen', async () => {
  renderScreen(<GradesPage />, provider(), '/grades');
  expect(await screen.findByText('اختر البرنامج والدفعة والمادة')).toBeDefined();
  expect((await editButton()).hasAttribute('disabled')).toBe(true);
});

it('the page shows the reason and a retry if loading fails', async () => {
  const gradeSheet = vi
    .fn<() => Promise<GradeRow[]>>()
    .mockRejectedValueOnce(new ApiProblem(403, '', { error: 'لا تملك صلاحية' }))
    .mockResolvedValue(rows);
  renderScreen(<GradesPage />, provider({ gradeSheet }), address);
  fireEvent.click(await screen.findByRole('button', { name: 'إعادة المحاولة' }));
  expect(await screen.findByText('أحمد الزهراني')).toBeDefined();
  expect((await editButton()).hasAttribute('disabled')).toBe(false);
});

it('a batch without students shows a message, and cannot be edited', async () => {
  renderScreen(<GradesPage />, provider({ gradeSheet: async () => [] }), address);
  expect(await screen.findByText('لا يوجد طلاب في هذه الدفعة')).toBeDefined();
  expect((await editButton()).hasAttribute('disabled')).toBe(true);
});

it('the stats stay below the limit of a letter, and an older server sends them rounded', async () => {
  const answerWith = async (statistics: object) => {
    const sheet = { status: 'ready', statistics, rows: [], settings: defaultGradeSettings, changeCount: 0 };
    renderScreen(<GradeStats sheet={sheet as never} />, {});
    const text = (await screen.findByText('المتوسط')).parentElement?.textContent;
    cleanup();
    return text;
  };
  const settings = { ...defaultGradeSettings, testMax: 54.5 };
  const { displayed, ...rounded } = gradeStatistics(
    [{ participation: 10, attendance: 30, exercise: 5, reading: 5, test: 44 }],
    settings,
  );
  expect(await answerWith({ ...rounded, displayed })).toContain('89.95%');
  expect(await answerWith({ ...rounded, displayed })).toContain('الأعلى 89.95، الأدنى 89.95');
  expect(await answerWith(rounded)).toContain('90%');
});

it('a phone shows the batch and the number of marked students, and has search and stats behind «⋯»', async () => {
  renderScreen(<GradesPage />, provider(), address);
  const chip = await screen.findByRole('button', { name: 'المختار الآن: التجويد · دفعة 1447 · أُنجز 1 من 2' });
  expect(chip.textContent).toBe('التجويد1 من 2دفعة 1447');
  expect(screen.queryByRole('button', { name: 'إظهار الأرقام' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'المزيد' }));
  expect(await screen.findByRole('button', { name: 'إظهار الأرقام' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'ابحث باسم الطالب' }));
  const field = await screen.findByRole('searchbox', { name: 'ابحث باسم الطالب' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: 'سالم' } });
  await waitFor(() => expect(screen.queryByText('أحمد الزهراني')).toBeNull());
  fireEvent.change(field, { target: { value: '' } });
  expect(await screen.findByText('أحمد الزهراني')).toBeDefined();
  fireEvent.blur(field);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('marks of an interrupted visit are offered again, and an invalid one is not sent', async () => {
  storeDraft(
    draftKey(1, 'grades#دفعة 1447/QRN101-3'),
    { 1: { test: ['٤٤', 40] }, 2: { test: ['x', null] } },
    new Date(),
  );
  const saves = takeSaves();
  renderScreen(<GradesPage />, provider(), address);
  fireEvent.click(await screen.findByRole('button', { name: 'استعادتها' }));
  expect(await screen.findByText('تغييران غير محفوظين')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'حفظ' }));
  expect(await screen.findByText('الرجاء تصحيح الأخطاء قبل الحفظ')).toBeDefined();
  expect(saves).toEqual([]);
});

it('a draft over marks changed by another user asks which mark stays, and the save continues', async () => {
  storeDraft(draftKey(1, 'grades#دفعة 1447/QRN101-3'), { 1: { test: ['44', 35] } }, new Date());
  const saves = takeSaves();
  renderScreen(<GradesPage />, provider(), address);
  fireEvent.click(await screen.findByRole('button', { name: 'استعادتها' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('radio', { name: 'القيمة المحفوظة: 40' })).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'اعتماد المختار' }));
  fireEvent.click(await screen.findByRole('button', { name: 'حفظ' }));
  expect(await screen.findByText('حفظها الخادم')).toBeDefined();
  const grades = [{ studentId: '1', testGrade: 44, version: 1 }];
  expect(saves).toEqual([{ batchName: 'دفعة 1447', subjectCode: 'QRN101-3', grades }]);
  await waitFor(() => expect(localStorage.getItem(draftKey(1, 'grades#دفعة 1447/QRN101-3'))).toBeNull());
});

/** Marks in the localStorage outbox of a device without encryption. */
function storeQueuedMarks(overrides: object): void {
  const changed: MarkRow = { studentId: '1', version: 1, cells: { test: { mark: 44, seen: [40] } } };
  const marks = {
    kind: 'marks',
    id: 'a'.repeat(32),
    at: '2026-11-20T08:00:00.000Z',
    state: 'waiting',
    batchName: batch.batch_name,
    subjectCode: subject.subject_code,
    subjectName: subject.name,
    rows: [changed],
    base: [row('1', 'أحمد الزهراني', 40)],
    settings: defaultGradeSettings,
    ...overrides,
  };
  storeLocalEntry(1, marks);
}

it('a sheet that cannot be loaded shows its queued marks, and says that they wait', async () => {
  storeQueuedMarks({});
  startNewSession();
  const fail = async () => {
    throw new ApiProblem(503, 'مشغول', null);
  };
  renderScreen(<GradesPage />, provider({ gradeSheet: fail, gradeSettings: fail }), address);
  expect(await screen.findByText('أحمد الزهراني', {}, { timeout: 10_000 })).toBeDefined();
  expect(screen.queryByText('تعذّر تحميل الدرجات')).toBeNull();
  expect(await screen.findByText(/حُفظت درجات طالب واحد على هذا الجهاز/)).toBeDefined();
  expect(screen.getByText('44')).toBeDefined();
});

it('marks refused in the background show the reason and can be edited; discarding them empties the device', async () => {
  const problem = { status: 400, code: 'VALIDATION', message: 'الدرجة أكبر من الكاملة', current: null };
  storeQueuedMarks({ state: 'refused', problem });
  startNewSession();
  renderScreen(<GradesPage />, provider(), address);
  expect(await screen.findByText(/لم تُقبل درجات .*: الدرجة أكبر من الكاملة/)).toBeDefined();
  expect(await screen.findByText('تغيير واحد غير محفوظ')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'إلغاء' }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'ترك التغييرات' }));
  await waitFor(() => expect(readLocalQueue(1)).toEqual([]));
  expect(screen.queryByText(/لم تُقبل درجات/)).toBeNull();
});

/** Opens the marks of three students for editing. @returns the keys of the pad and the field */
async function openPad(stored: readonly (number | null)[] = [null, null, null]) {
  const names = ['أحمد الزهراني', 'سالم القرني', 'عمر الغامدي'];
  const students = stored.map((mark, index) => row(String(index + 1), names[index] ?? '', mark));
  const only = { ...defaultGradeSettings };
  for (const column of ['participation', 'attendance', 'exercise', 'reading'] as const)
    only[`${column}Enabled`] = false;
  const settings = { ...only, testMax: 20 };
  renderScreen(
    <GradesPage />,
    provider({ gradeSheet: async () => students, gradeSettings: async () => settings }),
    address,
  );
  await screen.findByText('أحمد الزهراني');
  await userEvent.click(await editButton());
  const field = async () => screen.findByRole<HTMLInputElement>('textbox');
  await field();
  const press = async (...keys: string[]) => {
    for (const name of keys) await userEvent.click(screen.getByRole('button', { name }));
  };
  return {
    press,
    expectOpen: async (name: string, text: string) => {
      expect(await screen.findByRole('region', { name })).toBeTruthy();
      expect((await field()).value).toBe(text);
      expect(document.activeElement).toBe(await field());
    },
  };
}

it('the number pad opens the next student by itself, and the half and erase reach the mark just entered', async () => {
  const saves = takeSaves();
  const { press, expectOpen } = await openPad();
  await press('الرقم 7');
  await expectOpen('سالم القرني', '');
  expect(screen.getByRole('button', { name: 'الطالب السابق: أحمد الزهراني، 7' })).toBeTruthy();
  await press('إضافة نصف درجة: أحمد الزهراني');
  await expectOpen('سالم القرني', '');
  await press('الرقم 1');
  await expectOpen('سالم القرني', '1');
  await press('الرقم 8');
  await expectOpen('عمر الغامدي', '');
  await press('حذف الرقم الأخير');
  await expectOpen('سالم القرني', '1');
  await press('الرقم 5');
  await expectOpen('عمر الغامدي', '');
  // The step back replaces the whole mark, and the last field stays open.
  await press('الطالب السابق: سالم القرني، 15', 'الرقم 9');
  await expectOpen('عمر الغامدي', '');
  await press('الدرجة كاملة 20');
  await expectOpen('عمر الغامدي', '20');
  await press('حفظ');
  expect(await screen.findByText('حفظها الخادم')).toBeDefined();
  expect(saves).toMatchObject([{ grades: [{ testGrade: 7.5 }, { testGrade: 9 }, { testGrade: 20 }] }]);
});

it('a hardware keyboard replaces a stored mark, and continues the mark just entered', async () => {
  const { expectOpen } = await openPad([3, 4, 5]);
  const { keyboard } = userEvent;
  await keyboard('٧');
  await expectOpen('سالم القرني', '4');
  // The decimal sign belongs to the mark just entered, and not to the next student.
  await keyboard('.5');
  await expectOpen('سالم القرني', '4');
  expect(screen.getByRole('button', { name: 'الطالب السابق: أحمد الزهراني، 7.5' })).toBeTruthy();
  await keyboard('1');
  await expectOpen('سالم القرني', '1');
  await keyboard('{Backspace}');
  await expectOpen('سالم القرني', '');
  await keyboard('9');
  await expectOpen('عمر الغامدي', '5');
  await keyboard('{Backspace}');
  await expectOpen('سالم القرني', '');
  await keyboard('2{Enter}');
  await expectOpen('عمر الغامدي', '5');
  await keyboard('{Backspace}');
  await expectOpen('عمر الغامدي', '');
});

it('a key that is held down enters one mark, and an impossible mark keeps its field open', async () => {
  const { expectOpen } = await openPad();
  await userEvent.keyboard('{7>4/}');
  await expectOpen('سالم القرني', '');
  await userEvent.keyboard('25');
  await expectOpen('سالم القرني', '25');
  expect(screen.getByText('الاختبار يجب أن لا تتجاوز 20 درجة')).toBeTruthy();
});
