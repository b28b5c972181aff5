import type { Page } from '@playwright/test';
import readXlsxFile from 'read-excel-file/node';
import { expect, toast } from './browserTest';
import { openMore } from './lists';

const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();
const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function open(page: Page, entry: string, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'التنقل الرئيس' })
    .getByRole('link', { name: entry, exact: true })
    .click();
  await expectHeading(page, title);
}

async function pick(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(option);
  await page.getByRole('option', { name: option }).click();
}

async function search(page: Page, query: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(query);
}

async function exportRows(page: Page): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير Excel' }).click();
  const sheets = await readXlsxFile(await (await download).path());
  const [first] = sheets;
  return (first?.data ?? []).map((row) => row.map((cell) => String(cell ?? '')));
}

async function deleteRow(page: Page, name: string, dependentsText: RegExp | null): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^حذف ${name}`) })
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  if (dependentsText) await expect(question.getByText(dependentsText).first()).toBeVisible();
  await question.getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(question).toHaveCount(0);
}

/** Creates a programme, two batches, their subject with grade settings, and a student; then deletes all. */
export async function masterDataFlow(page: Page, { isPlain }: { isPlain: boolean }): Promise<void> {
  await open(page, 'البرامج', 'إدارة البرامج');
  await page.getByRole('link', { name: 'إضافة برنامج' }).click();
  await expectHeading(page, 'إضافة برنامج جديد');
  await save(page);
  await expect(toast(page, 'الرجاء إدخال جميع البيانات المطلوبة')).toBeVisible();
  await page.getByLabel('رمز البرنامج').fill('TAJ');
  await page.getByLabel('اسم البرنامج').fill('برنامج الإجازة');
  await save(page);
  await expect(toast(page, 'تم إضافة البرنامج بنجاح')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'برنامج الإجازة', exact: true })).toBeVisible();

  for (const [number, name] of [
    ['1', 'دفعة الإجازة الأولى'],
    ['٢', 'دفعة الإجازة الثانية'],
  ] as const) {
    await open(page, 'الدفعات', 'إدارة الدفعات');
    await page.getByRole('link', { name: 'إضافة دفعة' }).click();
    await expectHeading(page, 'إضافة دفعة جديدة');
    await pick(page, 'البرنامج', 'برنامج الإجازة');
    await page.getByLabel('اسم الدفعة').fill(name);
    await page.getByLabel('رقم الدفعة').fill(number);
    await save(page);
    await expect(toast(page, 'تم إضافة الدفعة بنجاح').last()).toBeVisible();
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
  }

  await open(page, 'المواد', 'إدارة المواد');
  await page.getByRole('link', { name: 'إضافة مادة' }).click();
  await expectHeading(page, 'إضافة مادة جديدة');
  await page.getByLabel('اسم المادة').fill('متن الجزرية');
  await expect(page.getByLabel('رمز المادة')).toHaveValue(/^متن101/);
  await save(page);
  await expect(toast(page, 'الرجاء اختيار دفعة واحدة على الأقل')).toBeVisible();
  await page.getByRole('checkbox', { name: 'كل دفعات برنامج الإجازة' }).check();
  await save(page);
  await expect(toast(page, 'تم إضافة المادة بنجاح إلى 2 دفعة')).toBeVisible();

  await search(page, 'الجزريه');
  await expect(page.getByRole('cell', { name: 'متن الجزرية', exact: true })).toHaveCount(2);
  await openMore(page.getByRole('row', { name: /متن الجزرية/ }).first());
  await page.getByRole('menuitem', { name: /^إعدادات درجات متن الجزرية/ }).click();
  const grades = page.getByRole('dialog');
  await expect(grades.getByText(/^المجموع: /)).toContainText('100');
  await grades.getByRole('textbox').or(grades.getByRole('spinbutton')).nth(1).fill('٢٠');
  await expect(grades.getByText(/^المجموع: /)).toContainText('110');
  await grades.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(grades).toBeHidden();

  await open(page, 'الطلاب', 'إدارة الطلاب');
  await page.getByRole('link', { name: 'إضافة طالب' }).click();
  await expectHeading(page, 'إضافة طالب جديد');
  await page.getByLabel('الاسم الأول').fill('أحمد');
  await page.getByLabel('اسم العائلة').fill('=المختبر');
  await page.getByLabel('رقم الهوية').fill('123');
  await page.getByLabel('الجوال', { exact: true }).fill('٠٥٠٠٠٩٩٨٨٧');
  await save(page);
  await expect(page.getByLabel('رقم الهوية')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('رقم الهوية').fill('١٠٩٩٨٨٧٧٦٦');
  await pick(page, 'الدفعة', 'دفعة الإجازة الأولى');
  await save(page);
  await expect(toast(page, 'تم إضافة الطالب بنجاح')).toBeVisible();

  await search(page, 'احمد المختبر');
  const row = page.getByRole('row', { name: /أحمد =المختبر/ });
  await expect(row).toContainText('1099887766');
  await expect(row).toContainText('0500099887');
  await expect(page.getByRole('row')).toHaveCount(2);
  const rows = await exportRows(page);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('1099887766');
  // The text is exported as text. As a formula the cell would be empty.
  expect(rows[1]).toContain('=المختبر');

  await row.getByRole('link', { name: /^تعديل/ }).click();
  await page.getByLabel('اسم الأب').fill('سالم');
  await save(page);
  await expect(toast(page, 'تم تحديث بيانات الطالب بنجاح')).toBeVisible();
  await search(page, 'احمد سالم المختبر');
  await expect(page.getByRole('row', { name: /أحمد سالم =المختبر/ })).toBeVisible();
  await deleteRow(page, 'أحمد سالم', null);
  await expect(toast(page, 'تم حذف الطالب بنجاح')).toBeVisible();

  await open(page, 'البرامج', 'إدارة البرامج');
  await deleteRow(page, 'برنامج الإجازة', isPlain ? /كل السجلات المرتبطة/ : /دفعتان/);
  await expect(toast(page, 'تم حذف البرنامج بنجاح')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'برنامج الإجازة', exact: true })).toHaveCount(0);
}
