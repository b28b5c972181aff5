import { expect, takeSession, test } from '../../support/browserTest';
import { openFilters } from '../../support/lists';

test('the day of a register is picked in the Hijri calendar by keyboard, and weekend days are marked', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  await page.goto('/absences?date=2026-01-05');
  const day = page.getByRole('textbox', { name: 'التاريخ' });
  await expect(day).toHaveValue('16 رجب 1447 هـ');
  await expect(page.getByText('الاثنين 5 يناير 2026 م')).toBeVisible();

  await day.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'اختيار التاريخ: التاريخ' });
  await expect(calendar.getByRole('grid', { name: 'رجب 1447 هـ' })).toBeVisible();
  // The calendar runs from right to left: the next day is on the left.
  const [today, tomorrow] = [
    calendar.getByRole('button', { name: /^الاثنين 16 / }),
    calendar.getByRole('button', { name: /^الثلاثاء 17 / }),
  ];
  await expect(today).toBeFocused();
  expect((await tomorrow.boundingBox())?.x).toBeLessThan((await today.boundingBox())?.x ?? 0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toHaveCount(0);
  await expect(day).toHaveValue('20 رجب 1447 هـ');
  await expect(page.getByText('الجمعة 9 يناير 2026 م · يوم إجازة')).toBeVisible();
  await expect(page).toHaveURL(/date=2026-01-09/);
  await day.fill('١٩/٧/١٤٤٧');
  await expect(page).toHaveURL(/date=2026-01-08/);
});

test('no screen uses a date field of the browser', async ({ page }) => {
  await takeSession(page, 'admin');
  const screens = [
    '/absences',
    '/daily-records',
    '/settings/calendar',
    '/audit',
    '/archive',
    '/batches/1',
    '/reports?type=daily-range',
  ];
  for (const screen of screens) {
    await page.goto(screen);
    if (screen === '/audit') await openFilters(page);
    await expect(page.getByRole('button', { name: 'فتح التقويم' }).first()).toBeVisible();
    await expect(page.locator('input[type="date"], input[type="datetime-local"]')).toHaveCount(0);
  }
});
