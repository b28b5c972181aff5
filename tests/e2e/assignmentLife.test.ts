import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test, toast, watch } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { fillDue } from '../support/dayFields';
import { card, desktopViewport, phoneViewport } from '../support/journey';
import { chooseFromRow } from '../support/lists';

test.use({ viewport: phoneViewport });

const title = 'أحكام الميم الساكنة (2)';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Adds a multiple-choice question of 5 marks and an essay of 5 marks. */
async function writeQuestions(dialog: Locator) {
  const question = (index: number) => dialog.getByRole('listitem').nth(index);
  const write = async (index: number, type: string, text: string, marks: string) => {
    await dialog.getByRole('button', { name: `إضافة سؤال: ${type}` }).click();
    await question(index).getByRole('textbox', { name: 'نص السؤال' }).fill(text);
    await question(index).getByRole('textbox', { name: 'الدرجة' }).fill(marks);
  };
  await write(0, 'اختيار من متعدد', 'كم حكماً للميم الساكنة؟', '5');
  await question(0).getByRole('textbox', { name: 'الخيار 1' }).fill('اثنان');
  await question(0).getByRole('textbox', { name: 'الخيار 2' }).fill('ثلاثة');
  await question(0).getByRole('radio', { name: 'الخيار 2 هو الإجابة الصحيحة' }).check();
  await write(1, 'مقالي', 'اشرح الإظهار الشفوي', '5');
}

async function openNotification(page: Page, message: string) {
  await page.getByRole('button', { name: /^الإشعارات/ }).click();
  await page.getByRole('link', { name: message }).click();
}

test('a teacher creates and grades an assignment on a phone, a student answers it on a desktop, and a deletion is undone', async ({
  page,
  browser,
  address,
  consoleErrors,
}) => {
  const studentCall = await newApiCaller(page, 'student');
  const { id } = await studentCall<{ id: number }>('GET', '/auth/me');
  const student = await studentCall<{ full_name: string; batch_id: number }>(
    'GET',
    `/students/by-user/${id}`,
  );
  const [assigned] = await studentCall<{ subject_code: string }[]>('GET', '/assignments/student');
  const otherContext = await browser.newContext({
    baseURL: address,
    viewport: desktopViewport,
    locale: 'ar',
  });
  const studentPage = await otherContext.newPage();
  watch(studentPage, consoleErrors);

  await test.step('the teacher creates a draft and publishes it', async () => {
    await signIn(page, 'teacher');
    await page.goto(`/assignments?batch_id=${student.batch_id}&subject_code=${assigned?.subject_code}`);
    await button(page, 'إضافة واجب جديد').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'عنوان الواجب' }).fill(title);
    await fillDue(dialog, '2099-01-01', '20:00');
    await writeQuestions(dialog);
    await dialog.getByRole('button', { name: 'إنشاء الواجب' }).click();
    await expect(toast(page, 'تم إنشاء الواجب بنجاح')).toBeVisible();
    await page.getByRole('link', { name: title }).click();
    await button(page, 'نشر').click();
    await expect(toast(page, /نُشر الواجب/)).toBeVisible();
  });

  await test.step('the student gets a notification, answers, and cannot change the answers afterwards', async () => {
    await signIn(studentPage, 'student');
    await openNotification(studentPage, 'واجب جديد في');
    await studentPage.getByRole('link', { name: 'حل الواجب', exact: true }).click();
    await studentPage.getByRole('radio', { name: 'ثلاثة' }).check();
    const essay = studentPage.getByRole('textbox', { name: 'إجابة السؤال 2' });
    await essay.fill('إظهار الميم قبل <b>26</b> حرفاً');
    await button(studentPage, 'تسليم الواجب').click();
    await studentPage.getByRole('alertdialog').getByRole('button', { name: 'تسليم', exact: true }).click();
    await expect(studentPage.getByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeVisible();
    await studentPage.getByRole('link', { name: 'عرض الحل' }).click();
    await expect(studentPage.getByText('لم تُصحَّح')).toHaveCount(2);
    await expect(studentPage.getByText('الإجابة الصحيحة', { exact: true })).toHaveCount(0);
  });

  await test.step('objective questions are graded automatically, and the teacher grades the essay', async () => {
    await page.reload();
    await expect(page.getByText(/سلّم 1 من \d+/)).toBeVisible();
    await button(page, 'تصحيح تلقائي').click();
    await page.getByRole('dialog').getByRole('button', { name: 'تصحيح', exact: true }).click();
    await expect(toast(page, 'تم تصحيح الأسئلة الموضوعية تلقائياً')).toBeVisible();
    await chooseFromRow(card(page, student.full_name), /^تصحيح إجابات/);
    const form = page.getByRole('form', { name: 'تصحيح السؤال 2' });
    await form.getByRole('textbox', { name: /^الدرجة من 5/ }).fill('4');
    await form.getByRole('textbox', { name: 'ملاحظات للطالب' }).fill('أحسنت، وبقي ذكر الأمثلة');
    await form.getByRole('button', { name: 'حفظ والتالي' }).click();
    await expect(form).toHaveCount(0);
    await page.setViewportSize(desktopViewport);
    await page.getByRole('form', { name: 'ملاحظات المعلم العامة' }).getByRole('textbox').fill('عمل متقن');
    await button(page, 'حفظ الملاحظات').click();
    await expect(toast(page, /حفظ الملاحظ/)).toBeVisible();
  });

  await test.step('the student sees the score, the feedback and the correct answers', async () => {
    await studentPage.reload();
    await expect(studentPage.getByText('9 من 10')).toBeVisible();
    await expect(studentPage.getByText('عمل متقن')).toBeVisible();
    await expect(studentPage.getByText('أحسنت، وبقي ذكر الأمثلة')).toBeVisible();
    await expect(studentPage.getByText('إظهار الميم قبل <b>26</b> حرفاً')).toBeVisible();
    await expect(studentPage.getByText('إجابتك، صحيحة')).toHaveCount(1);
  });

  await test.step('a duplicate starts as a draft, and its deletion is undone', async () => {
    await page.getByRole('link', { name: 'العودة إلى الواجب' }).click();
    await button(page, `نسخ ${title}`).click();
    await page.getByLabel('عنوان النسخة').fill('أحكام الميم، نسخة');
    await button(page, 'نسخ').click();
    await expect(page.getByText('مسودة', { exact: true })).toBeVisible();
    await button(page, 'حذف أحكام الميم، نسخة').click();
    await button(page, 'حذف').click();
    const copy = page.getByRole('link', { name: 'أحكام الميم، نسخة', exact: true });
    await expect(copy).toHaveCount(0);
    await page.getByRole('alert').getByRole('button', { name: 'تراجع' }).click();
    await expect(copy).toBeVisible();
  });
  await otherContext.close();
});
