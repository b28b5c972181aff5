import type { Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import { expect, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tableRows = (page: Page) => page.getByRole('main').locator('tbody tr');

/** Checks that codes are text, rates are numbers, and cells without data are empty. */
async function checkExcelExport(page: Page, stats: Locator): Promise<void> {
  const cells = await stats.locator('tbody tr').first().locator('th, td').allInnerTexts();
  const download = page.waitForEvent('download');
  await stats.getByRole('button', { name: 'تصدير Excel' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('إحصاءات النتائج والحضور - المادة.xlsx');
  const path = await file.path();
  const [excelSheet] = await readXlsxFile(path);
  const [head = [], first = []] = excelSheet?.data ?? [];
  expect(head.slice(0, 5)).toEqual(['المادة', 'الرمز', 'العروض', 'النتائج', 'المتوسط (%)']);
  expect(first.slice(0, 2)).toEqual(cells.slice(0, 2));
  expect(first.slice(2, 4)).toEqual(cells.slice(2, 4).map(Number));
  expect(first.slice(4)).toEqual(
    cells.slice(4).map((text) => (text.endsWith('%') ? parseFloat(text) : null)),
  );
  const call = await newApiCaller(page, 'admin');
  const groups = await call<{ key: string }[]>('GET', '/reports/summary?by=subject');
  expect(excelSheet?.data.slice(1).map(([, code]) => code)).toEqual(groups.map(({ key }) => key));
  const xml = strFromU8(unzipSync(await readFile(path))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(xml).toMatch(/rightToLeft="(1|true)"/);
}

test('earlier reports are found and opened again; stats by subject, batch and term are shown; all sheets of a batch are one file', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const call = await newApiCaller(page, 'admin');
  for (const type of ['subject_sheet', 'student_subject'])
    await call('POST', '/reports/log', {
      type,
      action: 'printed',
      batchName: 'دفعة القرآن الأولى 1445',
      subjectCode: 'QRN101-1',
      ...(type === 'student_subject' && { studentId: '14450001' }),
    });
  const range = { batchName: 'دفعة القرآن الأولى 1445', startDate: '2026-10-01', endDate: '2026-10-31' };
  const circles = await call<{ id: number; name: string }[]>('GET', '/circles?subject_code=QRN110-1');
  const [circle] = circles;
  await call('POST', '/reports/log', {
    ...range,
    type: 'daily_range',
    action: 'exported',
    subjectCode: 'QRN110-1',
    kind: 'near',
    circle_id: circle?.id,
  });
  await page.goto('/reports');
  await page.getByRole('link', { name: 'بحث متقدم' }).click();
  await expect(tableRows(page)).toHaveCount(3);
  const types = page.getByRole('columnheader', { name: 'نوع التقرير' }).getByRole('button');
  await types.click();
  await expect(tableRows(page)).toHaveText([/لفترة/, /درجة الطالب في مادة/, /كشف درجات المادة/]);
  await types.click();
  await expect(tableRows(page)).toHaveText([/كشف درجات المادة/, /درجة الطالب في مادة/, /لفترة/]);
  await page.getByRole('button', { name: /^التصفية/ }).click();
  const filterDialog = page.getByRole('dialog', { name: 'التصفية' });
  await filterDialog.getByRole('combobox', { name: /^نوع التسميع/ }).click();
  await page.getByRole('option', { name: 'مراجعة قريبة' }).click();
  await filterDialog.getByRole('button', { name: 'عرض النتائج' }).click();
  await expect(tableRows(page)).toHaveText([
    new RegExp(`تقرير التقييد اليومي لفترة.*مراجعة قريبة.*${circle?.name}`),
  ]);
  await button(page, 'مسح التصفية').click();
  await expect(tableRows(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: /^نوع التقرير/ }).click();
  await page.getByRole('option', { name: 'كشف درجات المادة' }).click();
  await expect(tableRows(page)).toHaveCount(1);
  // A tap anywhere on the row opens the report again, and Back returns to the same rows.
  await tableRows(page).getByText('كشف درجات المادة').click();
  await expect(page).toHaveURL(/\/reports\?/);
  await expect(page.getByRole('region', { name: 'كشف درجات المادة', exact: true })).toBeVisible();
  await page.goBack();
  await expect(tableRows(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'فتح التقرير: كشف درجات المادة' }).click();
  const gradeSheet = page.getByRole('region', { name: 'كشف درجات المادة', exact: true });
  await expect(gradeSheet.locator('tbody tr')).toHaveCount(28);

  await button(page, 'إحصاءات').click();
  const stats = page.getByRole('dialog', { name: 'إحصاءات النتائج والحضور' });
  await expect(stats.getByRole('rowheader', { name: 'حفظ القرآن الكريم' }).first()).toBeVisible();
  await stats.getByRole('combobox', { name: /^حسب/ }).click();
  await page.getByRole('option', { name: 'الدفعة' }).click();
  await expect(stats.getByRole('rowheader', { name: 'دفعة القرآن الأولى 1445' })).toBeVisible();
  await stats.getByRole('combobox', { name: /^حسب/ }).click();
  await page.getByRole('option', { name: 'الفصل الدراسي' }).click();
  await expect(stats.getByRole('columnheader').first()).toHaveText('الفصل الدراسي');
  await stats.getByRole('combobox', { name: /^حسب/ }).click();
  await page.getByRole('option', { name: 'المادة' }).click();
  await expect(stats.getByRole('columnheader').first()).toHaveText('المادة');
  await checkExcelExport(page, stats);
  await stats.getByRole('button', { name: 'إغلاق' }).first().click();

  await button(page, 'كشوف الدفعة').click();
  const batchDialog = page.getByRole('dialog', { name: 'كشوف درجات دفعة كاملة' });
  await expect(batchDialog).toBeVisible();
  const file = page.waitForEvent('download');
  await batchDialog.getByRole('button', { name: 'إعداد الكشوف' }).click();
  await expect(batchDialog.getByText('اكتملت الكشوف، وبدأ تنزيل الملف.')).toBeVisible();
  expect((await file).suggestedFilename()).toBe('كشوف الدرجات - دفعة القرآن الأولى 1445.pdf');
});
