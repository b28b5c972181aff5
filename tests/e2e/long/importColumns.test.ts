import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

// The server starts with an empty institute.
test.use({ serverEnvironment: { ADMIN_PASSWORD: 'rasd-demo' } });

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });

async function chosen(page: Page, type: string, name: string, text: string): Promise<Locator> {
  await page.goto(`/import?type=${type}`);
  await page.getByTestId('file').setInputFiles(file(name, text));
  return page.getByRole('dialog');
}

test('the name of a mother is never stored, and the import asks about fields without a column first', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const dialog = await chosen(
    page,
    'students',
    'families.csv',
    'الاسم الأول,اسم الأم,جوال ولي الأمر,اسم العائلة,رقم الهوية\nعمر,فاطمة,0551112223,الأنس,1000000001\n',
  );
  await expect(dialog.getByText('طوبق 3 من 5')).toBeVisible();
  for (const header of ['اسم الأم', 'جوال ولي الأمر'])
    await expect(dialog.getByRole('combobox', { name: `الحقل المقابل للعمود ${header}` })).toHaveText(
      'لا يُستورد',
    );
  await button(dialog, 'التالي').click();
  await expect(dialog.getByText('لا يوجد عمود لـ«اسم الأب»؛ يبقى الحقل فارغاً')).toBeVisible();
  await expect(dialog.getByText('لا يوجد عمود لـ«الدفعة»؛ يبقى الحقل فارغاً')).toBeVisible();
  await expect(
    dialog.getByText('لا يوجد عمود لـ«الجنس»؛ يأخذ في السجلات الجديدة القيمة الافتراضية «ذكر»'),
  ).toBeVisible();
  await expect(button(dialog, 'استيراد صف واحد')).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'أعلم ذلك' }).check();
  await button(dialog, 'استيراد صف واحد').click();
  await expect(dialog.getByText('عولج 1 من 1')).toBeVisible();

  const call = await newApiCaller(page, 'admin');
  const [student] = await call<Record<string, unknown>[]>('GET', '/students');
  expect(student).toMatchObject({ first_name: 'عمر', last_name: 'الأنس', gender: 'ذكر' });
  expect(JSON.stringify(student)).not.toMatch(/فاطمة|0551112223/);

  // Existing records keep their values, so there is no question.
  const again = await chosen(
    page,
    'students',
    'phones.csv',
    'رقم الهوية,الاسم الأول,اسم العائلة,الجوال\n1000000001,عمر,الأنس,0500000001\n',
  );
  await button(again, 'التالي').click();
  await expect(again.getByText('تجري المقارنة بالمسجّل')).toBeHidden();
  await expect(button(again, 'استيراد صف واحد')).toBeEnabled();
  await expect(again.getByText('حقول لا عمود لها في الملف')).toBeHidden();
});

test('a header below the titles of a file is found, can be chosen, and line numbers are those of the file', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const dialog = await chosen(
    page,
    'programs',
    'titles.csv',
    'معهد النور,,\n,,\nكشف البرامج للعام 1447,,\nاسم البرنامج,عدد المستويات,نبذة\nالتجويد,4,أحكام\nالقراءات,أربعة,\n',
  );
  const header = dialog.getByRole('combobox', { name: 'سطر العناوين' });
  await expect(header).toContainText('السطر 4: اسم البرنامج');
  await expect(dialog.getByText('ما فوق هذا السطر لا يُستورد.')).toBeVisible();
  await expect(dialog.getByText('طوبق 3 من 3')).toBeVisible();
  await header.click();
  await page.getByRole('option', { name: /^السطر 3/ }).click();
  await expect(dialog.getByText('لم يُطابق أي عمود')).toBeVisible();
  await header.click();
  await page.getByRole('option', { name: /^السطر 4/ }).click();
  await expect(dialog.getByText('طوبق 3 من 3')).toBeVisible();
  await button(dialog, 'التالي').click();
  await expect(dialog.getByText('أول صف مرفوض في السطر 6')).toBeVisible();
  await dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  await button(dialog, 'استيراد صف واحد').click();
  await expect(dialog.getByText('عولج 2 من 2')).toBeVisible();
  const call = await newApiCaller(page, 'admin');
  expect(await call('GET', '/programs')).toMatchObject([
    { program_name: 'التجويد', levels: 4, description: 'أحكام' },
  ]);
});

test('a web page with the extension .csv is recognised and refused', async ({ page }) => {
  await takeSession(page, 'admin');
  const html =
    '<!DOCTYPE html>\n<html><body><table><tr><td>الاسم الأول,رقم الهوية</td></tr></table></body></html>';
  const dialog = await chosen(page, 'students', 'students.csv', html);
  await expect(dialog.getByText('هذا الملف صفحة ويب وليس جدولاً')).toBeVisible();
  await expect(button(dialog, 'التالي')).toBeHidden();
  await dialog.getByTestId('file').setInputFiles(file('students.csv', '%PDF-1.7\n'));
  await expect(dialog.getByText('هذا ملف PDF وليس جدولاً')).toBeVisible();
  // A workbook with the extension .csv is read as a workbook.
  await dialog.getByTestId('file').setInputFiles({
    name: 'students.csv',
    mimeType: 'text/csv',
    buffer: readFileSync('tests/data/import/workbook.xlsx'),
  });
  await expect(dialog.getByRole('combobox', { name: 'الورقة' })).toHaveText('طلاب');
});
