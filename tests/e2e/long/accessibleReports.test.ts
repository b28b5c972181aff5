import type { Page } from '@playwright/test';
import { expectAccessible, navigate, waitForScreen } from '../../support/accessible';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { type ApiCaller, newApiCaller } from '../../support/apiCaller';
import { fillDue } from '../../support/dayFields';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const batchName = 'دفعة القرآن الأولى 1445';
const batchReportAddress = '/reports?shown=1&batch_id=1';

test('each report and the dialogs of reports are accessible', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/reports/made');
  for (const [title, address] of Object.entries({
    'كشف درجات الطالب': `${batchReportAddress}&type=transcript&student_id=14450001`,
    'درجة الطالب في مادة': `${batchReportAddress}&type=student-subject&student_id=14450001&subject_code=QRN101-1`,
    'سجل التقييد اليومي للطالب': `${batchReportAddress}&type=daily-log&student_id=14450001&subject_code=QRN110-1`,
    'تقرير التقييد اليومي لفترة': `${batchReportAddress}&type=daily-range&subject_code=QRN110-1&start_date=2026-01-01&end_date=2026-12-31`,
    'كشف درجات المادة': `${batchReportAddress}&type=subject-sheet&subject_code=QRN101-1`,
  })) {
    await page.evaluate((to) => {
      history.pushState({ idx: 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, address);
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
    await waitForScreen(page);
    await expectAccessible(page, title);
  }
  for (const tool of ['إحصاءات', 'كشوف الدفعة']) {
    await button(page, tool).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').locator('.MuiSkeleton-root')).toHaveCount(0);
    await expectAccessible(page, tool);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('issued papers and their verification are accessible', async ({ page, consoleErrors }) => {
  await takeSession(page, 'admin');
  const call = await newApiCaller(page, 'admin');
  const body = { batchName, studentId: '14450001' };
  const paper = await call<{ number: string; code: string }>('POST', '/papers/issue', body);
  await call('POST', '/reports/log', { ...body, type: 'transcript', action: 'printed' });
  await page.goto('/reports/made');
  await expect(page.getByRole('main').locator('tbody tr')).not.toHaveCount(0);
  await waitForScreen(page);
  await expectAccessible(page, 'reports that were made');
  await navigate(page, '/reports/issued');
  await button(page, `إلغاء الوثيقة ${paper.number}`).click();
  const question = page.getByRole('dialog', { name: `إلغاء الوثيقة ${paper.number}` });
  await question.getByRole('button', { name: 'إلغاء الوثيقة' }).click();
  await expect(question.getByText('مطلوب')).toBeVisible();
  await expectAccessible(page, 'withdrawing a paper without a reason');
  await page.keyboard.press('Escape');

  await page.goto('/verify');
  const send = () => button(page, 'تحقق من الوثيقة').click();
  await page.getByRole('textbox', { name: 'رمز التحقق' }).fill(paper.code.slice(0, 9));
  await send();
  await expect(page.getByText('رمز التحقق عشر خانات من الأرقام والحروف من A إلى F.')).toBeVisible();
  await expectAccessible(page, 'a verification that is not complete');
  await page.getByRole('textbox', { name: 'رقم الوثيقة' }).fill(paper.number);
  await page.getByRole('textbox', { name: 'رمز التحقق' }).fill('0000000000');
  await send();
  await expect(page.getByRole('heading', { name: /لا توجد وثيقة بهذا الرقم/ })).toBeVisible();
  await expectAccessible(page, 'a paper that does not exist');

  const sheet = `/grades/${encodeURIComponent(batchName)}/QRN101-1`;
  const rows = await call<{ studentId: string; testGrade: number }[]>('GET', sheet);
  const row = rows.find(({ studentId }) => studentId === '14450001');
  const grades = [{ ...row, testGrade: (row?.testGrade ?? 0) - 1 }];
  await call('POST', '/grades/save', { batchName, subjectCode: 'QRN101-1', grades });
  await page.goto(`/verify/${paper.code}`);
  await expect(page.getByRole('heading', { name: /وتغيّر السجل بعدها$/ })).toBeVisible();
  await expectAccessible(page, 'a paper whose results have changed');
  const [issued] = await call<{ id: number }[]>('GET', '/papers/issued');
  await call('POST', `/papers/issued/${issued?.id}/withdraw`, { reason: 'صدرت بالخطأ' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'وثيقة ملغاة' })).toBeVisible();
  await expectAccessible(page, 'a paper that was withdrawn');
  await page.goto('/verify/00000000000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'لا توجد وثيقة بهذا الرمز' })).toBeVisible();
  await expectAccessible(page, 'an unknown code');
  expectConsoleErrors(consoleErrors, /404.*\/verify/);
});

test('the forms for writing and grading an assignment are accessible', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  const handIns = await call<{ id: number | null; is_graded: boolean }[]>(
    'GET',
    '/assignments/2/submissions',
  );
  const handIn = handIns.find(({ id, is_graded }) => id !== null && !is_graded);
  await takeSession(page, 'teacher');
  await page.goto('/assignments?batch_id=1&subject_code=QRN102-1');
  await button(page, 'إضافة واجب جديد').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'عنوان الواجب' }).fill('فوائد السورة');
  await fillDue(page, '2099-01-01', '20:00');
  for (const type of ['اختيار من متعدد', 'صح أو خطأ', 'إجابة قصيرة', 'مقالي'])
    await button(page, `إضافة سؤال: ${type}`).click();
  await expectAccessible(page, 'a new assignment');
  // At this height the top bar covers no part of the content.
  await page.setViewportSize({ width: 1280, height: 2_600 });
  await page.goto(`/submissions/${handIn?.id}?grade=1`);
  const form = page.getByRole('form', { name: /^تصحيح السؤال/ });
  await expect(form.getByRole('textbox').first()).toBeFocused();
  await form.getByRole('textbox').first().fill('99');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'a mark that is too high');
});

/** Creates a published assignment for the student's batch. */
async function newAssignment(call: ApiCaller, hours: number, overrides: object = {}): Promise<number> {
  const { id } = await call<{ id: number }>('POST', '/assignments', {
    subject_id: 1,
    title: 'واجب التجويد (1)',
    due_date: new Date(Date.now() + hours * 3_600_000).toISOString(),
    is_published: true,
    questions: [
      { question_text: 'الإظهار من أحكامها', question_type: 'true_false', marks: 2, correct_answer: 'true' },
      { question_text: 'اشرح الإدغام', question_type: 'essay', marks: 2 },
    ],
    ...overrides,
  });
  return id;
}

test('the answer form of an assignment is accessible', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  const late = await newAssignment(call, -1, { allow_late_submission: true });
  const ended = await newAssignment(call, -1);
  const open = await newAssignment(call, 48);
  await takeSession(page, 'student');
  await page.goto(`/assignments/${late}/submit`);
  await waitForScreen(page);
  await expectAccessible(page, 'an assignment that is late');
  await navigate(page, '/assignments');
  await navigate(page, `/assignments/${ended}/submit`);
  await expectAccessible(page, 'an assignment that has ended');
  await navigate(page, '/assignments');
  await navigate(page, `/assignments/${open}/submit`);
  await page.getByRole('textbox', { name: 'إجابة السؤال 2', exact: true }).fill('إدخال حرف في حرف');
  await expect(page.getByText('حُفظت إجاباتك.', { exact: true })).toBeVisible();
  await expectAccessible(page, 'answers that are kept');
  await button(page, 'تسليم الواجب').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before handing in');
  await page.getByRole('alertdialog').getByRole('button', { name: 'تسليم', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeVisible();
  await expectAccessible(page, 'an assignment that was handed in');
});
