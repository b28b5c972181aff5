import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import type { GradeSettings } from '../../../contract/subjectSettings';
import { expect, takeSession, test } from '../../support/browserTest';
import { newApiCaller, type ApiCaller } from '../../support/apiCaller';

async function exportSheet(page: Page, list: string): Promise<string> {
  await page.goto(`/${list}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير Excel' }).click();
  return (await file).path();
}

/** @param file path of an .xlsx, or bytes of a .csv @returns the counts: added, updated, unchanged, refused */
async function importAgain(page: Page, type: string, file: string | Buffer): Promise<number[]> {
  await page.goto(`/import?type=${type}`);
  await page.getByTestId('file').setInputFiles(
    typeof file === 'string'
      ? {
          name: `${type}.xlsx`,
          mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          buffer: await readFile(file),
        }
      : { name: `${type}.csv`, mimeType: 'text/csv', buffer: file },
  );
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await expect(dialog.getByText('أول الصفوف')).toBeVisible();
  await expect(dialog.getByText('تجري المقارنة بالمسجّل')).toBeHidden();
  await dialog.getByRole('button', { name: /^استيراد( \d+ صف.*)?$/ }).click();
  await expect(dialog.getByText('أُضيفت')).toBeVisible();
  return (await dialog.locator('dl dd.figure').allTextContents()).map(Number);
}

type Row = Record<string, unknown> & { id: number };

/** All records as stored, without the fields that each write changes. */
async function loadRecords(call: ApiCaller, list: string): Promise<Row[]> {
  const rows = await call<Row[]>('GET', `/${list}`);
  return rows
    .map(({ version: _version, updated_at: _updated, ...row }) => row as Row)
    .toSorted((one, other) => one.id - other.id);
}

test('an exported sheet has the values of the screen: numbers stay numbers, text has no apostrophe and is no formula', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const call = await newApiCaller(page, 'admin');
  const [student] = await call<Row[]>('GET', '/students');
  await call('PUT', `/students/${student?.id}`, { phone: '+966501234567', last_name: '=cmd' });
  const path = await exportSheet(page, 'students');
  const [sheet] = await readXlsxFile(path);
  const [head = [], ...rows] = sheet?.data ?? [];
  const row = rows.find((cells) => cells.includes(String(student?.['student_id']))) ?? [];
  const cell = (header: string) => row[head.indexOf(header)];
  expect(cell('الجوال')).toBe('+966501234567');
  expect(cell('اسم العائلة')).toBe('=cmd');
  expect(cell('الرقم الأكاديمي')).toBe(student?.['student_id']);
  expect(cell('رقم الهوية')).toBe(student?.['national_id']);
  const xml = strFromU8(unzipSync(await readFile(path))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(xml).not.toContain('<f');

  const [subjects] = await readXlsxFile(await exportSheet(page, 'subjects'));
  const [heads = [], first = []] = subjects?.data ?? [];
  for (const stat of ['المستوى', 'عدد الساعات'])
    expect(typeof first[heads.indexOf(stat)], stat).toBe('number');
});

for (const list of ['programs', 'batches', 'subjects', 'students'])
  test(`the exported sheet of ${list} can be imported completely, and no record changes`, async ({
    page,
  }) => {
    await takeSession(page, 'admin');
    const call = await newApiCaller(page, 'admin');
    const before = await loadRecords(call, list);
    const path = await exportSheet(page, list);
    expect(await importAgain(page, list, path)).toEqual([0, 0, before.length, 0]);
    expect(await loadRecords(call, list)).toEqual(before);
  });

test('the exported grade sheet of a subject with renamed columns can be imported completely, and no mark changes', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const call = await newApiCaller(page, 'admin');
  // One column has the default name of another column, so the header alone is ambiguous.
  const settings = await call<GradeSettings>('GET', '/subject-grade-settings/QRN101-1');
  const heading = `الحضور (القراءة من ${settings.readingMax})`;
  await call('POST', '/subject-grade-settings/QRN101-1', {
    ...settings,
    readingName: 'الحضور',
    attendanceName: 'المواظبة',
    testName: 'اختبار الفترة',
  });
  const [batch] = await call<Row[]>('GET', '/batches?filter={"id":1}');
  const marks = () =>
    call<Row[]>('GET', `/grades/${encodeURIComponent(String(batch?.['batch_name']))}/QRN101-1`);
  const before = await marks();
  await page.goto('/reports?type=subject-sheet&batch_id=1&subject_code=QRN101-1&shown=1');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير Excel' }).click();
  const path = await (await file).path();
  const [sheet] = await readXlsxFile(path);
  expect(sheet?.data).toHaveLength(1 + before.length);
  expect(sheet?.data[0]).toContain(heading);
  expect(await importAgain(page, 'grades', path)).toEqual([0, 0, before.length, 0]);
  expect(await marks()).toEqual(before);

  // A mark changed in the sheet is stored in the right column.
  const table = (sheet?.data ?? []).map((row) => row.map((cell) => cell ?? ''));
  const column = table[0]?.indexOf(heading) ?? -1;
  const mark = table[1]?.[column] === 2 ? 3 : 2;
  table[1]?.splice(column, 1, mark);
  const changed = Buffer.from(`\uFEFF${table.map((row) => row.join(',')).join('\r\n')}`);
  expect(await importAgain(page, 'grades', changed)).toEqual([0, 1, before.length - 1, 0]);
  const after = await marks();
  const differing = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]));
  expect(differing).toHaveLength(1);
  expect(differing[0]?.['readingGrade']).toBe(mark);
});
