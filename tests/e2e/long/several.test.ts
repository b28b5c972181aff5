import { expect, type Page } from '@playwright/test';
import { callsOf } from '../../support/callsOf';
import { takeSession, test, toast } from '../../support/browserTest';

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'المختار' });
const question = (page: Page) => page.getByRole('alertdialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('several students are deleted as one, and the toast brings all of them back', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/students');
  const rows = page.locator('tbody tr');
  await expect(rows.nth(3)).toBeVisible();
  const before = await rows.allInnerTexts();
  for (const place of [0, 1, 2]) await rows.nth(place).getByRole('checkbox').check();
  await expect(bar(page)).toHaveText('المختار: 3 طلاب');
  await press(page, 'حذف المختار');
  await expect(question(page)).toContainText('هل أنت متأكد من حذف المختار (3 طلاب)؟');
  await expect(question(page)).toContainText('سيشمل الحذف أيضاً:');
  await question(page).getByRole('button', { name: 'حذف', exact: true }).click();
  const done = toast(page, 'تم حذف الطلاب المحددين (عددهم 3)');
  await expect(done).toBeVisible();
  await expect(rows.nth(0)).not.toHaveText(before[0] ?? '');
  await expect(bar(page)).toHaveCount(0);
  await done.getByRole('button', { name: 'تراجع' }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(async () => expect(await rows.allInnerTexts()).toEqual(before)).toPass();
});

test('several accounts are deactivated as one; on a phone they are chosen after a tap on «اختيار»', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const call = await callsOf(page, 'admin');
  for (const username of ['batch-one', 'batch-two'])
    await call('POST', '/users', { username, name: `حساب ${username}`, password: 'نخلة-وسبع-سنابل' });
  await takeSession(page, 'admin');
  await page.goto('/users');
  await press(page, 'المزيد');
  await page.getByRole('button', { name: 'اختيار', exact: true }).click();
  for (const name of ['batch-one', 'batch-two']) await page.getByLabel(`اختيار حساب ${name}`).check();
  await expect(bar(page)).toHaveText('المختار: حسابان');
  await press(page, 'تعطيل المختار');
  await question(page).getByRole('button', { name: 'تعطيل المختار' }).click();
  await expect(toast(page, 'تم تعطيل الحسابات المحددة (عددها 2)')).toBeVisible();
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(2);
  await toast(page, 'تم تعطيل').getByRole('button', { name: 'تراجع' }).click();
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(0);
});

test('what was saved is taken back from its toast', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/programs/create');
  await page.getByLabel('رمز البرنامج').fill('UNDO');
  await page.getByLabel('اسم البرنامج').fill('برنامج يُتراجع عنه');
  await press(page, 'حفظ');
  const row = page.getByRole('row', { name: /برنامج يُتراجع عنه/ });
  await expect(row).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'تراجع' }).click();
  await expect(row).toHaveCount(0);
});
