import type { Locator } from '@playwright/test';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { cell, edit, grid, isExpected, open as openSheet } from '../../support/gradeSheet';

test.afterEach(({ complaints }) => {
  expect(complaints.splice(0).filter((line) => !isExpected(line))).toEqual([]);
});

/**
 * Notes what a way through the screens cost, as an annotation of the test (`--reporter=json` has them): the time is that
 * of the machine, since nobody reads or thinks here, and nothing depends on it.
 */
function noteCost(name: string, since: number, { taps = 0, keys = 0 }): void {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  test.info().annotations.push({ type: name, description: `${taps} taps, ${keys} keys, ${seconds} s` });
}

/** Taps, and counts the taps. */
function thumb() {
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

test.describe('a teacher with 28 students and a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('takes a register with two absentees in five taps from opening the app', async ({ page }) => {
    await takeSession(page, 'teacher');
    await page.goto('/');
    const { tap, taps, note } = thumb();
    await tap(
      page
        .getByRole('region', { name: 'اليوم' })
        .getByRole('article')
        .getByRole('link', { name: /^تحضير / })
        .first(),
    );
    const students = page.getByRole('main').getByRole('switch');
    await tap(students.nth(1));
    await tap(students.nth(4));
    await tap(page.getByRole('button', { name: 'حفظ الغياب' }));
    await expect(page.getByText('حُضِّر، غائبان')).toBeVisible();
    note('register');
    expect(taps()).toBeLessThanOrEqual(5);
  });

  test('records ten students with at most four taps for each', async ({ page }) => {
    await takeSession(page, 'teacher');
    await page.goto('/');
    const { tap, taps, note } = thumb();
    const today = page.getByRole('region', { name: 'اليوم' });
    await tap(today.getByRole('link', { name: /^السجلات اليومية/ }).first());
    const students = page.getByRole('main').locator('[data-row]');
    await tap(students.first().getByRole('button', { expanded: false }));
    for (let place = 0; place < 10; place += 1) {
      const student = students.nth(place);
      await expect(student.getByRole('button', { expanded: true }).first()).toBeVisible();
      const carryOn = student.locator('[data-action="carryOn"]');
      if ((await carryOn.count()) > 0) await tap(carryOn);
      const level = student.getByRole('button', { name: 'مقبول', exact: true });
      if ((await level.getAttribute('aria-pressed')) === 'false') await tap(level);
      await tap(student.getByRole('button', { name: 'الطالب التالي' }));
    }
    await tap(page.getByRole('button', { name: 'حفظ السجلات' }));
    await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
    note('ten records');
    expect(taps()).toBeLessThanOrEqual(3 + 10 * 3);
  });

  test('enters a column of marks with two taps for each', async ({ page }) => {
    await takeSession(page, 'teacher');
    await page.goto('/absences?batch_id=1&subject_code=QRN101-1');
    await expect(page.getByRole('main').getByRole('switch').first()).toBeVisible();
    const { tap, taps, note } = thumb();
    await tap(page.getByRole('button', { name: 'فتح قائمة التنقل' }));
    await tap(page.getByRole('link', { name: 'الدرجات', exact: true }));
    await tap(page.getByRole('button', { name: 'تعديل الدرجات' }));
    for (let place = 1; place <= 28; place += 1) {
      await tap(page.getByRole('button', { name: 'الرقم 7', exact: true }));
      if (place < 28) await tap(page.getByRole('button', { name: 'الطالب التالي' }));
    }
    await tap(page.getByRole('button', { name: 'حفظ', exact: true }));
    await expect(toast(page, 'تم حفظ الدرجات')).toBeVisible();
    note('a column of marks');
    expect(taps()).toBeLessThanOrEqual(3 + 28 * 2);
  });
});

test('an examiner at a laptop pastes a column and types over it, without the pointer', async ({ page }) => {
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
  // Ctrl+V is two keys.
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
