import type { Locator, Page } from '@playwright/test';

/** The chip of a teaching screen that shows the chosen subject. */
export const chooserChip = (page: Page): Locator => page.getByRole('button', { name: /^المختار الآن/ });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'اختيار المادة أو الحلقة' });

export async function openChooser(page: Page): Promise<Locator> {
  await chooserChip(page).click();
  await dialog(page).waitFor();
  return dialog(page);
}

/** Opens the chooser with separate lists of programme, batch, subject and circle. */
export async function openSteps(page: Page): Promise<Locator> {
  const chooser = await openChooser(page);
  await chooser.getByRole('button', { name: 'اختيار بالتدريج' }).click();
  return chooser;
}

export async function closeChooser(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'إغلاق' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** Chooses a circle of the subject, or the whole subject. */
export async function chooseCircle(page: Page, name: string): Promise<void> {
  const chooser = await openSteps(page);
  await chooser.getByRole('combobox', { name: /^الحلقة/ }).click();
  await page.getByRole('option', { name, exact: true }).last().click();
  await closeChooser(page);
}
