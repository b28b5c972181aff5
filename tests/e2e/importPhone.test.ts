import { expect, signIn, test } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { goBack, card, openFromMenu, phoneViewport } from '../support/journey';
import { openMore } from '../support/lists';

test.use({ viewport: phoneViewport });

const csv = (text: string) => ({ name: 'batches.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
/** Two batches: the first has dates with the day first, the second has an impossible day. */
const rows = (name: string) =>
  `اسم الدفعة,البرنامج,تاريخ البداية,تاريخ النهاية,الحالة\n${name},برنامج حفظ القرآن الكريم,05/06/2026,٢٣-٨-٢٠٢٦,نشطة\nخطأ ${name},برنامج حفظ القرآن الكريم,31/02/2026,23.8.2026,نشطة\n`;

test('an admin on a phone imports batches from the import centre and from the list', async ({ page }) => {
  await signIn(page, 'admin');
  await openFromMenu(page, 'مركز الاستيراد');
  await page.getByRole('radio', { name: /^الدفعات/ }).click();
  // The header is found below titles, and line numbers are those of the file.
  await page.getByTestId('file').setInputFiles(csv(`معهد النور,,,,\n,,,,\n${rows('دفعة الملف')}`));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'سطر العناوين' })).toContainText('السطر 3: اسم الدفعة');
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await expect(dialog.getByText('أول صف مرفوض في السطر 5')).toBeVisible();
  await expect(dialog.getByText('ليس تاريخاً صحيحاً').first()).toBeVisible();
  // The line of the comparison with the server goes, and what is below it moves.
  await expect(dialog.getByRole('button', { name: 'استيراد صف واحد' })).toBeEnabled();
  await dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  await dialog.getByRole('button', { name: 'استيراد صف واحد' }).click();
  await expect(dialog.getByText('عولج 2 من 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();

  await openFromMenu(page, 'الدفعات', 'إدارة الدفعات');
  await expect(card(page, 'دفعة الملف')).toContainText('برنامج حفظ القرآن الكريم');
  const chooseOnList = async () => {
    await openMore(page, true);
    await expect(page.getByRole('button', { name: 'استيراد', exact: true })).toBeEnabled();
    await page.locator('input[type=file]').setInputFiles(csv(rows('دفعة القائمة')));
    await expect(dialog.getByRole('button', { name: 'التالي' })).toBeVisible();
  };
  await chooseOnList();
  // Back closes the dialog, and Back again leads to the list.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await goBack(page);
  await chooseOnList();
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await expect(dialog.getByText('ليس تاريخاً صحيحاً').first()).toBeVisible();
  // The line of the comparison with the server goes, and what is below it moves.
  await expect(dialog.getByRole('button', { name: 'استيراد صف واحد' })).toBeEnabled();
  await dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  await dialog.getByRole('button', { name: 'استيراد صف واحد' }).click();
  await expect(dialog.getByText('عولج 2 من 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();
  await expect(dialog).toBeHidden();
  await goBack(page);
  await expect(card(page, 'دفعة القائمة')).toContainText('برنامج حفظ القرآن الكريم');
  const call = await newApiCaller(page, 'admin');
  const stored = await call<Record<string, string>[]>('GET', '/batches?filter={"q":"دفعة"}');
  for (const name of ['دفعة الملف', 'دفعة القائمة'])
    expect(stored.find(({ batch_name }) => batch_name === name)).toMatchObject({
      start_date: '2026-06-05',
      end_date: '2026-08-23',
    });
});
