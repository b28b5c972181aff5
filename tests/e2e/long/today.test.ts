import type { Page } from '@playwright/test';
import { expect, takeSession, test, toast } from '../../support/browserTest';

test.use({ viewport: { width: 390, height: 844 } });

const work = (page: Page) => page.getByRole('region', { name: 'اليوم' });

/** Counts taps. */
const newTapCounter = () => {
  let count = 0;
  return {
    count: () => count,
    tap: async (target: ReturnType<Page['getByRole']>) => {
      count += 1;
      await target.click();
    },
  };
};

test('the register is one tap from the start of the app, and the first record at most three, with all choices made', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  await page.goto('/');
  const register = newTapCounter();
  await register.tap(
    work(page)
      .getByRole('link', { name: /^التحضير/ })
      .first(),
  );
  await expect(page).toHaveURL(/\/absences\?program_id=.*&batch_id=\d+&subject_code=/);
  await expect(page.getByRole('button', { name: /حفظ/ }).first()).toBeVisible();
  expect(register.count()).toBeLessThanOrEqual(2);

  await page.goto('/');
  const records = newTapCounter();
  await records.tap(
    work(page)
      .getByRole('link', { name: /^السجلات اليومية/ })
      .first(),
  );
  await expect(page).toHaveURL(/\/daily-records\?program_id=.*&subject_code=/);
  await records.tap(page.getByRole('button', { expanded: false }).filter({ hasText: /^1\./ }));
  const first = page.getByLabel('محتوى السجل').first();
  await records.tap(first);
  await expect(first).toBeFocused();
  expect(records.count()).toBeLessThanOrEqual(3);
});

test('an overdue register leads to its day, and a saved register is shown as done', async ({ page }) => {
  await takeSession(page, 'teacher');
  await page.goto('/');
  const card = work(page).getByRole('article').first();
  await expect(card.getByRole('link', { name: /^التحضير/ })).toContainText(/لم يُحضَّر بعد|حُضِّر/);
  const overdue = work(page)
    .getByRole('article')
    .getByRole('link', { name: /^تحضير / });
  const [name, address] = [
    await overdue.first().getAttribute('aria-label'),
    await overdue.first().getAttribute('href'),
  ];
  await overdue.first().click();
  await expect(page).toHaveURL(/\/absences\?.*date=\d{4}-\d{2}-\d{2}/);
  await page.getByRole('button', { name: 'حفظ', exact: false }).first().click();
  await expect(toast(page, 'تم حفظ التحضير: لا غياب')).toBeVisible();
  await page.goto('/');
  // Other days of the same card stay overdue; only this day is done.
  await expect(overdue.first()).toBeVisible();
  await expect(work(page).locator(`a[href="${address}"]`), name ?? '').toHaveCount(0);
});
