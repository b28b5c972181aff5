import { readFileSync } from 'node:fs';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { heading, desktopViewport } from '../support/journey';
import { daysAgo, newMemoriser } from '../support/memorisation';
import { readPdfLines } from '../support/pdfText';

test.use({ viewport: desktopViewport });

test('a teacher opens the map of a student from the records of a subject, and downloads the sheet of the week', async ({
  page,
  context,
}) => {
  const call = await newApiCaller(page, 'admin');
  const student = await newMemoriser(call);
  const record = { studentId: student.student_id, kind: 'far', ranges: [{ from: '66:1', to: '66:12' }] };
  const lesson = { studentId: student.student_id, kind: 'new', ranges: [{ from: '46:1', to: '46:14' }] };
  await call('POST', '/daily-records/save', {
    batchName: 'دفعة القرآن الأولى 1445',
    subjectCode: student.subject_code,
    recordDate: daysAgo(0),
    records: [record, lesson],
  });
  await takeSession(page, 'teacher');
  await page.goto(`/daily-records?batch_id=1&subject_code=${student.subject_code}`);
  await page.getByRole('link', { name: 'خريطة الحفظ' }).click();
  const batch = page.getByRole('region', { name: 'المحفوظ من الأجزاء' });
  await batch.getByRole('combobox', { name: 'الحلقة' }).click();
  await page.getByRole('option', { name: 'الدفعة كلها' }).click();
  const line = batch.getByRole('row').filter({ hasText: student.full_name });
  await expect(line.getByRole('cell').nth(29)).toHaveText('100');
  await batch.getByRole('link', { name: student.full_name }).click();
  await expect(heading(page, student.full_name)).toBeVisible();

  const map = page.getByRole('region', { name: 'خريطة الحفظ' });
  const cell = (name: string) => map.getByRole('gridcell', { name });
  await expect(map.getByRole('gridcell')).toHaveCount(604);
  await expect(cell('الصفحة 604')).toHaveAccessibleName(/حديثة$/);
  await expect(cell('الصفحة 570')).toHaveAccessibleName(/حان وقتها$/);
  await expect(cell('الصفحة 550')).toHaveAccessibleName(/متأخرة$/);
  await expect(cell('الصفحة 530')).toHaveAccessibleName(/ضعيفة$/);
  await expect(cell('الصفحة 300')).toHaveAccessibleName(/غير محفوظة$/);
  await expect(map.locator('[data-page="2"]')).toHaveAccessibleName(/بعضها محفوظ$/);
  await map.locator('[data-page="530"]').hover();
  await expect(map).toContainText('الصفحة 530 · القمر');
  await expect(map).toContainText('الأخطاء بأوزانها: 4');
  await map.locator('[data-page="560"]').click();
  await map.getByRole('button', { name: 'مرات التسميع' }).click();
  const recitations = page.getByRole('dialog', { name: 'تسميع الصفحة 560' });
  await expect(recitations.getByRole('listitem')).toHaveText([/سورة التحريم/]);
  await recitations.getByRole('link').click();
  await expect(page).toHaveURL(/\/daily-records\?.*kind=far/);
  await expect(page.getByRole('searchbox')).toHaveValue(student.full_name);
  await page.goBack();

  await page.getByRole('link', { name: 'الورقة الأسبوعية' }).click();
  const report = page.getByRole('region', { name: 'الورقة الأسبوعية' });
  await expect(report.getByRole('table', { name: 'ما سُمّع في الأسبوع' })).toContainText('الأحقاف 1-14');
  await expect(report.getByRole('table', { name: 'أول يوم في الأسبوع القادم' })).toContainText('الأحقاف 15-');
  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تنزيل PDF' }).click();
  const { pages } = await readPdfLines(new Uint8Array(readFileSync(await (await pdf).path())));
  expect(pages).toBe(1);
  const excel = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير Excel' }).click();
  expect((await excel).suggestedFilename()).toContain('الورقة الأسبوعية');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'مشاركة' }).click();
  await expect(toast(page, 'تم نسخ النص')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`الورقة الأسبوعية: ${student.full_name}`);
  expect(copied).toContain('الأحقاف 1-14، أُجيز');
  await page.getByRole('button', { name: 'الأسبوع السابق' }).click();
  await expect(report).toContainText('لا تسميع مسجل في هذا الأسبوع.');
});
