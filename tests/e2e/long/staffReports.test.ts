import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { openReportSettings, pickFound } from '../../support/journey';

const sheetLink = '/reports?type=subject-sheet&batch_id=1&subject_code=QRN101-1&shown=1';

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

async function open(page: Page, username: string, address = '/reports'): Promise<void> {
  await takeSession(page, username);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'التقارير الأكاديمية' })).toBeVisible();
}

test('the two reports of daily records offer only subjects of daily records, and plot pages over time', async ({
  page,
}) => {
  await open(page, 'admin', '/reports?batch_id=1');
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
  await page.getByLabel('إلى تاريخ').fill('2025-12-31');
  await generate(page);
  await expect(page.getByText('تاريخ النهاية يسبق تاريخ البداية')).toBeVisible();
  await page.getByLabel('إلى تاريخ').fill('2026-12-31');
  await generate(page);
  const range = report(page, 'تقرير التقييد اليومي لفترة');
  await expect(range.getByText('كل طلاب الدفعة')).toBeVisible();
  await expect(range.getByRole('table', { name: 'توزيع مستويات الأداء' })).toContainText('ممتاز');
});

test('the chosen range of days stays for other reports, for the next visit and for the report of absences', async ({
  page,
}) => {
  await open(page, 'admin', '/reports?batch_id=1');
  await chooseType(page, 'تقرير التقييد اليومي لفترة');
  const [from, to] = [page.getByLabel('من تاريخ'), page.getByLabel('إلى تاريخ')];
  await expect(from).toHaveValue('');
  await from.fill('2025-09-01');
  await to.fill('2025-10-31');
  await to.press('Tab');
  await expect(page).toHaveURL(/start_date=2025-09-01&end_date=2025-10-31/);
  const dates = [await from.inputValue(), await to.inputValue()];

  await page.goto('/reports?batch_id=1');
  await chooseType(page, 'تقرير التقييد اليومي لفترة');
  await expect(from).toHaveValue(dates[0] ?? '');
  await expect(to).toHaveValue(dates[1] ?? '');
  await expect(page).toHaveURL(/start_date=2025-09-01&end_date=2025-10-31/);

  await page.goto('/absences?batch_id=1&subject_code=QRN101-1');
  await page.getByRole('button', { name: 'تقرير الغياب' }).click();
  await expect(from).toHaveValue(dates[0] ?? '');
  await to.fill('');
  await to.press('Tab');
  await page.goto('/reports?batch_id=1');
  await chooseType(page, 'تقرير التقييد اليومي لفترة');
  await expect(from).toHaveValue(dates[0] ?? '');
  await expect(to).toHaveValue('');
  await page.getByRole('button', { name: 'مسح', exact: true }).click();
  await expect(type(page, 'تقرير التقييد اليومي لفترة')).not.toBeChecked();
  await chooseType(page, 'تقرير التقييد اليومي لفترة');
  await expect(from).toHaveValue('');
});

test('missing values are reported with the texts of the specification, in a toast and in the form', async ({
  page,
}) => {
  await open(page, 'teacher');
  const expectMessage = async (sentence: string) => {
    await generate(page);
    await expect(toast(page, sentence)).toBeVisible();
    await expect(page.getByRole('form').getByText(sentence, { exact: true })).toBeVisible();
  };
  await expectMessage('الرجاء اختيار نوع التقرير والبرنامج والدفعة');
  await page.goto('/reports?type=transcript&batch_id=1');
  await expectMessage('الرجاء اختيار الطالب');
  await expect(picker(page, 'الطالب')).toHaveAttribute('aria-invalid', 'true');
  await chooseType(page, 'درجة الطالب في مادة');
  await expectMessage('الرجاء اختيار الطالب والمادة');
  await chooseType(page, 'كشف درجات المادة');
  await expectMessage('الرجاء اختيار المادة');
  await chooseType(page, 'تقرير التقييد اليومي لفترة');
  await expectMessage('الرجاء اختيار المادة وتاريخ البداية والنهاية');
});

test('changing type, programme, batch or level clears dependent choices, and "clear" clears everything', async ({
  page,
}) => {
  await open(page, 'admin', sheetLink);
  await expect(report(page, 'كشف درجات المادة')).toBeVisible();
  await openReportSettings(page);
  await choose(page, 'المستوى', 'المستوى الثاني');
  await expect(report(page, 'كشف درجات المادة')).toBeHidden();
  await picker(page, 'المادة').click();
  await expect(page.getByRole('option')).toHaveText(['اختر المادة', 'علوم القرآن']);
  await page.getByRole('option', { name: 'علوم القرآن' }).click();
  await chooseType(page, 'كشف درجات الطالب');
  await expect(page).toHaveURL(/type=transcript&program_id=QRN&batch_id=1$|batch_id=1&program_id=QRN$/);
  await pickFound(page, picker(page, 'الطالب'), '14450001');
  await choose(page, 'الدفعة', 'دفعة القرآن الثانية للبنات');
  await expect(picker(page, 'الطالب')).toHaveValue('');
  await choose(page, 'البرنامج', 'برنامج العلوم الشرعية');
  await expect(picker(page, 'الدفعة')).toHaveValue('');
  await page.getByRole('button', { name: 'مسح', exact: true }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await expect(type(page, 'كشف درجات الطالب')).not.toBeChecked();
});

test('a teacher chooses among assigned subjects, and a link to another subject is refused', async ({
  page,
  consoleErrors,
}) => {
  await open(page, 'teacher2', '/reports?type=subject-sheet&batch_id=1');
  await picker(page, 'المادة').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option', { name: 'حفظ القرآن الكريم' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto(sheetLink);
  await expect(page.locator('.MuiSnackbar-root')).toContainText('حدث خطأ أثناء توليد التقرير');
  await expect(page.getByRole('heading', { name: 'حدث خطأ أثناء توليد التقرير' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'إعادة المحاولة' })).toBeVisible();
  // The browser logs the refused call.
  expectConsoleErrors(consoleErrors, /40[34].*\/api\//);
});

test('the printed page has the institute, both dates and the report, and no other part of the screen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await open(page, 'admin', sheetLink);
  await expect(report(page, 'كشف درجات المادة')).toBeVisible();
  await expect(page.locator('[data-paper-header]')).toBeHidden();
  await page.getByRole('button', { name: 'طباعة', exact: true }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const header = page.locator('[data-paper-header]');
  await expect(header).toContainText(/صدر في .*هـ، الموافق .* م/);
  await expect(report(page, 'كشف درجات المادة').getByRole('table')).toBeVisible();
  for (const label of ['توليد التقرير', 'طباعة'])
    await expect(page.getByRole('button', { name: label })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(type(page, 'كشف درجات الطالب')).toBeHidden();
  // The text of a chart is printed dark, also with the dark theme.
  const written = page.locator('[data-report] figure li span').first();
  const readTextColour = () => written.evaluate((text) => getComputedStyle(text).color);
  const ink = await readTextColour();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => localStorage.setItem('rasd.theme', 'dark'));
  await page.reload();
  await expect(written).toBeVisible();
  expect(await readTextColour()).not.toBe(ink);
  await page.emulateMedia({ media: 'print' });
  expect(await readTextColour()).toBe(ink);
  await page.emulateMedia({ media: 'screen' });
});

test('two hundred subjects and names of 120 letters fit a desktop, a phone and the paper', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const repeatWord = (word: string) => `${word} `.repeat(60).slice(0, 59).trim();
  await call('PUT', '/students/1', { first_name: repeatWord('عبدالرحمن'), last_name: 'ن'.repeat(60) });
  const numbers = Array.from({ length: 195 }, (_, index) => index + 1);
  const marks = {
    participation_grade: 10,
    attendance_grade: 30,
    exercise_grade: 5,
    reading_grade: 5,
    test_grade: 45,
  };
  for (let from = 0; from < numbers.length; from += 50) {
    const batchOfNumbers = numbers.slice(from, from + 50);
    const codes = await Promise.all(
      batchOfNumbers.map(async (number) => {
        const name = number === 1 ? `${repeatWord('أصول')} ${'ط'.repeat(60)}` : `مادة إضافية رقم ${number}`;
        const base = { subject_code: `EXT${number}`, level: 1 + (number % 8), hours: 1, type: 'مادة' };
        return (await call<{ subject_code: string }>('POST', '/subjects', { ...base, name, batch_id: 1 }))
          .subject_code;
      }),
    );
    const data = codes.map((subject_code) => ({ student_id: '14450001', subject_code, ...marks }));
    await call('POST', '/grades/import', { data, stopOnError: true });
  }

  const cut = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const onPaper = async (rows: number) => {
    await page.emulateMedia({ media: 'print' });
    // Width of an A4 page between its margins.
    await page.setViewportSize({ width: 703, height: 1000 });
    const table = page.getByRole('table').first();
    await expect(table.locator('tbody tr:visible')).toHaveCount(rows);
    await expect(table.locator('thead')).toBeVisible();
    expect(
      await table
        .locator('tbody tr')
        .first()
        .evaluate((row) => getComputedStyle(row).display),
    ).toBe('table-row');
    expect(await cut()).toBeLessThanOrEqual(0);
    const room = await table.evaluate((drawn) => {
      const [own, around] = [drawn, drawn.parentElement ?? drawn].map((one) => one.getBoundingClientRect());
      return (own?.left ?? 0) - (around?.left ?? 0);
    });
    expect(room, 'room at the end of the lines').toBeGreaterThanOrEqual(-1);
    // A code does not wrap. Digits and letters of one line have a rectangle each.
    const heights = await table
      .locator('td[data-kind="figure"] bdi')
      .evaluateAll((figures) =>
        figures.map((figure) => new Set([...figure.getClientRects()].map(({ top }) => top)).size),
      );
    expect(heights.filter((lines) => lines > 1)).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  };
  await page.addInitScript(() => {
    window.print = () => dispatchEvent(new Event('beforeprint'));
  });
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page, 'admin', '/reports?type=transcript&batch_id=1&student_id=14450001&shown=1');
  const transcript = report(page, 'كشف درجات الطالب');
  await expect(transcript.locator('tbody tr')).toHaveCount(15);
  expect(await cut()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'طباعة', exact: true }).click();
  await expect(transcript.locator('tbody tr')).toHaveCount(200);
  await expect(page.locator('[data-issue]')).toHaveCount(1);
  await onPaper(200);

  await page.setViewportSize({ width: 360, height: 780 });
  await takeSession(page, 'student');
  await page.goto('/reports');
  await expect(page.getByRole('region', { name: 'نتائجك في المواد' }).getByRole('listitem')).toHaveCount(199);
  expect(await cut()).toBeLessThanOrEqual(0);
  await onPaper(200);
});
