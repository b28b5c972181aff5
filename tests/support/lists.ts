import type { Locator, Page } from '@playwright/test';

/** Opens the filters that a list has no room for in its line. */
export const openFilters = (page: Page) =>
  page
    .getByRole('button', { name: /^التصفية/ })
    .first()
    .click();

/** Opens what can be done behind «⋯»: with the record of a row, or of the first one; with the whole list, on a phone. */
export const openMore = (within: Page | Locator, ofList = false) =>
  within
    .getByRole('button', ofList ? { name: 'المزيد', exact: true } : { name: /^المزيد: / })
    .first()
    .click();
