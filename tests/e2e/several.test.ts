import { waitForScreen } from '../support/accessible';
import { expect, expectConsoleErrors, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, openFromMenu, pick } from '../support/journey';

test.use({ viewport: desktopViewport });

test('an admin deletes three students and restores them, then moves one with marks to another batch and back', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/batches', { batch_name: 'دفعة النقل 1448', program_id: 'QRN' });
  const number = '14450001';
  await signIn(page, 'admin');
  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  const rows = page.locator('tbody tr');
  await expect(rows.nth(3)).toBeVisible();
  await waitForScreen(page);
  const before = await rows.allInnerTexts();
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check();
  const bar = page.getByRole('status').filter({ hasText: 'المختار' });
  await expect(bar).toHaveText('المختار: 3 طلاب');
  await page.getByRole('button', { name: 'حذف المختار', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('هل أنت متأكد من حذف المختار (3 طلاب)؟');
  await expect(question).toContainText('سيشمل الحذف أيضاً:');
  await question.getByRole('button', { name: 'حذف', exact: true }).click();
  const deletedToast = toast(page, 'تم حذف 3 طلاب');
  await expect(deletedToast).toBeVisible();
  await expect(rows.first()).toContainText(before[3]?.match(/\d{8}/)?.[0] ?? 'no number');
  await expect(bar).toHaveCount(0);
  await deletedToast.getByRole('button', { name: 'تراجع' }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(rows).toHaveText(before, { useInnerText: true });

  await page.getByRole('searchbox').fill(number);
  await expect(rows).toHaveCount(1);
  await rows.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'نقل إلى دفعة' }).click();
  const dialog = page.getByRole('dialog', { name: 'نقل إلى دفعة' });
  await pick(page, /^الدفعة الجديدة/, 'دفعة النقل 1448');
  const [student] = await call<{ id: number; full_name: string }[]>(
    'GET',
    `/students?filter=${JSON.stringify({ q: number })}`,
  );
  const [enrolment] = await call<{ from: string }[]>('GET', `/students/${student?.id}/enrolments`);
  await dialog.getByLabel('تاريخ النقل').fill(dayAfter(enrolment?.from ?? ''));
  await dialog.getByRole('button', { name: 'نقل إلى دفعة' }).click();
  const warning = dialog.getByRole('alert');
  await expect(warning).toContainText('لهذا الطالب درجات أو تحضير أو سجلات في دفعته بعد هذا التاريخ');
  await expect(warning.getByRole('listitem')).toContainText(student?.full_name ?? '');
  await dialog.getByRole('button', { name: 'نقل مع ذلك' }).click();
  const movedToast = toast(page, 'نُقل الطالب إلى «دفعة النقل 1448»');
  await expect(rows).toContainText('دفعة النقل 1448');
  await movedToast.getByRole('button', { name: 'تراجع' }).click();
  await expect(rows).toContainText('دفعة القرآن الأولى 1445');
  // The browser logs the 409 that asks for a confirmation.
  expectConsoleErrors(consoleErrors, /409.*\/students\/move/);
});

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
