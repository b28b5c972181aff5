import { expect, signIn, test, toast } from '../support/browserTest';
import { desktopViewport, heading, save } from '../support/journey';

test.use({ viewport: desktopViewport });

// A valid image of a single pixel.
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

test('an admin changes name, logo, a term and the scope of the institute, reloads, goes back, removes the term and undoes the removal', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('banner').getByRole('link', { name: 'الإعدادات' }).click();
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'أقسام الإعدادات' });
  const openSection = (section: string) => sections.getByRole('link', { name: section }).click();
  const saveSection = async () => {
    await save(page);
    await expect(toast(page, 'تم حفظ إعدادات المعهد').last()).toBeVisible();
    await expect(page.getByText(/غير محفوظة?$/)).toHaveCount(0);
  };
  await openSection('هوية المعهد');
  const name = page.getByRole('textbox', { name: 'اسم المعهد' });
  await expect(name).toHaveValue(/.+/);
  await name.fill('معهد الهدى');
  const logo = page.getByRole('img', { name: 'شعار المعهد' });
  const file = page.locator('input[type="file"]');
  await file.setInputFiles(png('kabir.png', Buffer.concat([point, Buffer.alloc(200 * 1_024)])));
  await expect(
    page.getByText('لم يُقبل الملف «kabir.png»: حجمه 201 كيلوبايت، والحد 200 كيلوبايت.'),
  ).toBeVisible();
  await file.setInputFiles(png('nass.png', Buffer.from('ليس صورة')));
  await expect(page.getByText(/^لم يُقبل الملف «nass\.png»/)).toBeVisible();
  await expect(logo).toHaveCount(0);
  await file.setInputFiles(png('shiar.png', point));
  await expect(logo).toBeVisible();
  await expect(page.getByText(/^لم يُقبل الملف/)).toHaveCount(0);
  await saveSection();

  await openSection('العام والفصول');
  const terms = page.getByRole('group', { name: /^الفصل \d+$/ });
  await expect(page.getByRole('button', { name: 'إضافة فصل' })).toBeVisible();
  const count = await terms.count();
  await page.getByRole('button', { name: 'إضافة فصل' }).click();
  const term = terms.nth(count);
  await term.getByLabel('اسم الفصل').fill('الفصل البعيد');
  await term.getByLabel('البداية').fill('2039-08-23');
  await term.getByLabel('النهاية').fill('2039-12-31');
  await expect(term.getByLabel('البداية')).toHaveValue('3 شعبان 1461 هـ');
  await page.getByRole('combobox', { name: 'المنطقة الزمنية' }).fill('مصر');
  await page.getByRole('option', { name: /Africa\/Cairo/ }).click();
  await saveSection();

  await openSection('الصلاحيات والأرشيف');
  await page.getByRole('radio', { name: /^كل المواد/ }).check();
  await page.getByRole('textbox', { name: /^مدة الاحتفاظ/ }).fill('٦٠');
  await saveSection();

  await page.reload();
  await expect(page.getByRole('radio', { name: /^كل المواد/ })).toBeChecked();
  await expect(page.getByRole('textbox', { name: /^مدة الاحتفاظ/ })).toHaveValue('60');
  // The browser's Back opens the former sections.
  await page.goBack();
  await expect(term.getByLabel('النهاية')).toHaveValue('15 ذو الحجة 1461 هـ');
  await expect(page.getByRole('combobox', { name: 'المنطقة الزمنية' })).toHaveValue('توقيت مصر');
  await page.goBack();
  await expect(name).toHaveValue('معهد الهدى');
  await expect(logo).toBeVisible();

  await openSection('العام والفصول');
  await page.getByRole('button', { name: 'إزالة «الفصل البعيد»' }).click();
  await saveSection();
  await expect(terms).toHaveCount(count);
  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  await page.getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(terms).toHaveCount(count + 1);
});
