import type { Page } from '@playwright/test';
import type { StudentReport } from '../../../contract/studentReport';
import { findingsInBoth, findingsOnPhone, isShown } from '../../support/accessible';
import { expect, signIn, test } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';

const table = (page: Page) => page.getByRole('table', { name: 'الدرجات حسب المادة' });
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const figure = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ hasText: label }).locator('.figure').first();

async function openReport(page: Page): Promise<StudentReport> {
  await signIn(page, 'student');
  await expect(page).toHaveURL(/\/reports$/);
  await expect(page.getByRole('heading', { level: 1, name: 'تقريري الأكاديمي' })).toBeVisible();
  const call = await callsOf(page, 'student');
  const { id } = await call<{ id: number }>('GET', '/auth/me');
  return call<StudentReport>('GET', `/reports/student/${id}`);
}

test('a student sees their own figures, marks and term, as the server computes them', async ({ page }) => {
  const { academic_performance: performance, subjects, student_info, semester_info } = await openReport(page);
  await expect(figure(page, 'المعدل العام')).toContainText(`${performance.average_grade}%`);
  await expect(figure(page, 'المعدل العام')).toContainText(performance.letter_grade ?? '');
  await expect(figure(page, 'الترتيب')).toHaveText(`${performance.rank} من ${performance.total_students}`);
  await expect(figure(page, 'نسبة الحضور')).toHaveText(`${performance.attendance_rate}%`);
  await expect(figure(page, 'إجمالي المواد')).toHaveText(String(subjects.length));
  const info = page.getByRole('region', { name: 'بيانات الطالب' });
  await expect(info).toContainText(student_info.name);
  await expect(info).toContainText(student_info.student_id);

  await expect(rows(page)).toHaveCount(subjects.length);
  for (const [place, { subject_name, total_grade, letter_grade, records }] of subjects.entries()) {
    const row = rows(page).nth(place);
    await expect(row.getByRole('rowheader')).toContainText(subject_name);
    if (records) {
      await expect(row.getByRole('cell')).toContainText(`السجلات: ${records.records}`);
      continue;
    }
    await expect(row.getByRole('cell').nth(5)).toContainText(String(total_grade ?? '—'));
    await expect(row.getByRole('cell').nth(6)).toContainText(letter_grade ?? '—');
  }
  // The subject of memorising has another name for its reading column.
  await expect(rows(page).filter({ hasText: 'حفظ القرآن الكريم' })).toContainText('التسميع من 20');

  const term = page.getByRole('region', { name: 'التقدم في الفصل' });
  const { completed_weeks: completed = 0, total_weeks: total = 0 } = semester_info ?? {};
  await expect(term).toContainText(`اكتمل ${completed} من ${total}`);
  await expect(term).toContainText('هـ');
  await expect(term.getByRole('meter')).toHaveAttribute(
    'aria-valuenow',
    String(Math.round((completed / total) * 100)),
  );
  const complete = subjects.filter(({ percentage }) => percentage !== null);
  expect(complete.length).toBeGreaterThan(0);
  const bars = page.getByRole('region', { name: 'نتائجك في المواد' }).getByRole('listitem');
  await expect(bars).toHaveText(complete.map((one) => `${one.subject_name}${one.percentage}%`));
});

test('a student sees what was recited by kind, with ranges, faults and result, and has it as PDF and Excel', async ({
  page,
}) => {
  const { subjects } = await openReport(page);
  const subject = subjects.find(({ kinds }) => (kinds ?? []).length > 1);
  const heard = page.getByRole('region', { name: `سجل التسميع: ${subject?.subject_name}` });
  const figures = subject?.kinds ?? [];
  expect(figures[0]).toMatchObject({ kind: 'new', ...subject?.records });
  await expect(heard.getByRole('tab')).toHaveText([
    ...figures.map(({ name, records }) => `${name} ${records}`),
    `كل الأنواع ${figures.reduce((sum, { records }) => sum + records, 0)}`,
  ]);
  const rowsOf = (count: number) =>
    expect(heard.getByRole('table').locator('tbody tr')).toHaveCount(Math.min(count, 50));
  await rowsOf(figures[0]?.records ?? 0);
  await heard.getByRole('tab', { name: figures[1]?.name ?? '' }).click();
  await rowsOf(figures[1]?.records ?? 0);
  await expect(heard.getByRole('columnheader', { name: 'النتيجة' })).toBeVisible();
  for (const [name, ending] of [
    ['تصدير PDF', '.pdf'],
    ['تصدير Excel', '.xlsx'],
  ] as const) {
    const file = page.waitForEvent('download');
    await heard.getByRole('button', { name }).click();
    expect((await file).suggestedFilename()).toMatch(
      new RegExp(`^سجل التقييد اليومي للطالب - .*\\${ending}$`),
    );
  }
});

test('a chosen level is in the address, and stays after a reload', async ({ page }) => {
  const { subjects } = await openReport(page);
  const ofTwo = subjects.filter(({ subject_level }) => subject_level === 2).length;
  expect(ofTwo).toBeGreaterThan(0);
  expect(ofTwo).toBeLessThan(subjects.length);
  await page.getByRole('combobox', { name: 'المستوى' }).click();
  await page.getByRole('option', { name: 'المستوى 2' }).click();
  await expect(page).toHaveURL(/\/reports\?level=2$/);
  await expect(rows(page)).toHaveCount(ofTwo);
  await page.reload();
  await expect(rows(page)).toHaveCount(ofTwo);

  await page.goto('/reports?level=7');
  await expect(page.getByText('لا توجد مواد في المستوى 7')).toBeVisible();
  await page.getByRole('button', { name: 'عرض كل المستويات' }).click();
  await expect(rows(page)).toHaveCount(subjects.length);
});

test('the report is accessible in light and dark, and fits a phone as cards', async ({ page }) => {
  const { subjects } = await openReport(page);
  await isShown(page);
  expect(await findingsInBoth(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await expect(table(page)).toBeHidden();
    const cards = page.getByRole('region', { name: 'الدرجات حسب المادة' }).getByRole('listitem');
    await expect(cards).toHaveCount(subjects.length);
    expect(await findingsOnPhone(page), `${width} px`).toEqual([]);
  }
});

test('the printed page has the institute, the day and the table, without controls and chart; also from a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await openReport(page);
  const header = page.getByText('معهد رصد للقرآن والعلوم الشرعية');
  const button = page.getByRole('button', { name: 'طباعة', exact: true });
  const chart = page.getByRole('region', { name: 'نتائجك في المواد' });
  await expect(button).toBeVisible();
  await expect(chart).toBeVisible();
  await expect(header).toBeHidden();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await button.click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);

  await page.emulateMedia({ media: 'print' });
  await expect(header).toBeVisible();
  await expect(page.getByText(/^حُرّر في .*هـ، الموافق .* م$/)).toBeVisible();
  await expect(table(page)).toBeVisible();
  for (const hidden of [button, chart, page.getByRole('combobox', { name: 'المستوى' })])
    await expect(hidden).toBeHidden();
});

test('an account that no student is linked to is told so, and can try again', async ({
  page,
  complaints,
}) => {
  const call = await callsOf(page, 'admin');
  await call('POST', '/users', {
    username: 'newcomer',
    name: 'طالب بلا بيانات',
    role: 'student',
    password: 'kalima-tawila-9',
  });
  await signIn(page, 'newcomer', 'kalima-tawila-9');
  const alert = page.getByRole('alert').filter({ hasText: 'لا توجد تقارير متاحة' });
  await expect(alert).toContainText('لم يتم العثور على بيانات التقرير');
  await expect(alert).toContainText('لم يُربط حسابك');
  await alert.getByRole('button', { name: 'إعادة المحاولة' }).click();
  await expect(alert).toBeVisible();
  await expect(page.getByRole('button', { name: 'تنزيل التقرير' })).toHaveCount(0);
  // The browser logs every answer of 404.
  expect(complaints.splice(0).filter((line) => !line.includes('404'))).toEqual([]);
});
