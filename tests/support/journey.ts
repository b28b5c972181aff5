import type { Locator, Page } from '@playwright/test';
import { expect } from './browserTest';

export const desktopViewport = { width: 1280, height: 800 };
export const phoneViewport = { width: 390, height: 844 };

/** A button opens the menu on a phone. */
export const menu = (page: Page) => page.getByRole('navigation', { name: 'التنقل الرئيس' });

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

export const card = (page: Page, text: string | RegExp) =>
  page.locator('[data-record]').filter({ hasText: text });

/**
 * @param entry a pattern, if the entry has a count
 * @param title heading of the screen, if it differs from the entry
 */
export async function openFromMenu(
  page: Page,
  entry: string | RegExp,
  title: string | RegExp = entry,
): Promise<void> {
  const isOnPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (isOnPhone) await page.getByRole('button', { name: 'فتح قائمة التنقل' }).click();
  await menu(page).getByRole('link', { name: entry, exact: true }).click();
  await expect(heading(page, title)).toBeVisible();
  if (isOnPhone) await expect(menu(page)).toBeHidden();
}

export async function submitSignIn(page: Page, username: string, password = 'rasd-demo'): Promise<void> {
  await page.getByLabel('اسم المستخدم').fill(username);
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^حساب / }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
}

export const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();

export async function undoLast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  await page.getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
}

/** Searches in a picker and chooses the only result. A click during the search may miss, because options move. */
export async function pickFound(page: Page, picker: Locator, typed: string): Promise<void> {
  await picker.fill(typed);
  const option = page.getByRole('option');
  await expect(option).toHaveCount(1);
  await expect(option).toContainText(typed);
  await option.click();
}

export const pick = (page: Page, field: string | RegExp, option: string) =>
  pickFound(page, page.getByRole('combobox', { name: field }), option);

/** Opens the settings of a visible report, which are folded into one line. */
export const openReportSettings = (page: Page) =>
  page.getByRole('button', { name: /^إعدادات التقرير: /, expanded: false }).click();

/** Back to the page before. A dialog that has just closed removes its own history entry first. */
export async function goBack(page: Page): Promise<void> {
  await page.waitForFunction(() => !('rasdOverlay' in ((history.state ?? {}) as object)));
  await page.goBack();
}
