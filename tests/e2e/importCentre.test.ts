import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, heading, openFromMenu } from '../support/journey';

test.use({ viewport: desktopViewport });

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
const stats = async (dialog: Locator) => (await dialog.locator('dl dd.figure').allTextContents()).map(Number);

test('an admin imports a file with mistakes, answers who a row is, merges two records, and undoes the import', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openFromMenu(page, 'مركز الاستيراد');
  await page.getByRole('radio', { name: /^الطلاب/ }).click();
  const dialog = page.getByRole('dialog');
  // Other files are refused.
  await page.getByTestId('file').setInputFiles('tests/data/import/not-a-csv.txt');
  await expect(dialog.getByText('يجب أن يكون الملف بصيغة CSV')).toBeVisible();
  const rows = [
    'عمر,فاطمة,الأنس,2000000001,0500000901',
    'سعد,مريم,الراشد,12,',
    'بدر,سارة,الجهني,2000000003,',
    ',هند,الجهني,2000000004,',
  ];
  await dialog.getByTestId('file').setInputFiles({
    name: 'students.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['الاسم الأول,اسم الأم,اسم العائلة,رقم الهوية,الجوال', ...rows].join('\n')),
  });
  // The mother becomes the guardian of the student.
  await expect(dialog.getByText('طوبق 5 من 5')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'الحقل المقابل للعمود اسم الأم' })).toHaveText('اسم الأم');
  await button(dialog, 'التالي').click();
  await expect.poll(() => stats(dialog)).toEqual([2, 0, 0, 2]);
  await button(dialog, 'تصحيح السطر 3').click();
  await dialog.getByLabel('رقم الهوية').fill('2000000002');
  await button(dialog, 'تحقق').click();
  await expect(dialog.getByText('صُحّح')).toBeVisible();
  await dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  await dialog.getByRole('checkbox', { name: 'أعلم ذلك' }).check();
  await button(dialog, 'استيراد 3 صفوف').click();
  await expect(dialog.getByText('عولج 4 من 4')).toBeVisible();
  expect(await stats(dialog)).toEqual([3, 0, 1]);
  const call = await newApiCaller(page, 'admin');
  const stored = await call<{ national_id: string }[]>('GET', '/students?filter={"q":"2000000001"}');
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain('فاطمة');
  const file = page.waitForEvent('download');
  await button(dialog, 'تنزيل الصفوف المرفوضة').click();
  expect(readFileSync(await (await file).path(), 'utf8')).toMatch(/^\uFEFF.*سبب الرفض/);

  await button(dialog, 'إغلاق').last().click();
  // The second file has the national id and the phone of the first student under another name.
  await page.getByTestId('file').setInputFiles({
    name: 'others.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('الاسم الأول,اسم العائلة,رقم الهوية,الجوال\nعمر,المصعب,2000000001,0500000901'),
  });
  await button(dialog, 'التالي').click();
  await expect(dialog.getByRole('heading', { name: 'صف واحد يحتاج إلى قرارك: مَن صاحبه؟' })).toBeVisible();
  await expect(button(dialog, /^استيراد/)).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'القرار في عمر المصعب، السطر 2' }).click();
  await page.getByRole('option', { name: 'شخص آخر، برقم جديد' }).click();
  await dialog.getByRole('checkbox', { name: 'أعلم ذلك' }).check();
  await button(dialog, 'استيراد صف واحد').click();
  await expect(dialog.getByText('اكتمل الاستيراد.')).toBeVisible();
  await button(dialog, 'إغلاق').last().click();

  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  await page.getByRole('link', { name: 'المكررات' }).click();
  await page.getByRole('link', { name: /^مقارنة «عمر .*ودمجهما$/ }).click();
  await expect(heading(page, 'دمج سجلين لشخص واحد')).toBeVisible();
  await button(page, 'دمج السجلين').click();
  await toast(page, 'دُمج').getByRole('button', { name: 'تراجع' }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();

  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  await page.getByRole('searchbox').fill('عمر المصعب');
  const row = page.getByRole('row').filter({ hasText: 'عمر المصعب' });
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  const list = page.getByRole('dialog', { name: 'التراجع' });
  await expect(list.getByRole('listitem').first()).toContainText('استيراد');
  await list.getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
  await expect(toast(page, 'تم التراجع')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await expect(row).toHaveCount(0);
});
