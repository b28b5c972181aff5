import type { Locator } from '@playwright/test';
import { expect, signIn, test, toast } from '../support/browserTest';
import { openFromMenu, phone } from '../support/journey';

test.use({ viewport: phone });

test('teacher takes the register of the day in five taps, and records students with at most three taps for each', async ({
  page,
}) => {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await signIn(page, 'teacher');
  const work = page.getByRole('region', { name: 'اليوم' });
  const overdue = work
    .getByRole('article')
    .getByRole('link', { name: /^تحضير / })
    .first();
  const address = await overdue.getAttribute('href');
  await tap(overdue);
  await expect(page).toHaveURL(/\/absences\?.*date=\d{4}-\d{2}-\d{2}/);
  const students = page.getByRole('main').getByRole('switch');
  await tap(students.nth(1));
  await tap(students.nth(4));
  await expect(page.getByText('الغائبون: 2')).toBeVisible();
  await tap(page.getByRole('button', { name: 'غياب بعذر' }).first());
  await tap(page.getByRole('button', { name: 'حفظ الغياب' }));
  await expect(page.getByText('حُضِّر، غائبان')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(5);

  await openFromMenu(page, 'لوحة التحكم');
  taps = 0;
  const toRecords = work.getByRole('link', { name: /^السجلات اليومية/ }).first();
  await expect(toRecords).toBeVisible();
  await expect(work.locator(`a[href="${address}"]`), 'the day of the register is done').toHaveCount(0);
  await tap(toRecords);
  await expect(page).toHaveURL(/\/daily-records\?program_id=.*&subject_code=/);
  const rows = page.getByRole('main').locator('[data-row]');
  await tap(rows.first().getByRole('button', { expanded: false }));
  const size = 4;
  for (let index = 0; index < size; index += 1) {
    const row = rows.nth(index);
    await expect(row.getByRole('button', { expanded: true }).first()).toBeVisible();
    const carryOn = row.locator('[data-action="carryOn"]');
    if ((await carryOn.count()) > 0) await tap(carryOn);
    const level = row.getByRole('button', { name: 'مقبول', exact: true });
    if ((await level.getAttribute('aria-pressed')) === 'false') await tap(level);
    await tap(row.getByRole('button', { name: 'الطالب التالي' }));
  }
  await tap(page.getByRole('button', { name: 'حفظ السجلات' }));
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(3 + size * 3);
});
