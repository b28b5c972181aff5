import readXlsxFile from 'read-excel-file/node';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { desktopViewport } from '../support/journey';
import { absent, openRegister } from '../support/outbox';

test.use({ viewport: desktopViewport });

test('a teacher saves a register, corrects it after a reload, and exports the report of absences', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  const [first = '', second = ''] = await openRegister(page);
  const save = (name: string) => page.getByRole('button', { name, exact: true }).click();

  // Marking a student absent sets the default type and enables type and notes. Choosing a type marks the
  // student absent. Unmarking clears both.
  await absent(page, first).check();
  await expect(page.getByRole('combobox', { name: `نوع غياب ${first}` })).toHaveText('غياب بدون عذر');
  await page.getByRole('textbox', { name: `ملاحظات على غياب ${first}` }).fill('سفر مع أهله');
  await page.getByRole('combobox', { name: `نوع غياب ${second}` }).click();
  await page.getByRole('option', { name: 'غياب بعذر' }).click();
  await expect(absent(page, second)).toBeChecked();
  await expect(page.getByText('الغائبون: 2')).toBeVisible();
  await absent(page, second).uncheck();
  await expect(page.getByRole('textbox', { name: `ملاحظات على غياب ${second}` })).toBeDisabled();
  await save('حفظ الغياب');
  await expect(toast(page, 'تم حفظ الغياب بنجاح')).toBeVisible();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();

  await page.reload();
  await expect(absent(page, first)).toBeChecked();
  await expect(page.getByRole('textbox', { name: `ملاحظات على غياب ${first}` })).toHaveValue('سفر مع أهله');
  await absent(page, first).uncheck();
  // The page has only one number of absentees.
  await expect(page.getByText('الغائبون: 0')).toBeVisible();
  await expect(page.getByText('لم تُحفظ التغييرات بعد')).toBeVisible();
  await expect(page.getByText('حُضِّر، غائب واحد')).toHaveCount(0);
  await save('حفظ: لا غياب');
  await expect(page.getByText('حُضِّر، لا غياب')).toBeVisible();

  await page.getByRole('button', { name: 'تقرير الغياب' }).click();
  const report = page.getByRole('dialog');
  await expect(report.getByRole('row').nth(1)).toBeVisible();
  const file = page.waitForEvent('download');
  await report.getByRole('button', { name: 'تصدير Excel' }).click();
  const [sheet] = await readXlsxFile(await (await file).path());
  const [header, ...lines] = sheet?.data ?? [];
  expect(header).toEqual(['التاريخ', 'الرقم الأكاديمي', 'الطالب', 'المادة', 'نوع الغياب', 'ملاحظات']);
  expect(lines.length).toBeGreaterThan(10);
  expect(String(lines[0]?.[1])).toMatch(/^\d{8}$/);
  expect(lines.every((line) => /^غياب (بعذر|بدون عذر)$/.test(String(line[4])))).toBe(true);
  const daysOf = (student: unknown) =>
    new Set(lines.filter((line) => line[1] === student).map(([date]) => String(date))).size;
  const maxDays = Math.max(...lines.map((line) => daysOf(line[1])));
  const students = lines.filter((line) => daysOf(line[1]) === maxDays).map((line) => String(line[2]));
  const mostAbsent = [...new Set(students)].toSorted((one, other) => one.localeCompare(other, 'ar'));
  await expect(report.getByRole('rowheader').nth(mostAbsent.length)).toBeVisible();
  await report.getByLabel('الحد الأدنى لأيام الغياب').fill(String(maxDays));
  await expect(report.getByRole('rowheader')).toHaveText(mostAbsent);
});
