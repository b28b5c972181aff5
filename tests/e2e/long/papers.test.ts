import type { Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import { findingsInBoth, findingsOnPhone } from '../../support/accessible';
import { expect, takeSession, test } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';

const transcriptLink = '/reports?type=transcript&batch_id=1&student_id=14450001&shown=1';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowsOf = (page: Page) => page.getByRole('main').locator('tbody tr');
const figure = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ hasText: label }).locator('.figure').first();

/** The .xlsx has all pages of the statistics: codes are text, rates are numbers, and cells without data are empty. */
async function statisticsInExcel(page: Page, figures: Locator): Promise<void> {
  const cells = await figures.locator('tbody tr').first().locator('th, td').allInnerTexts();
  const begun = page.waitForEvent('download');
  await figures.getByRole('button', { name: 'تصدير Excel' }).click();
  const file = await begun;
  expect(file.suggestedFilename()).toBe('إحصاءات النتائج والحضور - المادة.xlsx');
  const path = await file.path();
  const [sheet] = await readXlsxFile(path);
  const [head = [], first = []] = sheet?.data ?? [];
  expect(head.slice(0, 5)).toEqual(['المادة', 'الرمز', 'العروض', 'النتائج', 'المتوسط (%)']);
  expect(first.slice(0, 2)).toEqual(cells.slice(0, 2));
  expect(first.slice(2, 4)).toEqual(cells.slice(2, 4).map(Number));
  expect(first.slice(4)).toEqual(
    cells.slice(4).map((text) => (text.endsWith('%') ? parseFloat(text) : null)),
  );
  const call = await callsOf(page, 'admin');
  const groups = await call<{ key: string }[]>('GET', '/reports/summary?by=subject');
  expect(sheet?.data.slice(1).map(([, code]) => code)).toEqual(groups.map(({ key }) => key));
  const xml = strFromU8(unzipSync(await readFile(path))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(xml).toMatch(/rightToLeft="(1|true)"/);
}

test('a transcript goes out as a PDF, anybody can check it, and once withdrawn it says so', async ({
  page,
  browser,
}) => {
  await takeSession(page, 'admin');
  await page.goto(transcriptLink);
  await expect(page.getByRole('region', { name: 'كشف درجات الطالب', exact: true })).toBeVisible();
  await button(page, 'توليد التقرير').click();
  await button(page, 'إظهار الأرقام').click();
  await expect(figure(page, 'تم توليد')).toHaveText('1');
  const file = page.waitForEvent('download');
  await button(page, 'تصدير PDF').click();
  expect((await file).suggestedFilename()).toMatch(/^كشف درجات الطالب - .*\.pdf$/);

  const call = await callsOf(page, 'admin');
  const [paper] = await call<{ code: string; number: string; student_name: string }[]>(
    'GET',
    '/papers/issued',
  );
  const stranger = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'ar' });
  const seen = await stranger.newPage();
  await seen.goto(`/verify/${paper?.code}`);
  await expect(seen.getByRole('heading', { name: 'وثيقة صحيحة', exact: true })).toBeVisible();
  await expect(seen.getByText(paper?.student_name ?? '-')).toBeVisible();
  await expect(seen.getByText(paper?.number ?? '-')).toBeVisible();
  await expect(seen.getByText(/^•{6}\d{4}$/)).toBeVisible();
  expect(await findingsInBoth(seen)).toEqual([]);
  await seen.emulateMedia({ colorScheme: 'light' });
  await seen.setViewportSize({ width: 360, height: 780 });
  expect(await findingsOnPhone(seen)).toEqual([]);

  // A mark is corrected: the paper was right when it was issued, and the page says that the results have changed.
  const batchName = 'دفعة القرآن الأولى 1445';
  const [sheet, subjectCode] = [`/grades/${encodeURIComponent(batchName)}/QRN101-1`, 'QRN101-1'];
  const rows = await call<{ studentId: string; testGrade: number; version: number }[]>('GET', sheet);
  const row = rows.find(({ studentId }) => studentId === '14450001');
  const grades = [{ ...row, testGrade: (row?.testGrade ?? 0) - 1 }];
  await call('POST', '/grades/save', { batchName, subjectCode, grades });
  await seen.reload();
  await expect(seen.getByRole('heading', { name: 'وثيقة صحيحة الإصدار، وتغيّر السجل بعدها' })).toBeVisible();
  expect(await findingsInBoth(seen)).toEqual([]);

  await page.getByRole('link', { name: 'بحث متقدم' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  expect(await findingsInBoth(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('link', { name: 'الوثائق الصادرة' }).click();
  await page.getByRole('searchbox', { name: 'رقم الوثيقة أو الطالب أو الدفعة' }).fill(paper?.number ?? '');
  await expect(rowsOf(page)).toHaveText([/صادرة/]);
  expect(await findingsInBoth(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await button(page, `إلغاء الوثيقة ${paper?.number}`).click();
  const question = page.getByRole('dialog', { name: `إلغاء الوثيقة ${paper?.number}` });
  await question.getByRole('button', { name: 'إلغاء الوثيقة' }).click();
  await expect(question.getByText('مطلوب')).toBeVisible();
  expect(await findingsInBoth(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await question.getByRole('textbox').fill('صدرت بالخطأ');
  await question.getByRole('button', { name: 'إلغاء الوثيقة' }).click();
  await expect(rowsOf(page)).toHaveText([/ملغاة/]);
  await expect(button(page, `إلغاء الوثيقة ${paper?.number}`)).toHaveCount(0);
  await seen.reload();
  await expect(seen.getByRole('heading', { name: 'وثيقة ملغاة' })).toBeVisible();
  expect(await findingsInBoth(seen)).toEqual([]);
  await seen.goto('/verify/00000000000000000000000000000000');
  await expect(seen.getByRole('heading', { name: 'لا توجد وثيقة بهذا الرمز' })).toBeVisible();
  expect(await findingsInBoth(seen)).toEqual([]);
  await stranger.close();
});

test('a printed transcript has its number and code on the page, and the print is counted', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  await page.addInitScript(() => {
    window.print = () => {
      const issue = document.querySelector('[data-issue]')?.textContent ?? '';
      document.body.setAttribute('data-printed', issue);
    };
  });
  await page.goto(transcriptLink);
  await expect(page.getByRole('region', { name: 'كشف درجات الطالب', exact: true })).toBeVisible();
  await button(page, 'طباعة').click();
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    /رقم الوثيقة 20\d\d-\d{6}.*رمز التحقق\W*[0-9A-F]{5}-[0-9A-F]{5}.*\/verify\/[0-9a-f]{32}/,
  );
  await button(page, 'إظهار الأرقام').click();
  await expect(figure(page, 'طُبع')).toHaveText('1');
});

test('reports that were made are found and opened again; figures by subject, batch and term; a whole batch as one file', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const call = await callsOf(page, 'admin');
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
  await expect(rowsOf(page)).toHaveCount(3);
  const types = page.getByRole('columnheader', { name: 'نوع التقرير' }).getByRole('button');
  await types.click();
  await expect(rowsOf(page)).toHaveText([/لفترة/, /درجة الطالب في مادة/, /كشف درجات المادة/]);
  await types.click();
  await expect(rowsOf(page)).toHaveText([/كشف درجات المادة/, /درجة الطالب في مادة/, /لفترة/]);
  await page.getByRole('button', { name: /^التصفية/ }).click();
  const sheetOfFilters = page.getByRole('dialog', { name: 'التصفية' });
  await sheetOfFilters.getByRole('combobox', { name: /^نوع التسميع/ }).click();
  await page.getByRole('option', { name: 'مراجعة قريبة' }).click();
  await sheetOfFilters.getByRole('button', { name: 'عرض النتائج' }).click();
  await expect(rowsOf(page)).toHaveText([
    new RegExp(`تقرير التقييد اليومي لفترة.*مراجعة قريبة.*${circle?.name}`),
  ]);
  await button(page, 'مسح التصفية').click();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: /^نوع التقرير/ }).click();
  await page.getByRole('option', { name: 'كشف درجات المادة' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  // A tap anywhere on the row opens the report again; the way back leads to the same rows.
  await rowsOf(page).getByText('كشف درجات المادة').click();
  await expect(page).toHaveURL(/\/reports\?/);
  await expect(page.getByRole('region', { name: 'كشف درجات المادة', exact: true })).toBeVisible();
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'فتح التقرير: كشف درجات المادة' }).click();
  const sheet = page.getByRole('region', { name: 'كشف درجات المادة', exact: true });
  await expect(sheet.locator('tbody tr')).toHaveCount(28);

  await button(page, 'إحصاءات').click();
  const figures = page.getByRole('dialog', { name: 'إحصاءات النتائج والحضور' });
  await expect(figures.getByRole('rowheader', { name: 'حفظ القرآن الكريم' }).first()).toBeVisible();
  await figures.getByRole('combobox', { name: /^حسب/ }).click();
  await page.getByRole('option', { name: 'الدفعة' }).click();
  await expect(figures.getByRole('rowheader', { name: 'دفعة القرآن الأولى 1445' })).toBeVisible();
  await figures.getByRole('combobox', { name: /^حسب/ }).click();
  await page.getByRole('option', { name: 'الفصل الدراسي' }).click();
  await expect(figures.getByRole('columnheader').first()).toHaveText('الفصل الدراسي');
  await figures.getByRole('combobox', { name: /^حسب/ }).click();
  await page.getByRole('option', { name: 'المادة' }).click();
  await expect(figures.getByRole('columnheader').first()).toHaveText('المادة');
  expect(await findingsInBoth(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await statisticsInExcel(page, figures);
  await figures.getByRole('button', { name: 'إغلاق' }).first().click();

  await button(page, 'كشوف الدفعة').click();
  const batch = page.getByRole('dialog', { name: 'كشوف درجات دفعة كاملة' });
  await expect(batch).toBeVisible();
  expect(await findingsInBoth(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  const file = page.waitForEvent('download');
  await batch.getByRole('button', { name: 'إعداد الكشوف' }).click();
  await expect(batch.getByText('اكتملت الكشوف، وبدأ تنزيل الملف.')).toBeVisible();
  expect((await file).suggestedFilename()).toBe('كشوف الدرجات - دفعة القرآن الأولى 1445.pdf');
});

test('a student downloads their own report as a PDF', async ({ page }) => {
  await takeSession(page, 'student');
  await page.goto('/reports');
  const file = page.waitForEvent('download');
  await button(page, 'تنزيل التقرير').click();
  expect((await file).suggestedFilename()).toMatch(/^التقرير الأكاديمي - .*\.pdf$/);
});
