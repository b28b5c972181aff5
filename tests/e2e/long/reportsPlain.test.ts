import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';

test.use({ serverEnvironment: { PLAIN_API: '1' } });

test('reports are shown and printed by the print dialog on a server with only the endpoints of the specification', async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    const printedTexts: string[] = [];
    window.print = () => {
      printedTexts.push(document.querySelector('[data-paper-header]')?.parentElement?.textContent ?? '');
      document.body.setAttribute('data-printed', String(printedTexts.length));
      document.body.setAttribute('data-issues', String(document.querySelectorAll('[data-issue]').length));
    };
  });
  const expectPrintCount = (times: number) =>
    expect(page.locator('body')).toHaveAttribute('data-printed', String(times));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await takeSession(page, 'admin');
  await page.goto('/reports?type=transcript&batch_id=1&student_id=14450001&shown=1');
  const report = page.getByRole('region', { name: 'كشف درجات الطالب', exact: true });
  await expect(report.getByRole('row', { name: /^التجويد/ })).toBeVisible();
  await button('تصدير PDF').click();
  await expect(toast(page, 'اختر «حفظ بصيغة PDF» في نافذة الطباعة')).toBeVisible();
  await expectPrintCount(1);
  // This server issues no paper numbers, so the paper shows none.
  await expect(page.locator('body')).toHaveAttribute('data-issues', '0');
  await button('كشوف الدفعة').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'إعداد الكشوف' }).click();
  await expect(dialog.getByText('لا يُعِدّ هذا الخادم كشوف دفعة كاملة.')).toBeVisible();
  await page.keyboard.press('Escape');

  await takeSession(page, 'student');
  await page.goto('/reports');
  await button('تنزيل التقرير').click();
  await expect(toast(page, 'اختر «حفظ بصيغة PDF» في نافذة الطباعة')).toBeVisible();
  await expectPrintCount(1);
  // The browser logs each 404 response of this server.
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
