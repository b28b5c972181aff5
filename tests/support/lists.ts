import type { Locator, Page } from '@playwright/test';

export const openFilters = (page: Page) =>
  page
    .getByRole('button', { name: /^التصفية/ })
    .first()
    .click();

/** Opens the menu «⋯» of the first row, or of the page on a phone. */
export const openMore = (within: Page | Locator, ofList = false) =>
  within
    .getByRole('button', ofList ? { name: 'المزيد', exact: true } : { name: /^المزيد: / })
    .first()
    .click();

/** Chooses an action of the row on a phone. */
export async function chooseFromRow(row: Locator, action: RegExp): Promise<void> {
  await openMore(row);
  await row.page().getByRole('menuitem', { name: action }).click();
}
