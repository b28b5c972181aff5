import type { StudentAssignment } from '../../contract/assignments';
import type { StudentReport } from '../../contract/reports/studentReport';
import { expect, signIn, test } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, heading, openFromMenu } from '../support/journey';

test.use({ viewport: desktopViewport });

test('a student report shows stats, marks, recitations and a graded assignment, and downloads as PDF and Excel', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'student');
  const { id } = await call<{ id: number }>('GET', '/auth/me');
  const report = await call<StudentReport>('GET', `/reports/student/${id}`);
  const { academic_performance: performance, subjects, student_info, semester_info } = report;
  await signIn(page, 'student');
  await expect(page).toHaveURL(/\/reports$/);
  await expect(heading(page, 'تقريري الأكاديمي')).toBeVisible();
  const stat = (label: string) =>
    page.getByRole('listitem').filter({ hasText: label }).locator('.figure').first();
  await expect(stat('المعدل العام')).toContainText(`${performance.average_grade}%`);
  await expect(stat('المعدل العام')).toContainText(performance.letter_grade ?? '');
  await expect(stat('الترتيب')).toHaveText(`${performance.rank} من ${performance.total_students}`);
  await expect(stat('نسبة الحضور')).toHaveText(`${performance.attendance_rate}%`);
  await expect(stat('إجمالي المواد')).toHaveText(String(subjects.length));

  const rows = page
    .getByRole('table', { name: 'الدرجات حسب المادة' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(subjects.length);
  for (const [index, { subject_name, total_grade, letter_grade, records }] of subjects.entries()) {
    const row = rows.nth(index);
    await expect(row.getByRole('rowheader')).toContainText(subject_name);
    if (records) {
      await expect(row.getByRole('cell')).toContainText(`السجلات: ${records.records}`);
      continue;
    }
    await expect(row.getByRole('cell').nth(5)).toContainText(String(total_grade ?? '—'));
    await expect(row.getByRole('cell').nth(6)).toContainText(letter_grade ?? '—');
  }
  // The subject of memorisation has another label for its reading column.
  await expect(rows.filter({ hasText: 'حفظ القرآن الكريم' })).toContainText('التسميع من 20');
  const openPart = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  await openPart('الحضور');
  const term = page.getByRole('region', { name: 'التقدم في الفصل' });
  const { completed_weeks: completed = 0, total_weeks: total = 0 } = semester_info ?? {};
  await expect(term).toContainText(`اكتمل ${completed} من ${total}`);
  const share = String(Math.round((completed / total) * 100));
  await expect(term.getByRole('meter')).toHaveAttribute('aria-valuenow', share);
  await page.goBack();
  const complete = subjects.filter(({ percentage }) => percentage !== null);
  expect(complete.length).toBeGreaterThan(0);
  const bars = page.getByRole('region', { name: 'نتائجك في المواد' }).getByRole('listitem');
  await expect(bars).toHaveText(complete.map((one) => `${one.subject_name}${one.percentage}%`));
  await page.getByRole('combobox', { name: 'المستوى' }).click();
  await page.getByRole('option', { name: 'المستوى الثاني' }).click();
  await expect(page).toHaveURL(/\/reports\?level=2$/);
  await expect(rows).toHaveCount(subjects.filter(({ subject_level }) => subject_level === 2).length);
  await page.getByRole('combobox', { name: 'المستوى' }).click();
  await page.getByRole('option').first().click();
  await expect(rows).toHaveCount(subjects.length);

  await openPart('السجل');
  await expect(page).toHaveURL(/\/reports\?part=record$/);
  const info = page.getByRole('region', { name: 'بيانات الطالب' });
  await expect(info).toContainText(student_info.name);
  await expect(info).toContainText(student_info.student_id);
  const subject = subjects.find(({ kinds }) => (kinds ?? []).length > 1);
  const recitationLog = page.getByRole('region', { name: `سجل التسميع: ${subject?.subject_name}` });
  const kinds = subject?.kinds ?? [];
  expect(kinds[0]).toMatchObject({ kind: 'new', ...subject?.records });
  await expect(recitationLog.getByRole('tab')).toHaveText([
    ...kinds.map(({ name, records }) => `${name} ${records}`),
    `كل الأنواع ${kinds.reduce((sum, { records }) => sum + records, 0)}`,
  ]);
  const lines = recitationLog.getByRole('table').locator('tbody tr');
  await expect(lines).toHaveCount(Math.min(kinds[0]?.records ?? 0, 50));
  await recitationLog.getByRole('tab', { name: kinds[1]?.name ?? '' }).click();
  await expect(lines).toHaveCount(Math.min(kinds[1]?.records ?? 0, 50));
  for (const [name, ending] of [
    ['تصدير PDF', '.pdf'],
    ['تصدير Excel', '.xlsx'],
  ] as const) {
    const file = page.waitForEvent('download');
    await recitationLog.getByRole('button', { name }).click();
    const expected = new RegExp(`^سجل التقييد اليومي للطالب - .*\\${ending}$`);
    expect((await file).suggestedFilename()).toMatch(expected);
  }
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تنزيل التقرير' }).click();
  expect((await file).suggestedFilename()).toMatch(/^التقرير الأكاديمي - .*\.pdf$/);

  const assignments = await call<StudentAssignment[]>('GET', '/assignments/student');
  const graded = assignments.find(({ submission }) => submission?.is_graded);
  await openFromMenu(page, 'الواجبات', /الواجبات|واجباتي/);
  await page.getByRole('link', { name: `عرض الحل: ${graded?.title}` }).click();
  await expect(page.getByText(`${graded?.submission?.total_score} من ${graded?.total_marks}`)).toBeVisible();
});
