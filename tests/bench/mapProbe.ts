import type { Page } from '@playwright/test';

const lastCell = '#hifz-page-604';

/** Opens the record of a student, and waits until the map of what he has memorised is there. */
export async function openMap(page: Page, studentRowId: number): Promise<void> {
  await page.goto(`/students/${studentRowId}/show`);
  await page.locator(lastCell).waitFor();
  await page.waitForLoadState('networkidle');
}

/**
 * Shows the table instead of the map, then the map again.
 * @returns milliseconds until its 604 cells are painted, and what `busy` said before
 */
export async function drawMap(
  page: Page,
  busy: () => Promise<number>,
): Promise<{ before: number; milliseconds: number }> {
  await page.getByRole('button', { name: 'جدول', exact: true }).click();
  await page.locator(lastCell).waitFor({ state: 'detached' });
  const before = await busy();
  const milliseconds = await page.getByRole('button', { name: 'خريطة', exact: true }).evaluate(
    (button, selector) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const look = () => {
          if (!document.querySelector(selector)) return void requestAnimationFrame(look);
          return void requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        (button as HTMLElement).click();
        look();
      }),
    lastCell,
  );
  return { before, milliseconds };
}
