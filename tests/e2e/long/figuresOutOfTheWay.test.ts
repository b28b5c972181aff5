import type { Page } from '@playwright/test';
import { waitForScreen } from '../../support/accessible';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';

/** Screens with a selection hide their stats; a phone may have the button that shows them in the menu «⋯». */
async function showFigures(page: Page) {
  const figures = page.getByRole('list', { name: 'الأرقام' });
  if (await figures.isVisible()) return;
  const unfold = page.getByRole('button', { name: 'إظهار الأرقام' });
  if (!(await unfold.isVisible())) await page.getByRole('button', { name: 'المزيد', exact: true }).click();
  await unfold.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

for (const [name, address, rows] of [
  [
    'marks',
    '/grades?batch_id=1&subject_code=QRN102-1',
    '[role="grid"] [role="rowheader"], ul[aria-label="درجات الطلاب"] > li',
  ],
  ['the register', '/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09', 'main [data-student]'],
  ['students', '/students', 'main tbody tr, main li[data-record]'],
] as const)
  test(`stats and filters of ${name} scroll out of view, and the focus stays`, async ({
    page,
    consoleErrors,
  }) => {
    await takeSession(page, 'admin');
    for (const size of [
      { width: 1366, height: 640 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(address);
      const row = page.locator(rows).nth(4);
      await expect(row).toBeVisible();
      await waitForScreen(page);
      await showFigures(page);
      const figures = page.getByRole('list', { name: 'الأرقام' });
      await expect(figures).toBeInViewport({ ratio: 1 });
      await figures.focus();
      await row.hover();
      await page.mouse.wheel(0, 400);
      // The rows end up below the top bar, which is 64 pixels high.
      await expect
        .poll(() => figures.evaluate((strip) => strip.getBoundingClientRect().bottom))
        .toBeLessThanOrEqual(64);
      await expect(figures).toBeFocused();
    }
    expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
  });
