import type { BatchCard } from '../../../contract/batches';
import { isShown } from '../../support/accessible';
import { expect, expectComplaints, takeSession, test } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';

const batchName = 'دفعة القرآن الأولى 1445';

test('a tap on a student opens his page, from which his sheet, his batch and its other students are one tap away', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  const [student] = await call<{ id: number; full_name: string; student_id: string }[]>(
    'GET',
    `/students?${new URLSearchParams({ filter: '{"batch_id":1}', sort: '["id","ASC"]', range: '[0,0]' })}`,
  );
  const name = student?.full_name ?? '';
  await takeSession(page, 'admin');
  await page.goto(`/students?filter=${encodeURIComponent(JSON.stringify({ q: student?.student_id }))}`);
  await page.getByRole('row').filter({ hasText: student?.student_id }).getByText(name).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const title of ['المواد', 'القيد', 'البيانات', 'الحساب', 'الأوراق الصادرة', 'سجل التعديلات'])
    await expect(page.getByRole('region', { name: title }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^التجويد/ })).toContainText('من 100');
  await isShown(page);

  await page.getByRole('link', { name: 'درجات مادة «التجويد»' }).click();
  await expect(page.getByRole('row').filter({ hasText: student?.student_id })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(name);
  await page.goBack();

  await page.getByRole('link', { name: batchName }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: batchName })).toBeVisible();
  await isShown(page);
  await page.getByRole('list', { name: 'الطلاب' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('from the page of a batch an admin opens the account of its teacher, and makes accounts for its students', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  await call('POST', '/students', {
    first_name: 'نايف',
    last_name: 'الجهني',
    national_id: '1099887700',
    batch_id: 1,
  });
  const { subjects } = await call<BatchCard>('GET', '/batches/1/card');
  const taught = subjects.find(({ teachers }) => teachers.length > 0);
  const [teacher = ''] = taught?.teachers ?? [];
  await takeSession(page, 'admin');
  await page.goto('/batches/1/show');
  await page.getByRole('link', { name: teacher }).first().click();
  await expect(page.getByRole('textbox', { name: /^الاسم الكامل/ })).toHaveValue(teacher);
  await page.goBack();

  await page.getByRole('button', { name: 'إنشاء حسابات' }).click();
  const asked = page.getByRole('dialog', { name: 'إنشاء حسابات للطلاب' });
  await expect(asked.getByRole('radio', { name: 'طلاب دفعة' })).toBeChecked();
  await expect(asked.getByRole('combobox', { name: 'الدفعة' })).toHaveValue(batchName);
  await asked.getByRole('button', { name: 'إنشاء الحسابات' }).click();
  const made = page.getByRole('dialog', { name: /^أُنشئ/ });
  await expect(made.getByRole('row', { name: 'نايف الجهني' })).toBeVisible();
});

test('a teacher reaches the page of a student by the search, without what is for admins alone', async ({
  page,
}) => {
  const call = await callsOf(page, 'teacher');
  const [student] = await call<{ id: number; full_name: string; student_id: string }[]>(
    'GET',
    `/students?${new URLSearchParams({ range: '[0,0]', sort: '["id","ASC"]' })}`,
  );
  await takeSession(page, 'teacher');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'بحث شامل' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(student?.student_id ?? '');
  await page.getByRole('option', { name: student?.full_name }).click();
  await expect(page.getByRole('heading', { level: 1, name: student?.full_name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'القيد' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'تعديل البيانات' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'الحساب' })).toHaveCount(0);
});

test.describe('on a server without cards', () => {
  test.use({ serverEnvironment: { PLAIN_API: '1' } });
  test('the page of a student shows his record, and leads to his form', async ({ page, complaints }) => {
    await takeSession(page, 'admin');
    await page.goto('/students/1/show');
    await expect(page.getByRole('region', { name: 'البيانات' })).toContainText('14450001');
    await expect(page.getByRole('region', { name: 'القيد' })).toHaveCount(0);
    await page.getByRole('link', { name: 'تعديل البيانات' }).click();
    await expect(page.getByLabel('الاسم الأول')).not.toHaveValue('');
    expectComplaints(complaints, /404/);
  });
});
