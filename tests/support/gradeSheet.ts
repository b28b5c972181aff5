import type { Page } from '@playwright/test';
import { expect, takeSession, toast } from './browserTest';

/** A subject without grade settings answers 404 as specified, and the browser logs the 404. */
export const noSettings = /404.*subject-grade-settings/;

export const grid = (page: Page) => page.getByRole('grid');
export const saveButton = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true });

/** @param row from 1 @param mark column of the settings, from 0 */
export const cell = (page: Page, row: number, mark: number) =>
  grid(page).locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${mark + 4}"]`);

export const sheetAddress = '/grades?batch_id=1&subject_code=QRN102-1';

export async function open(page: Page, user = 'admin'): Promise<void> {
  await takeSession(page, user);
  await page.goto(sheetAddress);
  await expect(cell(page, 1, 0)).toBeVisible();
}

export async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
  await expect(cell(page, 1, 0)).toBeFocused();
}

export async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(toast(page, 'تم حفظ الدرجات')).toBeVisible();
  await expect(page.getByRole('button', { name: 'تعديل الدرجات' })).toBeEnabled();
}
