import { expect, expectConsoleErrors, signIn, test, toast } from '../support/browserTest';
import { cell, edit, save } from '../support/gradeSheet';
import { desktopViewport, menu, openFromMenu } from '../support/journey';
import { chooserChip } from '../support/teachingChooser';

test.use({ viewport: desktopViewport, serverEnvironment: { PLAIN_API: '1' } });

test('a teacher records a day, saves marks and prints a report on a server with only the endpoints of the specification', async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.setAttribute('data-issues', String(document.querySelectorAll('[data-issue]').length));
    };
  });
  await signIn(page, 'teacher2');
  await expect(menu(page).getByRole('link', { name: 'حلقة التسميع' })).toHaveCount(0);
  await page.goto('/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2');
  const row = page.locator('[data-row]').first();
  const content = row.locator('[data-cell="recordContent"]');
  await content.fill('البقرة 6-16');
  await expect(row.getByRole('button', { name: /^المتابعة/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'حفظ السجلات' }).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
  await page.reload();
  await expect(content).toHaveValue('البقرة 6-16');

  await openFromMenu(page, 'الدرجات', /الدرجات/);
  // A subject of daily records has no marks; programme and batch stay chosen.
  await page.getByRole('combobox', { name: 'المادة' }).click();
  await page.getByRole('option').nth(1).click();
  await expect(cell(page, 1, 0)).toBeVisible();
  await edit(page);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  const request = page.waitForRequest((sent) => sent.url().endsWith('/grades/save'));
  await save(page);
  const { grades } = (await request).postDataJSON() as { grades: object[] };
  expect(grades).toEqual([{ studentId: expect.any(String), participationGrade: 4 }]);

  await openFromMenu(page, 'التقارير', 'التقارير الأكاديمية');
  // The reports start with the subject of the other screens.
  await expect(chooserChip(page)).toBeVisible();
  const type = page.getByRole('radio', { name: /^كشف درجات المادة/ });
  await type.click();
  await expect(type).toBeChecked();
  await page.getByRole('button', { name: 'توليد التقرير' }).click();
  await expect(page.getByRole('region', { name: 'كشف درجات المادة', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'تصدير PDF', exact: true }).click();
  await expect(toast(page, 'اختر «حفظ بصيغة PDF» في نافذة الطباعة')).toBeVisible();
  // This server issues no paper numbers, so the paper shows none.
  await expect(page.locator('body')).toHaveAttribute('data-issues', '0');
  // The browser logs each 404 response of this server.
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
