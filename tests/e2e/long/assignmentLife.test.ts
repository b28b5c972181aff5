import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { findingsInBoth, findingsOnPhone, isShown } from '../../support/accessible';
import { expect, signIn, test, toast, watch } from '../../support/browserTest';
import { fillDue } from '../../support/dayFields';

const password = 'rasd-demo';
const title = 'أحكام الميم الساكنة (2)';

interface Classroom {
  batchId: number;
  subjectCode: string;
  /** A student who submits late, with an account of the same name. */
  late: { name: string; username: string };
  /** The student of the demo account. */
  first: string;
}

/** A subject of the student's batch, and another student of that batch with an account. */
async function classroom(request: APIRequestContext): Promise<Classroom> {
  const signedIn = async (username: string) => {
    const answer = await request.post('/api/auth/login', { data: { username, password } });
    const { token, user } = (await answer.json()) as { token: string; user: { id: number } };
    return { headers: { Authorization: `Bearer ${token}` }, user };
  };
  const get = async <T>(path: string, headers: Record<string, string>) =>
    (await (await request.get(`/api${path}`, { headers })).json()) as T;
  type Student = { student_id: string; full_name: string; batch_id: number; user_id: number | null };

  const student = await signedIn('student');
  const admin = await signedIn('admin');
  const own = await get<Student>(`/students/by-user/${student.user.id}`, student.headers);
  const [assigned] = await get<{ subject_code: string }[]>('/assignments/student', student.headers);
  const all = await get<Student[]>('/students', admin.headers);
  const second = all.find(({ batch_id, user_id }) => batch_id === own.batch_id && user_id === null);
  if (!second || !assigned) throw new Error('the demo has no second student in the batch, or no assignment');
  const username = second.student_id;
  const account = {
    username,
    name: second.full_name,
    role: 'student',
    student_id: second.student_id,
    password,
  };
  const made = await request.post('/api/users', { headers: admin.headers, data: account });
  expect(made.status()).toBe(201);
  return {
    batchId: own.batch_id,
    subjectCode: assigned.subject_code,
    late: { name: second.full_name, username },
    first: own.full_name,
  };
}

/** Writes the questions of the new assignment: 5 marks by choice, 2 by true or false, 3 by an essay. */
async function writeQuestions(dialog: Locator) {
  const question = (place: number) => dialog.getByRole('listitem').nth(place);
  const write = async (place: number, type: string, text: string, marks: string) => {
    await dialog.getByRole('button', { name: `إضافة سؤال: ${type}` }).click();
    await question(place).getByRole('textbox', { name: 'نص السؤال' }).fill(text);
    await question(place).getByRole('textbox', { name: 'الدرجة' }).fill(marks);
  };
  await write(0, 'اختيار من متعدد', 'كم حكماً للميم الساكنة؟', '5');
  await question(0).getByRole('textbox', { name: 'الخيار 1' }).fill('اثنان');
  await question(0).getByRole('textbox', { name: 'الخيار 2' }).fill('ثلاثة');
  await question(0).getByRole('button', { name: 'حذف الخيار 4' }).click();
  await question(0).getByRole('button', { name: 'حذف الخيار 3' }).click();
  await question(0).getByRole('radio', { name: 'الخيار 2 هو الإجابة الصحيحة' }).check();
  await write(1, 'صح أو خطأ', 'الإخفاء الشفوي عند الباء', '2');
  await question(1).getByRole('radio', { name: 'صح' }).check();
  await write(2, 'مقالي', 'اشرح الإظهار الشفوي', '3');
}

async function openNotification(page: Page, sentence: string) {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^الإشعارات/ }).click();
  await page.getByRole('link', { name: sentence }).click();
}

/** Answers the three questions and submits them. */
async function solve(page: Page, choice: string, essay: string) {
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('radio', { name: 'صح', exact: true }).check();
  if (essay !== '') await page.getByRole('textbox', { name: 'إجابة السؤال 3' }).fill(essay);
  await page.getByRole('button', { name: 'تسليم الواجب' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'تسليم', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeVisible();
}

/** Scores the essay, and continues. */
async function gradeEssay(page: Page, score: string, feedback: string) {
  const form = page.getByRole('form', { name: 'تصحيح السؤال 3' });
  await form.getByRole('textbox', { name: /^الدرجة من 3/ }).fill(score);
  await form.getByRole('textbox', { name: 'ملاحظات للطالب' }).fill(feedback);
  await form.getByRole('button', { name: 'حفظ والتالي' }).click();
  await expect(form).toHaveCount(0);
}

test('an assignment lives from the draft to the corrected papers of two students, one of them late', async ({
  page,
  browser,
  address,
  request,
  complaints,
}) => {
  const { batchId, subjectCode, late, first } = await classroom(request);
  const phone = { width: 390, height: 844 };
  const ofFirst = await browser.newContext({ baseURL: address, viewport: phone, locale: 'ar' });
  const ofLate = await browser.newContext({ baseURL: address, locale: 'ar' });
  const [firstPage, latePage] = [await ofFirst.newPage(), await ofLate.newPage()];
  watch(firstPage, complaints);
  watch(latePage, complaints);
  let place = '';

  await test.step('the teacher makes it as a draft, then publishes it', async () => {
    await signIn(page, 'teacher');
    await page.goto(`/assignments?batch_id=${batchId}&subject_code=${subjectCode}`);
    await page.getByRole('button', { name: 'إضافة واجب جديد' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'عنوان الواجب' }).fill(title);
    await fillDue(dialog, '2099-01-01', '20:00');
    await writeQuestions(dialog);
    await dialog.getByRole('button', { name: 'إنشاء الواجب' }).click();
    await expect(toast(page, 'تم إنشاء الواجب بنجاح')).toBeVisible();
    await page.getByRole('link', { name: `عرض ${title}` }).click();
    await page.getByRole('button', { name: 'نشر', exact: true }).click();
    await expect(toast(page, /نُشر الواجب/)).toBeVisible();
    place = new URL(page.url()).pathname;
  });

  await test.step('a student is told, solves it on a phone, and cannot change it any more', async () => {
    await signIn(firstPage, 'student');
    await openNotification(firstPage, `واجب جديد في`);
    await firstPage.goto(`${place}/submit`);
    await isShown(firstPage);
    expect(await findingsOnPhone(firstPage)).toEqual([]);
    await solve(firstPage, 'ثلاثة', 'إظهار الميم قبل <b>26</b> حرفاً');
    await firstPage.getByRole('link', { name: 'عرض الحل' }).click();
    await expect(firstPage.getByText('لم تُصحَّح')).toHaveCount(3);
    await expect(firstPage.getByText('الإجابة الصحيحة', { exact: true })).toHaveCount(0);
  });

  await test.step('the time is over: nothing is taken, until the teacher allows late answers', async () => {
    await page.getByRole('button', { name: 'تعديل الواجب' }).click();
    await fillDue(page, '2026-01-01', '20:00');
    await page.getByRole('button', { name: 'حفظ', exact: true }).click();
    await expect(toast(page, 'تم تحديث الواجب بنجاح')).toBeVisible();
    await signIn(latePage, late.username);
    await latePage.goto(`${place}/submit`);
    await expect(latePage.getByRole('heading', { name: 'انتهى موعد تسليم الواجب' })).toBeVisible();
    const allowed = page.getByRole('switch', { name: 'السماح بالتسليم المتأخر' });
    await allowed.click();
    await expect(allowed).toBeChecked();
  });

  await test.step('the other student hands in late, with an answer missing', async () => {
    await latePage.reload();
    await expect(latePage.getByText(/سيُسجَّل تسليمك متأخراً/).first()).toBeVisible();
    await solve(latePage, 'اثنان', '');
    await expect(toast(latePage, 'تم تسليم الواجب متأخراً')).toBeVisible();
    await latePage.goto('/assignments?status=late');
    await expect(latePage.getByRole('heading', { level: 2, name: title })).toBeVisible();
  });

  await test.step('the teacher is told, grades what is objective at once and the rest by hand', async () => {
    await openNotification(page, `سلّم «${late.name}» واجب «${title}» متأخراً`);
    await expect(page.getByRole('heading', { level: 1, name: late.name })).toBeVisible();
    await page.goto(place);
    await page.getByRole('button', { name: 'تصحيح تلقائي' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'تصحيح', exact: true }).click();
    await expect(toast(page, 'تم تصحيح الأسئلة الموضوعية تلقائياً')).toBeVisible();
    await page.getByRole('link', { name: `تصحيح إجابات ${first}` }).click();
    await gradeEssay(page, '2', 'أحسنت، وبقي ذكر الأمثلة');
    await page.getByRole('form', { name: 'ملاحظات المعلم العامة' }).getByRole('textbox').fill('عمل متقن');
    await page.getByRole('button', { name: 'حفظ الملاحظات' }).click();
    await expect(toast(page, /حفظ الملاحظ/)).toBeVisible();
    await page.goto(place);
    await page.getByRole('link', { name: `تصحيح إجابات ${late.name}` }).click();
    await gradeEssay(page, '0', 'أجب عن كل الأسئلة');
  });

  await test.step('both see their scores, the words about them, and the key', async () => {
    await openNotification(firstPage, 'صُحّح واجبك في');
    await expect(firstPage.getByText('9 من 10')).toBeVisible();
    await expect(firstPage.getByText('عمل متقن')).toBeVisible();
    await expect(firstPage.getByText('أحسنت، وبقي ذكر الأمثلة')).toBeVisible();
    await expect(firstPage.getByText('إظهار الميم قبل <b>26</b> حرفاً')).toBeVisible();
    await expect(firstPage.getByText('إجابتك، صحيحة')).toHaveCount(2);
    expect(await findingsOnPhone(firstPage)).toEqual([]);
    await latePage.goto(`${place}/view`);
    await expect(latePage.getByText('2 من 10')).toBeVisible();
    await expect(latePage.getByText('إجابتك، خاطئة')).toBeVisible();
    await expect(latePage.getByText('سُلّم متأخراً')).toBeVisible();
    await isShown(latePage);
    expect(await findingsInBoth(latePage)).toEqual([]);
  });
  await ofFirst.close();
  await ofLate.close();
});
