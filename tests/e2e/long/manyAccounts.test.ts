import type { Page } from '@playwright/test';
import { expect, signIn, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const createdDialog = (page: Page) => page.getByRole('dialog', { name: /^أُنشئ/ });
const passwordOf = async (page: Page, name: string) =>
  (await createdDialog(page).getByRole('row', { name }).getByRole('cell').nth(2).textContent()) ?? '';

test('an admin creates the accounts of a batch, downloads the slips, and sees the students without an account', async ({
  page,
  browser,
  address,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/students');
  const calls = await newApiCaller(page, 'admin');
  const [first, plain] = await Promise.all(
    ['فهد', 'نايف'].map((first_name, index) =>
      calls<Record<string, unknown>>('POST', '/students', {
        first_name,
        last_name: 'الجهني',
        national_id: `10998877${index}${index}`,
        batch_id: 1,
      }),
    ),
  );
  await calls<Record<string, unknown>>('POST', '/users', {
    username: String(first?.['student_id']),
    name: 'حساب قديم',
  });

  await page.goto('/users');
  await page.getByRole('button', { name: 'إنشاء حسابات' }).click();
  const dialog = page.getByRole('dialog', { name: 'إنشاء حسابات للطلاب' });
  await dialog.getByRole('radio', { name: 'طلاب دفعة' }).check();
  await expect(dialog.getByRole('button', { name: 'إنشاء الحسابات' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'الدفعة' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('radio', { name: 'كل من ليس له حساب' }).check();
  await dialog.getByRole('button', { name: 'إنشاء الحسابات' }).click();

  // Hashing the passwords of all students takes longer than the usual timeout on a slow machine.
  await expect(createdDialog(page)).toContainText('كلمات المرور تظهر هنا مرة واحدة فقط');
  const password = await passwordOf(page, 'نايف الجهني');
  await expect(createdDialog(page).getByRole('listitem').filter({ hasText: 'فهد الجهني' })).toContainText(
    'رقمه الأكاديمي اسم مستخدم لحساب آخر',
  );
  const opened = page.waitForEvent('popup');
  await createdDialog(page).getByRole('link', { name: 'إنشاء حساب لـفهد الجهني باسم مستخدم آخر' }).click();
  const form = await opened;
  await expect(form.getByRole('textbox', { name: /^الاسم الكامل/ })).toHaveValue('فهد الجهني');
  await expect(form.getByRole('radio', { name: 'طالب' })).toBeChecked();
  await form.close();

  await createdDialog(page).getByRole('button', { name: 'إغلاق' }).click();
  const question = page.getByRole('dialog', { name: 'الإغلاق بلا بطاقات؟' });
  await question.getByRole('button', { name: 'البقاء' }).click();
  const file = page.waitForEvent('download');
  await createdDialog(page).getByRole('button', { name: 'تنزيل البطاقات' }).click();
  expect((await file).suggestedFilename()).toBe('بطاقات الدخول.pdf');
  await expect(createdDialog(page)).toContainText('نُزّلت البطاقات');
  await createdDialog(page).getByRole('button', { name: 'إغلاق' }).click();
  await expect(createdDialog(page)).toBeHidden();
  await expect(toast(page, /^أُنشئ/)).toContainText('تراجع');

  const otherContext = await browser.newContext();
  const phone = await otherContext.newPage();
  await phone.goto(`${address}/login?username=${String(plain?.['student_id'])}`);
  await expect(phone.getByLabel('اسم المستخدم')).toHaveValue(String(plain?.['student_id']));
  await phone.getByLabel('كلمة المرور', { exact: true }).fill(password);
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: /كلمة المرور/ })).toBeVisible();
  await otherContext.close();
});

test('selected students of the list get accounts, and one undo removes them', async ({ page }) => {
  await signIn(page, 'admin');
  const calls = await newApiCaller(page, 'admin');
  await calls<Record<string, unknown>>('POST', '/students', {
    first_name: 'بدر',
    last_name: 'الجهني',
    national_id: '1099887733',
    batch_id: 1,
  });
  await page.goto('/students');
  await page
    .getByRole('row', { name: /بدر الجهني/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'إنشاء حسابات' }).click();
  await page.getByRole('button', { name: 'إنشاء الحسابات' }).click();
  await expect(page.getByRole('dialog', { name: 'أُنشئ حساب واحد' })).toBeVisible();
  await page.getByRole('button', { name: 'إغلاق' }).click();
  await page.getByRole('button', { name: 'إغلاق بلا بطاقات' }).click();
  await toast(page, 'أُنشئ حساب واحد').getByRole('button').click();
  await expect(toast(page, 'تم التراجع')).toBeVisible();
});
