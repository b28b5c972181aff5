import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const csv = (lines: readonly string[]) => ({
  name: 'teachers.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
const header = 'اسم المعلم,اسم المستخدم,البريد,جوال المعلم';

/** Chooses the file and waits for the preview. */
async function preview(page: Page, lines: readonly string[]) {
  await page.getByTestId('file').setInputFiles(csv(lines));
  const dialog = page.getByRole('dialog', { name: 'استيراد حسابات المعلمين' });
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await expect(dialog.getByText('أول الصفوف')).toBeVisible();
  await expect(dialog.getByText('تجري المقارنة بالمسجّل')).toBeHidden();
  return dialog;
}

test('an admin imports teacher accounts, sees taken and free user names, and downloads the slips', async ({
  page,
  browser,
  address,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/users', { username: 'majed', name: 'ماجد الزهراني', role: 'teacher' });
  await takeSession(page, 'admin');
  await page.goto('/users');
  await page.getByRole('main').getByRole('link', { name: 'استيراد' }).click();
  await expect(page.getByRole('radio', { name: /^حسابات المعلمين/ })).toBeChecked();
  const dialog = await preview(page, [
    header,
    'خالد السالم,khalid,k@example.org,0500000001',
    'هادي المطيري,majed,,',
    'سعد الراشد,saad,,',
  ]);
  await expect(dialog.getByText(/«majed» لحساب المعلم «ماجد الزهراني».*ومن المتاح «majed2»/)).toBeVisible();
  await dialog.getByRole('button', { name: 'تصحيح السطر 3' }).click();
  await dialog.getByRole('textbox', { name: 'اسم المستخدم' }).fill('majed2');
  await dialog.getByRole('button', { name: 'تحقق' }).click();
  await dialog.getByRole('button', { name: 'استيراد 3 صفوف' }).click();

  const createdAccounts = dialog.getByRole('region', { name: 'الحسابات الجديدة' });
  await expect(createdAccounts.getByRole('row')).toHaveCount(4);
  const password = await createdAccounts
    .getByRole('row', { name: 'خالد السالم' })
    .getByRole('cell')
    .nth(2)
    .textContent();
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();
  const question = page.getByRole('dialog', { name: 'الإغلاق بلا بطاقات؟' });
  await question.getByRole('button', { name: 'البقاء' }).click();
  const file = page.waitForEvent('download');
  await createdAccounts.getByRole('button', { name: 'تنزيل البطاقات' }).click();
  expect((await file).suggestedFilename()).toBe('بطاقات الدخول.pdf');
  await expect(createdAccounts).toContainText('نُزّلت البطاقات');

  const otherContext = await browser.newContext();
  const teacher = await otherContext.newPage();
  await teacher.goto(`${address}/login?username=khalid`);
  await teacher.getByLabel('كلمة المرور', { exact: true }).fill(password ?? '');
  await teacher.keyboard.press('Enter');
  await expect(teacher.getByRole('heading', { name: /كلمة المرور/ })).toBeVisible();
  await otherContext.close();

  await dialog.getByRole('button', { name: 'التراجع عن الاستيراد كله' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'تم التراجع' })).toContainText('بقي');
  await expect(createdAccounts).toBeHidden();
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();
  await expect(dialog).toBeHidden();
  const remaining = await call<{ username: string }[]>('GET', '/users?filter={"role":"teacher"}');
  expect(remaining.map(({ username }) => username)).toContain('khalid');
  expect(remaining.map(({ username }) => username)).not.toContain('saad');
});

test('a taken user name shows its account and offers a free name, also by keyboard', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const holder = await call<{ id: number }>('POST', '/users', {
    username: 'majed',
    name: 'ماجد الزهراني',
    role: 'teacher',
  });
  await takeSession(page, 'admin');
  await page.goto('/users/create');
  await page.getByRole('textbox', { name: /^الاسم الكامل/ }).fill('هادي المطيري');
  const username = page.getByRole('textbox', { name: /^اسم المستخدم/ });
  await username.fill('Majed');
  await username.press('Enter');
  await expect(page.getByText('في حساب «ماجد الزهراني» (معلم)، ومن المتاح «Majed2»')).toBeVisible();
  await expect(page.getByRole('link', { name: 'فتح الحساب الذي يحمله' })).toHaveAttribute(
    'href',
    `/users/${holder.id}`,
  );
  const free = page.getByRole('button', { name: 'استخدام «Majed2»' });
  await free.focus();
  await page.keyboard.press('Enter');
  await expect(username).toHaveValue('Majed2');
  await expect(username).toBeFocused();
  await expect(free).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Majed2');
  expectConsoleErrors(consoleErrors, /409.*\/users/);
});
