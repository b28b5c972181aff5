import { readFileSync } from 'node:fs';
import { findingsAtBothWidths, isShown } from '../../support/accessible';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';
import { daysAgo, newMemoriser } from '../../support/memorisation';
import { linesOf } from '../../support/pdfText';

test('the week of a student is opened from the map, leaves as one page of PDF and as Excel, and is copied as text', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const call = await callsOf(page, 'admin');
  const { id, student_id, full_name, subject_code } = await newMemoriser(call);
  await call('POST', '/daily-records/save', {
    batchName: 'دفعة القرآن الأولى 1445',
    subjectCode: subject_code,
    recordDate: daysAgo(0),
    records: [{ studentId: student_id, kind: 'new', ranges: [{ from: '46:1', to: '46:14' }] }],
  });
  await takeSession(page, 'admin');
  await page.goto(`/students/${id}/show`);
  await page.getByRole('link', { name: 'الورقة الأسبوعية' }).click();
  const report = page.getByRole('region', { name: 'الورقة الأسبوعية' });
  await expect(report).toContainText(full_name);
  await expect(report.getByRole('table', { name: 'ما سُمع في الأسبوع' })).toContainText('الأحقاف 1-14');
  await expect(report.getByRole('table', { name: 'أول يوم في الأسبوع القادم' })).toContainText('الأحقاف 15-');
  await isShown(page);
  expect(await findingsAtBothWidths(page), 'the sheet').toEqual([]);

  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تنزيل PDF' }).click();
  const { pages } = await linesOf(new Uint8Array(readFileSync(await (await pdf).path())));
  expect(pages).toBe(1);
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير Excel' }).click();
  expect((await sheet).suggestedFilename()).toContain('الورقة الأسبوعية');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'مشاركة' }).click();
  await expect(toast(page, 'تم نسخ النص')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`الورقة الأسبوعية: ${full_name}`);
  expect(copied).toContain('الأحقاف 1-14، أُجيز');

  await page.getByRole('button', { name: 'الأسبوع السابق' }).click();
  await expect(report).toContainText('لا تسميع مسجل في هذا الأسبوع.');
});

test('an admin opens the week of a circle from the map of the batch, with a row for each of its students', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const call = await callsOf(page, 'admin');
  interface Card {
    subjects: { circles: { id: number; name: string }[] }[];
  }
  const { subjects } = await call<Card>('GET', '/batches/1/card');
  const [circle] = subjects.flatMap(({ circles }) => circles);
  const sheets = await call<{ name: string }[]>('GET', `/circles/${circle?.id}/week?from=${daysAgo(6)}`);
  expect(sheets.length).toBeGreaterThan(2);
  await takeSession(page, 'admin');
  await page.goto(`/batches/1/show?circle_id=${circle?.id}`);
  await page.getByRole('link', { name: 'الورقة الأسبوعية' }).click();
  const report = page.getByRole('region', { name: 'الورقة الأسبوعية للحلقة' });
  await expect(report).toContainText(circle?.name ?? '');
  const table = report.getByRole('table', { name: 'الطلاب' });
  for (const { name } of sheets) await expect(table).toContainText(name);
});
