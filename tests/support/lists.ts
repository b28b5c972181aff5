import type { Locator, Page } from '@playwright/test';

export const openFilters = (page: Page) =>
  page
    .getByRole('button', { name: /^التصفية/ })
    .first()
    .click();

/** Opens the menu «⋯» of the first row, or of the whole list on a phone. */
export const openMore = (within: Page | Locator, ofList = false) =>
  within
    .getByRole('button', ofList ? { name: 'المزيد', exact: true } : { name: /^المزيد: / })
    .first()
    .click();
