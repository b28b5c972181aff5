import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, watch } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, openReportSettings, phoneViewport } from '../support/journey';

test.use({ viewport: desktopViewport });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a transcript is issued as PDF, can be verified on a phone without an account, and shows its withdrawal', async ({
  page,
  browser,
  address,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/reports?type=transcript&batch_id=1&student_id=14450001&shown=1');
  await expect(page.getByRole('region', { name: 'كشف درجات الطالب', exact: true })).toBeVisible();
  await openReportSettings(page);
  await button(page, 'توليد التقرير').click();
  await button(page, 'إظهار الأرقام').click();
  const generatedStat = page
    .getByRole('listitem')
    .filter({ hasText: 'تقارير وُلّدت' })
    .locator('.figure')
    .first();
  await expect(generatedStat).toHaveText('1');
  const file = page.waitForEvent('download');
  await button(page, 'تصدير PDF').click();
  expect((await file).suggestedFilename()).toMatch(/^كشف درجات الطالب - .*\.pdf$/);

  const call = await newApiCaller(page, 'admin');
  type Paper = { code: string; number: string; student_name: string };
  const [paper] = (await call<Paper[]>('GET', '/papers/issued')) as [Paper];
  const stranger = await browser.newContext({ baseURL: address, locale: 'ar', viewport: phoneViewport });
  const strangerPage = await stranger.newPage();
  watch(strangerPage, consoleErrors);
  const result = (name: string) => strangerPage.getByRole('heading', { name, exact: true });
  await strangerPage.goto(`/verify/${paper.code}`);
  await expect(result('وثيقة صحيحة')).toBeVisible();
  await expect(strangerPage.getByText(paper.student_name)).toBeVisible();
  await expect(strangerPage.getByText(paper.number)).toBeVisible();
  await expect(strangerPage.getByText(/^•{6}\d{4}$/)).toBeVisible();

  // After a corrected mark the paper is still valid, and the page says that the results have changed.
  const batchName = 'دفعة القرآن الأولى 1445';
  const subjectCode = 'QRN101-1';
  type Row = { studentId: string; testGrade: number; version: number };
  const rows = await call<Row[]>('GET', `/grades/${encodeURIComponent(batchName)}/${subjectCode}`);
  const row = rows.find(({ studentId }) => studentId === '14450001');
  const grades = [{ ...row, testGrade: (row?.testGrade ?? 0) - 1 }];
  await call('POST', '/grades/save', { batchName, subjectCode, grades });
  await strangerPage.reload();
  await expect(result('وثيقة صحيحة الإصدار، وتغيّر السجل بعدها')).toBeVisible();

  const paperRows = page.getByRole('main').locator('tbody tr');
  await page.getByRole('link', { name: 'بحث متقدم' }).click();
  await expect(paperRows.first()).toBeVisible();
  await page.getByRole('link', { name: 'الوثائق الصادرة' }).click();
  await page.getByRole('searchbox', { name: 'رقم الوثيقة أو الطالب أو الدفعة' }).fill(paper.number);
  await expect(paperRows).toHaveText([/صادرة/]);
  await button(page, `إلغاء الوثيقة ${paper.number}`).click();
  const question = page.getByRole('dialog', { name: `إلغاء الوثيقة ${paper.number}` });
  await question.getByRole('button', { name: 'إلغاء الوثيقة' }).click();
  await expect(question.getByText('مطلوب')).toBeVisible();
  await question.getByRole('textbox').fill('صدرت بالخطأ');
  await question.getByRole('button', { name: 'إلغاء الوثيقة' }).click();
  await expect(paperRows).toHaveText([/ملغاة/]);
  await expect(button(page, `إلغاء الوثيقة ${paper.number}`)).toHaveCount(0);
  await strangerPage.reload();
  await expect(result('وثيقة ملغاة')).toBeVisible();
  await strangerPage.goto('/verify/00000000000000000000000000000000');
  await expect(result('لا توجد وثيقة بهذا الرمز')).toBeVisible();
  await stranger.close();
  expectConsoleErrors(consoleErrors, /404.*\/api\/verify\//);
});
