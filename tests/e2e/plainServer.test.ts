import { expect, expectConsoleErrors, signIn, test, toast } from '../support/browserTest';
import { goBack, desktopViewport, heading, openFromMenu, pick, save } from '../support/journey';

test.use({ viewport: desktopViewport, serverEnvironment: { PLAIN_API: '1' } });

test('an admin edits, imports, deletes and has settings on a server with only the endpoints of the specification', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, 'admin');
  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  await page.getByRole('searchbox').fill('14450001');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.locator('tbody tr').getByText('14450001').click();
  await expect(page.getByRole('region', { name: 'البيانات' })).toContainText('14450001');
  await expect(page.getByRole('region', { name: 'القيد' })).toHaveCount(0);
  await page.getByRole('link', { name: 'تعديل البيانات' }).click();
  await expect(page.getByLabel('الاسم الأول')).not.toHaveValue('');
  await page.getByLabel('اسم الأب').fill('سلمان');
  await save(page);
  await expect(toast(page, 'تم تحديث بيانات الطالب بنجاح')).toBeVisible();

  await openFromMenu(page, 'البرامج', 'إدارة البرامج');
  await expect(page.getByRole('button', { name: 'استيراد', exact: true })).toBeEnabled();
  await page.locator('input[type=file]').setInputFiles('tests/data/import/programs.csv');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await dialog.getByRole('button', { name: 'استيراد 5 صفوف' }).click();
  await expect(dialog.getByText('عولج 5 من 5')).toBeVisible();
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();
  await expect(dialog).toBeHidden();
  await goBack(page);
  await expect(page.getByRole('cell', { name: 'برنامج التجويد والقراءات', exact: true })).toBeVisible();

  await openFromMenu(page, 'الدفعات', 'إدارة الدفعات');
  await page.getByRole('link', { name: 'إضافة دفعة' }).click();
  await expect(heading(page, 'إضافة دفعة جديدة')).toBeVisible();
  await pick(page, 'البرنامج', 'برنامج حفظ القرآن الكريم');
  await page.getByLabel('اسم الدفعة').fill('دفعة المواصفة');
  await page.getByLabel('رقم الدفعة').fill('9');
  await save(page);
  const row = page.getByRole('row', { name: /دفعة المواصفة/ });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^حذف/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/كل السجلات المرتبطة/).first()).toBeVisible();
  await question.getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(toast(page, 'تم حذف الدفعة بنجاح')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('banner').getByRole('link', { name: 'الإعدادات' }).click();
  await expect(page.getByText('ما يخصك: المظهر والأرقام وكلمة المرور.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'اسم المعهد' })).toHaveCount(0);
  await expect(page.getByText('جلساتي المفتوحة')).toHaveCount(0);
  // The browser logs each 404 response of this server.
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
