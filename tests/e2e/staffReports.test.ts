import type { Page } from '@playwright/test';
import readXlsxFile from 'read-excel-file/node';
import { expect, expectConsoleErrors, signIn, test } from '../support/browserTest';
import { desktopViewport, openFromMenu, openReportSettings, pickFound } from '../support/journey';

test.use({ viewport: desktopViewport });

const type = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
/** The type is stored in the address, so the form changes a moment after the click. */
async function chooseType(page: Page, name: string): Promise<void> {
  await type(page, name).click();
  await expect(type(page, name)).toBeChecked();
}

const picker = (page: Page, label: string) => page.getByRole('combobox', { name: new RegExp(`^${label}`) });
const generate = (page: Page) => page.getByRole('button', { name: 'توليد التقرير' }).click();
const report = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await picker(page, label).click();
  await page.getByRole('option', { name: option }).click();
}

test('an admin opens each of the five reports, exports the sheet of a subject to Excel, and prints it', async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await signIn(page, 'admin');
  await openFromMenu(page, 'التقارير', 'التقارير الأكاديمية');
  await chooseType(page, 'كشف درجات الطالب');
  await choose(page, 'البرنامج', 'برنامج حفظ القرآن الكريم');
  await choose(page, 'الدفعة', 'دفعة القرآن الأولى 1445');
  await pickFound(page, picker(page, 'الطالب'), '14450001');
  await generate(page);
  const transcript = report(page, 'كشف درجات الطالب');
  await expect(transcript.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(transcript.getByText('المعدل التراكمي')).toBeVisible();
  await expect(transcript.getByRole('row', { name: /^الورد اليومي/ })).toContainText('تقييد يومي');

  await openReportSettings(page);
  // Programme and batch stay when the type changes.
  await chooseType(page, 'درجة الطالب في مادة');
  await expect(transcript).toBeHidden();
  await pickFound(page, picker(page, 'الطالب'), '14450001');
  await choose(page, 'المادة', 'حفظ القرآن الكريم');
  await generate(page);
  const marks = report(page, 'درجة الطالب في مادة');
  await expect(marks.getByRole('rowheader', { name: 'التسميع' })).toBeVisible();
  await expect(marks.getByRole('table', { name: 'إحصاءات الدفعة في المادة' })).toContainText('نسبة النجاح');

  await openReportSettings(page);
  await chooseType(page, 'سجل التقييد اليومي للطالب');
  await picker(page, 'المادة').click();
  await expect(page.getByRole('option')).toHaveText(['اختر المادة', 'الورد اليومي']);
  await page.getByRole('option', { name: 'الورد اليومي' }).click();
  await pickFound(page, picker(page, 'الطالب'), '14450001');
  await generate(page);
  const log = report(page, 'سجل التقييد اليومي للطالب');
  await expect(log.getByRole('heading', { name: 'الصفحات عبر الأيام' })).toBeVisible();
  await expect(log.locator('figure li').first()).toBeVisible();

  await openReportSettings(page);
  await chooseType(page, 'تقرير التقييد اليومي لفترة');
  await choose(page, 'المادة', 'الورد اليومي');
  await page.getByLabel('من تاريخ').fill('2026-01-01');
  await page.getByLabel('إلى تاريخ').fill('2026-12-31');
  await generate(page);
  const range = report(page, 'تقرير التقييد اليومي لفترة');
  await expect(range.getByText('كل طلاب الدفعة')).toBeVisible();
  await expect(range.getByRole('table', { name: 'توزيع مستويات الأداء' })).toContainText('ممتاز');

  await openReportSettings(page);
  await chooseType(page, 'كشف درجات المادة');
  await choose(page, 'المادة', 'حفظ القرآن الكريم');
  await generate(page);
  const sheet = report(page, 'كشف درجات المادة').getByRole('table');
  await expect(sheet.getByRole('columnheader', { name: 'التسميع (من 20)' })).toBeVisible();
  await expect(sheet.locator('tbody tr')).toHaveCount(28);
  const [, ...screenCells] = await sheet.locator('tbody tr').first().locator('th, td').allInnerTexts();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير Excel' }).click();
  expect((await file).suggestedFilename()).toContain('كشف درجات المادة');
  const [rowsSheet, factsSheet] = await readXlsxFile(await (await file).path());
  expect(rowsSheet?.data).toHaveLength(1 + 28);
  expect(rowsSheet?.data[0]?.slice(0, 2)).toEqual(['الطالب', 'الرقم الأكاديمي']);
  // The screen numbers its rows, the file does not.
  const fileCells = rowsSheet?.data[1]?.map((value) => (value === null ? '—' : String(value))) ?? [];
  expect(fileCells.slice(0, screenCells.length)).toEqual(screenCells);
  const rate = Number(factsSheet?.data.find(([label]) => label === 'نسبة النجاح')?.[1]);
  expect(rate).toBeGreaterThan(0);
  expect(rate).toBeLessThanOrEqual(1);

  const header = page.locator('[data-paper-header]');
  await expect(header).toBeHidden();
  await page.getByRole('button', { name: 'طباعة', exact: true }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(header).toContainText(/صدر في .*هـ، الموافق .* م/);
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('button', { name: 'توليد التقرير' })).toBeHidden();
  await expect(type(page, 'كشف درجات الطالب')).toBeHidden();
  expectConsoleErrors(consoleErrors);
});
