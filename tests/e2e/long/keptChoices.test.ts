import type { Page } from '@playwright/test';
import { waitForScreen } from '../../support/accessible';
import { expect, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const enter = async (page: Page, username: string, password: string) => {
  await page.getByLabel('اسم المستخدم').fill(username);
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'التنقل الرئيس' })).toBeVisible();
};

const leave = async (page: Page) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^حساب / })
    .click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
};

/** State of the list of students: columns, page size, and whether the menu is folded. */
async function readDisplaySettings(page: Page) {
  const columns = page.getByRole('columnheader');
  await expect(columns.first()).toBeVisible();
  await waitForScreen(page);
  return {
    hasPhone: (await columns.filter({ hasText: 'الجوال' }).count()) > 0,
    rows: await page.getByRole('main').locator('tbody tr').count(),
    isMenuFolded: await page.getByRole('button', { name: 'توسيع قائمة التنقل' }).isVisible(),
  };
}

const openFromMenu = (page: Page) =>
  page
    .getByRole('navigation', { name: 'التنقل الرئيس' })
    .getByRole('link', { name: 'الطلاب', exact: true })
    .click();

const defaults = { hasPhone: true, rows: 25, isMenuFolded: false };
const chosen = { hasPhone: false, rows: 50, isMenuFolded: true };

test('columns, page size and folded menu survive a reload, a filtered link and a sign-out, and belong to one user', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/auth/step-up', { password: 'rasd-demo' });
  const other = { username: 'second-admin', password: 'نخلة-وسبع-سنابل' };
  await call('POST', '/users', { ...other, name: 'عبدالرحمن بن سليمان', role: 'admin' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await takeSession(page, 'admin');
  await page.goto('/students');
  expect(await readDisplaySettings(page)).toEqual(defaults);

  await page.getByRole('button', { name: 'الأعمدة' }).click();
  await page.getByRole('switch', { name: 'الجوال' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: /الصفوف في الصفحة/ }).click();
  await page.getByRole('option', { name: '50' }).click();
  await page.getByRole('button', { name: 'طي قائمة التنقل' }).click();
  await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(50);
  expect(await readDisplaySettings(page)).toEqual(chosen);

  // Opens the list without parameters in the address.
  await page.goto('/students');
  expect(await readDisplaySettings(page)).toEqual(chosen);
  // Opens a filtered link, and then the list by the menu.
  await page.goto('/students?filter={"gender":"ذكر"}');
  expect(await readDisplaySettings(page)).toEqual(chosen);
  await openFromMenu(page);
  expect(await readDisplaySettings(page)).toEqual(chosen);

  await leave(page);
  await enter(page, other.username, other.password);
  await openFromMenu(page);
  expect(await readDisplaySettings(page)).toEqual(defaults);
  await leave(page);
  await enter(page, 'admin', 'rasd-demo');
  await openFromMenu(page);
  expect(await readDisplaySettings(page)).toEqual(chosen);
});
