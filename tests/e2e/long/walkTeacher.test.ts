import type { Locator } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { cell, edit, grid, noSettings, open as openSheet } from '../../support/gradeSheet';

test.afterEach(({ consoleErrors }) => {
  expectConsoleErrors(consoleErrors, noSettings);
});

/**
 * Records taps, keys and time of a path through the screens as an annotation of the test (see
 * `--reporter=json`). No test depends on the time, which has no pauses for reading.
 */
function noteCost(name: string, since: number, { taps = 0, keys = 0 }): void {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  test.info().annotations.push({ type: name, description: `${taps} taps, ${keys} keys, ${seconds} s` });
}

/** Counts taps. */
function newTapCounter() {
  let taps = 0;
  const since = performance.now();
  return {
    taps: () => taps,
    note: (name: string) => noteCost(name, since, { taps }),
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
  };
}

test.describe('a teacher enters marks of 28 students on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a column of marks out of 10 needs one tap for each mark', async ({ page }) => {
    await takeSession(page, 'teacher');
    await page.goto('/absences?batch_id=1&subject_code=QRN101-1');
    await expect(page.getByRole('button', { name: /: حاضر$/ }).first()).toBeVisible();
    const { tap, taps, note } = newTapCounter();
    await tap(page.getByRole('button', { name: 'فتح قائمة التنقل' }));
    await tap(page.getByRole('link', { name: 'الدرجات', exact: true }));
    await tap(page.getByRole('button', { name: 'تعديل الدرجات' }));
    for (let index = 1; index <= 28; index += 1) {
      await expect(page.getByText(`الطالب ${index} من 28`)).toBeVisible();
      await tap(page.getByRole('button', { name: 'الرقم 7', exact: true }));
    }
    await tap(page.getByRole('button', { name: 'حفظ', exact: true }));
    await expect(toast(page, 'تم حفظ الدرجات')).toBeVisible();
    note('a column of marks');
    expect(taps()).toBeLessThanOrEqual(3 + 28 + 1);
  });
});

test('a column of marks is pasted and changed on a laptop by keyboard only', async ({ page }) => {
  await openSheet(page);
  await edit(page);
  const students = Number(await grid(page).getAttribute('aria-rowcount')) - 1;
  const column = Array.from({ length: students }, () => '5').join('\n');
  const pasting = performance.now();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, column);
  await expect(cell(page, 1, 0)).toHaveText('5');
  await expect(cell(page, 8, 0)).toHaveText('5');
  // Ctrl+V counts as two keys.
  noteCost('a column of marks pasted', pasting, { keys: 2 });

  let keys = 0;
  const since = performance.now();
  for (let row = 1; row <= students; row += 1) {
    await page.keyboard.press('6');
    await page.keyboard.press('Enter');
    keys += 2;
  }
  await page.keyboard.press('Control+s');
  keys += 1;
  await expect(page.getByRole('button', { name: 'تعديل الدرجات' })).toBeEnabled();
  await expect(cell(page, students, 0)).toHaveText('6');
  noteCost('a column of marks by keyboard', since, { keys });
  expect(keys).toBeLessThanOrEqual(1 + 28 * 2);
});
