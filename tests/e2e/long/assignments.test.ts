import type { APIRequestContext, Page } from '@playwright/test';
import { expect, signIn, test, toast } from '../../support/browserTest';
import { fillDue } from '../../support/dayFields';
import { desktopViewport, phoneViewport } from '../../support/journey';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** API calls of the demo student, who submits an answer. */
async function studentCalls(request: APIRequestContext) {
  const { token } = (await (
    await request.post('/api/auth/login', { data: { username: 'student', password: 'rasd-demo' } })
  ).json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const ownAssignments = (await (await request.get('/api/assignments/student', { headers })).json()) as {
    batch_id: number;
    subject_code: string;
  }[];
  return {
    list: `/assignments?batch_id=${ownAssignments[0]?.batch_id}&subject_code=${ownAssignments[0]?.subject_code}`,
    submit: async (id: string) => {
      const { questions } = (await (await request.get(`/api/assignments/${id}`, { headers })).json()) as {
        questions: { id: number; question_type: string; options: { id: number }[] }[];
      };
      const answerTexts: Record<string, string> = {
        true_false: 'true',
        text: 'ابن كثير',
        essay: '<b>شكر</b> النعم',
      };
      const answers = questions.map(({ id: question_id, question_type, options }) =>
        question_type === 'multiple_choice'
          ? { question_id, selected_option_id: options[1]?.id }
          : { question_id, answer_text: answerTexts[question_type] },
      );
      const answer = await request.post(`/api/assignments/${id}/submit`, { headers, data: { answers } });
      expect(answer.ok()).toBe(true);
    },
  };
}

async function writeQuestions(page: Page) {
  const question = (number: number) =>
    page
      .getByRole('dialog')
      .getByRole('listitem')
      .nth(number - 1);
  await button(page, 'إضافة سؤال: اختيار من متعدد').click();
  await question(1).getByLabel('نص السؤال').fill('كم عدد آيات سورة الملك؟');
  // Two of the four options stay empty.
  await question(1).getByLabel('الخيار 1', { exact: true }).fill('عشرون');
  await question(1).getByLabel('الخيار 2', { exact: true }).fill('ثلاثون');
  await question(1).getByLabel('الخيار 2 هو الإجابة الصحيحة').check();
  await button(page, 'إضافة سؤال: صح أو خطأ').click();
  await question(2).getByLabel('نص السؤال').fill('سورة الملك مدنية.');
  await question(2).getByLabel('صح', { exact: true }).check();
  await button(page, 'إضافة سؤال: إجابة قصيرة').click();
  await question(3).getByLabel('نص السؤال').fill('من صاحب التفسير؟');
  await question(3).getByLabel('الإجابة النموذجية (اختيارية)').fill('ابن كثير');
  await button(page, 'إضافة سؤال: مقالي').click();
  await question(4).getByLabel('نص السؤال').fill('ماذا تعلمت من السورة؟');
  await question(4).getByLabel('الدرجة', { exact: true }).fill('٧');
}

test('a teacher creates an assignment, grades a submission, and undoes a deletion', async ({
  page,
  request,
}) => {
  await page.setViewportSize(desktopViewport);
  const student = await studentCalls(request);
  await signIn(page, 'teacher');

  await test.step('a new assignment requires a subject, and can have questions of all four types', async () => {
    await page.goto('/assignments');
    await button(page, 'إضافة واجب جديد').click();
    await expect(toast(page, 'الرجاء اختيار المادة أولاً')).toBeVisible();
    await page.goto(student.list);
    await button(page, 'إضافة واجب جديد').click();
    await page.getByRole('textbox', { name: 'عنوان الواجب' }).fill('فوائد السورة');
    await fillDue(page, '2099-01-01', '20:00');
    await writeQuestions(page);
    await button(page, 'إنشاء الواجب').click();
    await expect(toast(page, 'تم إنشاء الواجب بنجاح')).toBeVisible();
    await page.getByRole('link', { name: 'عرض فوائد السورة' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'فوائد السورة' })).toBeVisible();
    await expect(page.getByText('10 درجات', { exact: true })).toBeVisible();
  });

  const address = page.url();
  await test.step('the assignment is published, and the list of the batch shows a submission', async () => {
    await button(page, 'نشر').click();
    await expect(page.getByText('منشور', { exact: true })).toBeVisible();
    await student.submit(address.split('/').at(-1) ?? '');
    await page.reload();
    await expect(page.getByText(/سلّم 1 من \d+/)).toBeVisible();
    await expect(page.getByText('بانتظار التصحيح')).toBeVisible();
    await page.setViewportSize(phoneViewport);
    const handIn = page.getByRole('listitem').filter({ hasText: 'بانتظار التصحيح' });
    await expect(handIn.getByRole('time')).toHaveText(/هـ · \d\d:\d\d$/);
    await page.setViewportSize(desktopViewport);
  });

  await test.step('objective questions are graded automatically; other answers get score and feedback by keyboard', async () => {
    await button(page, 'تصحيح تلقائي').click();
    await expect(page.getByText('هل تريد تصحيح جميع الإجابات الموضوعية تلقائياً؟')).toBeVisible();
    await button(page, 'تصحيح').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: /^تصحيح إجابات/ }).click();
    await expect(page.getByLabel('الدرجة من 1')).toBeFocused();
    await expect(page.getByLabel('الدرجة من 1')).toHaveValue('1');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('الدرجة من 7')).toBeFocused();
    await expect(page.getByText('<b>شكر</b> النعم')).toBeVisible();
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('الدرجة من 7')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('الدرجة من 7')).toHaveValue('8');
    await expect(page.getByText('8 من 10')).toHaveCount(0);
    await page.getByLabel('الدرجة من 7').fill('٥');
    await page.keyboard.press('Enter');
    await expect(page.getByText('8 من 10')).toBeVisible();
    await expect(page.getByText('80%')).toBeVisible();
    await page.getByLabel('ملاحظات للطالب').fill('بارك الله فيك');
    await button(page, 'حفظ الملاحظات').click();
    await expect(page.getByText('محفوظ').last()).toBeVisible();
  });

  await test.step('a change of the correct answer asks for a regrade', async () => {
    await page.getByRole('link', { name: 'العودة إلى الواجب' }).click();
    await button(page, 'تعديل السؤال 2').click();
    await page.getByLabel('خطأ', { exact: true }).check();
    await button(page, 'حفظ').click();
    await button(page, 'إعادة التصحيح').click();
    await expect(button(page, 'إعادة التصحيح')).toHaveCount(0);
    await expect(page.getByText('7 من 10')).toBeVisible();
  });

  await test.step('a duplicate starts as a draft, and its deletion can be undone', async () => {
    await button(page, 'نسخ فوائد السورة').click();
    await page.getByLabel('عنوان النسخة').fill('فوائد السورة، نسخة');
    await button(page, 'نسخ').click();
    await expect(page.getByRole('heading', { level: 1, name: 'فوائد السورة، نسخة' })).toBeVisible();
    await expect(page.getByText('مسودة', { exact: true })).toBeVisible();
    await button(page, 'حذف فوائد السورة، نسخة').click();
    await expect(page.getByText('سيتم حذف جميع الأسئلة والإجابات.')).toBeVisible();
    await button(page, 'حذف').click();
    await expect(page.getByRole('link', { name: 'فوائد السورة، نسخة', exact: true })).toHaveCount(0);
    await page.getByRole('alert').getByRole('button', { name: 'تراجع' }).click();
    await expect(page.getByRole('link', { name: 'فوائد السورة، نسخة', exact: true })).toBeVisible();
  });
});
