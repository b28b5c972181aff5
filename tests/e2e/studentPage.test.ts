import type { BatchCard } from '../../contract/batches';
import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, heading, openFromMenu } from '../support/journey';

test.use({ viewport: desktopViewport });

const batchName = 'دفعة القرآن الأولى 1445';

test('an admin goes from a student to his marks, his batch, its teacher, and creates accounts for its students', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/students', {
    first_name: 'نايف',
    last_name: 'الجهني',
    national_id: '1099887700',
    batch_id: 1,
  });
  const [student] = await call<{ full_name: string; student_id: string }[]>(
    'GET',
    `/students?${new URLSearchParams({ filter: '{"batch_id":1}', sort: '["id","ASC"]', range: '[0,0]' })}`,
  );
  const name = student?.full_name ?? '';
  const { subjects } = await call<BatchCard>('GET', '/batches/1/card');
  const [teacher = ''] = subjects.find(({ teachers }) => teachers.length > 0)?.teachers ?? [];

  await signIn(page, 'admin');
  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  await page.getByRole('searchbox').fill(student?.student_id ?? '');
  await page.getByRole('row').filter({ hasText: student?.student_id }).getByText(name).click();
  await expect(heading(page, name)).toBeVisible();
  for (const title of ['المواد', 'القيد', 'البيانات', 'الحساب', 'الوثائق الصادرة', 'سجل التعديلات'])
    await expect(page.getByRole('region', { name: title }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^التجويد/ })).toContainText('من 100');
  await page.getByRole('link', { name: 'درجات مادة «التجويد»' }).click();
  await expect(page.getByRole('row').filter({ hasText: student?.student_id })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(name);
  await page.goBack();

  await page.getByRole('link', { name: batchName }).first().click();
  await expect(heading(page, batchName)).toBeVisible();
  await page.getByRole('list', { name: 'الطلاب' }).getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: teacher }).first().click();
  await expect(page.getByRole('textbox', { name: /^الاسم الكامل/ })).toHaveValue(teacher);
  await page.goBack();

  await page.getByRole('button', { name: 'إنشاء حسابات' }).click();
  const question = page.getByRole('dialog', { name: 'إنشاء حسابات للطلاب' });
  await expect(question.getByRole('radio', { name: 'طلاب دفعة' })).toBeChecked();
  await expect(question.getByRole('combobox', { name: 'الدفعة' })).toHaveValue(batchName);
  await question.getByRole('button', { name: 'إنشاء الحسابات' }).click();
  const createdDialog = page.getByRole('dialog', { name: /^أُنشئ/ });
  await expect(createdDialog.getByRole('row', { name: 'نايف الجهني' })).toBeVisible();
  await createdDialog.getByRole('button', { name: 'إغلاق' }).click();
  await page
    .getByRole('dialog', { name: 'الإغلاق بلا بطاقات؟' })
    .getByRole('button', { name: 'البقاء' })
    .click();
  const file = page.waitForEvent('download');
  await createdDialog.getByRole('button', { name: 'تنزيل البطاقات' }).click();
  expect((await file).suggestedFilename()).toBe('بطاقات الدخول.pdf');
  await expect(createdDialog).toContainText('نُزّلت البطاقات');
  await createdDialog.getByRole('button', { name: 'إغلاق' }).click();
  await toast(page, /^أُنشئ/).getByRole('button', { name: 'تراجع' }).click();
  await expect(toast(page, 'تم التراجع')).toBeVisible();
});
