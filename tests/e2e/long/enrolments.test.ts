import type { Page } from '@playwright/test';
import type { Transcript } from '../../../contract/reports/academicReports';
import type { Enrolment } from '../../../contract/students/enrolments';
import type { Student } from '../../../contract/students/students';
import type { StudentReport } from '../../../contract/reports/studentReport';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { type ApiCaller, newApiCaller } from '../../support/apiCaller';
import { pickFound } from '../../support/journey';

const oldBatch = 'دفعة القرآن الأولى 1445';
const newBatch = 'دفعة النقل 1448';

const fullMarks = { participationGrade: 10, attendanceGrade: 30, exerciseGrade: 5, readingGrade: 5 };

/** Returns the demo student with marks, and another batch of his programme with marks of two students. */
async function createTwoBatches(page: Page, call: ApiCaller) {
  const asStudent = await newApiCaller(page, 'student');
  const { id: userId } = await asStudent<{ id: number }>('GET', '/auth/me');
  const student = await asStudent<Student>('GET', `/students/by-user/${userId}`);
  const batch = await call<{ id: number }>('POST', '/batches', { batch_name: newBatch, program_id: 'QRN' });
  const { subject_code } = await call<{ subject_code: string }>('POST', '/subjects', {
    subject_code: 'NQL101',
    name: 'مادة الدفعة الجديدة',
    batch_id: batch.id,
  });
  const grades = [];
  for (const [first_name, national_id, testGrade] of [
    ['أول', '1999999991', 50],
    ['ثان', '1999999992', 0],
  ] as const) {
    const body = { first_name, last_name: 'الجديد', national_id, batch_id: batch.id };
    const { student_id } = await call<Student>('POST', '/students', body);
    grades.push({ studentId: student_id, ...fullMarks, testGrade });
  }
  await call('POST', '/grades/save', { batchName: newBatch, subjectCode: subject_code, grades });
  const loadOwnReport = () => asStudent<StudentReport>('GET', `/reports/student/${userId}`);
  const [enrolment] = await call<Enrolment[]>('GET', `/students/${student.id}/enrolments`);
  return { student, batch, loadOwnReport, from: enrolment?.from ?? '' };
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const rowOf = (page: Page, { student_id }: Student) => page.getByRole('row').filter({ hasText: student_id });
const listUrl = ({ student_id }: Student) =>
  `/students?filter=${encodeURIComponent(JSON.stringify({ q: student_id }))}`;
const ownStat = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ hasText: label }).locator('.figure').first();

test('a moved student with marks has the right transcript, report, average and rank, and undo moves him back', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { student, batch, loadOwnReport, from } = await createTwoBatches(page, call);
  const before = await loadOwnReport();
  const transcriptIn = (name: string) =>
    call<Transcript>(
      'GET',
      `/reports/transcript/${student.student_id}?batchName=${encodeURIComponent(name)}`,
    );
  const marksBefore = (await transcriptIn(oldBatch)).transcript;

  await takeSession(page, 'admin');
  await page.goto(listUrl(student));
  await rowOf(page, student).getByRole('checkbox').check();
  await expect(page.getByText('المختار: طالب واحد')).toBeVisible();
  await page.getByRole('button', { name: 'نقل إلى دفعة' }).click();
  const dialog = page.getByRole('dialog', { name: 'نقل إلى دفعة' });
  await pickFound(page, dialog.getByRole('combobox', { name: /^الدفعة الجديدة/ }), newBatch);
  await dialog.getByLabel('تاريخ النقل').fill(dayAfter(from));
  await dialog.getByRole('button', { name: 'نقل إلى دفعة' }).click();
  const warning = dialog.getByRole('alert');
  await expect(warning).toContainText('لهذا الطالب درجات أو تحضير أو سجلات في دفعته بعد هذا التاريخ');
  await expect(warning.getByRole('listitem')).toContainText(student.full_name);
  await dialog.getByRole('button', { name: 'نقل مع ذلك' }).click();
  await expect(toast(page, `نُقل الطالب إلى «${newBatch}»`)).toBeVisible();
  await expect(rowOf(page, student)).toContainText(newBatch);
  await expect(page.getByText('المختار: طالب واحد')).toHaveCount(0);

  const marksNow = (await transcriptIn(newBatch)).transcript;
  expect(marksNow.filter(({ total }) => total !== null)).toEqual(
    marksBefore.filter(({ total }) => total !== null),
  );
  const reportNow = await loadOwnReport();
  const average = reportNow.academic_performance.average_grade ?? 0;
  expect(average).toBe(before.academic_performance.average_grade);
  const rank = 1 + [100, 50].filter((other) => other > average).length;
  expect(reportNow.academic_performance).toMatchObject({ rank, total_students: 3 });

  await toast(page, newBatch).getByRole('button', { name: 'تراجع' }).click();
  await expect(rowOf(page, student)).toContainText(oldBatch);
  expect((await transcriptIn(oldBatch)).transcript).toEqual(marksBefore);
  expect((await loadOwnReport()).academic_performance).toEqual(before.academic_performance);

  // Moves the student again for the checks of the screens.
  await call('POST', '/students/move', {
    student_row_ids: [student.id],
    batch_id: batch.id,
    date: dayAfter(from),
    confirm: true,
  });
  await page.goto(`/reports?type=transcript&batch_id=${batch.id}&student_id=${student.student_id}&shown=1`);
  const transcript = page.getByRole('region', { name: 'كشف درجات الطالب', exact: true });
  for (const { subjectName, total } of marksBefore)
    if (total !== null)
      await expect(transcript.getByRole('row', { name: new RegExp(`^${subjectName}`) })).toContainText(
        String(total),
      );
  await takeSession(page, 'student');
  await page.goto('/reports');
  await expect(ownStat(page, 'المعدل العام')).toContainText(`${average}%`);
  await expect(ownStat(page, 'الترتيب')).toHaveText(`${rank} من 3`);
  expectConsoleErrors(consoleErrors, /409.*\/api\//);
});

test('the deletion of a student’s former batch first shows the number of his records in it', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { student, batch, from } = await createTwoBatches(page, call);
  const move = { student_row_ids: [student.id], batch_id: batch.id, date: dayAfter(from), confirm: true };
  await call('POST', '/students/move', move);
  await takeSession(page, 'admin');
  await page.goto(`/batches?filter=${encodeURIComponent(JSON.stringify({ q: oldBatch }))}`);
  await page.getByRole('button', { name: `حذف ${oldBatch}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(question.getByRole('alert')).toContainText(
    /عدد الطلاب 1، الدرجات [1-9]\d*، الغياب \d+، السجلات/,
  );
  await question.getByRole('button', { name: 'حذف مع ذلك' }).click();
  await expect(toast(page, 'تم حذف الدفعة بنجاح')).toBeVisible();
  await expect(page.getByRole('button', { name: `حذف ${oldBatch}` })).toHaveCount(0);
  const remaining = await call<Enrolment[]>('GET', `/students/${student.id}/enrolments`);
  expect(remaining.map(({ batch_name }) => batch_name)).toEqual([newBatch]);
  expectConsoleErrors(consoleErrors, /409.*\/api\//);
});

test('a withdrawn student leaves the sheet and the register of today, and keeps his marks; list and form show the status', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const asStudent = await newApiCaller(page, 'student');
  const { id: userId } = await asStudent<{ id: number }>('GET', '/auth/me');
  const student = await asStudent<Student>('GET', `/students/by-user/${userId}`);
  await takeSession(page, 'admin');
  await page.goto('/absences?batch_id=1&subject_code=QRN101-1');
  const registerRow = page.getByRole('rowheader', { name: student.full_name });
  await expect(registerRow).toBeVisible();

  await page.goto(listUrl(student));
  await rowOf(page, student).getByRole('link', { name: /تعديل/ }).click();
  const panel = page.getByRole('region', { name: 'القيد', exact: true });
  await expect(panel.getByRole('listitem')).toContainText(oldBatch);
  await expect(panel.getByText('منتظم')).toBeVisible();
  await page.getByRole('textbox', { name: /^الاسم الأول/ }).fill('اسم لم يُحفظ');
  await expect(panel.getByRole('button', { name: 'تغيير الحالة' })).toBeDisabled();
  await page.getByRole('textbox', { name: /^الاسم الأول/ }).fill(student.first_name);
  await panel.getByRole('button', { name: 'تغيير الحالة' }).click();
  const dialog = page.getByRole('dialog', { name: 'تغيير الحالة' });
  await expect(dialog.getByText(student.full_name)).toBeVisible();
  await dialog.getByRole('radio', { name: /^منسحب/ }).check();
  await dialog.getByRole('textbox', { name: /^سبب التغيير/ }).fill('انتقل إلى مدينة أخرى');
  // A date that would hide newer records needs a confirmation, and another date needs a new confirmation.
  const [enrolment] = await call<Enrolment[]>('GET', `/students/${student.id}/enrolments`);
  const day = dialog.getByLabel('تاريخ التغيير');
  const today = await day.inputValue();
  await day.fill(dayAfter(enrolment?.from ?? ''));
  await dialog.getByRole('button', { name: 'تغيير الحالة' }).click();
  await expect(dialog.getByRole('alert').getByRole('listitem')).toContainText(student.full_name);
  await expect(dialog.getByRole('button', { name: 'تغيير مع ذلك' })).toBeEnabled();
  await day.fill(today);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  // The browser's Back closes the dialog, and asks before typed text is lost.
  await page.goBack();
  await page.getByRole('button', { name: 'البقاء في الصفحة' }).click();
  await dialog.getByRole('button', { name: 'تغيير الحالة' }).click();
  await expect(toast(page, 'صارت حالة الطالب «منسحب»')).toBeVisible();
  await expect(panel.getByText('انتقل إلى مدينة أخرى').first()).toBeVisible();
  await expect(panel.getByRole('listitem')).toContainText('انسحاب');

  await page.goto(`/students?filter=${encodeURIComponent('{"status":"withdrawn"}')}`);
  await expect(rowOf(page, student).getByText('منسحب')).toBeVisible();
  await expect(page.getByRole('button', { name: 'إزالة التصفية «الحالة: منسحب»' })).toBeVisible();

  await page.goto('/absences?batch_id=1&subject_code=QRN101-1');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(registerRow).toHaveCount(0);
  await page.goto('/grades?batch_id=1&subject_code=QRN101-1');
  await page.getByRole('searchbox', { name: 'ابحث باسم الطالب' }).fill(student.student_id);
  const studentRow = page.getByRole('row').filter({ hasText: student.full_name });
  await expect(studentRow).toContainText('خارج الكشف منذ');
  await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
  await studentRow.getByRole('gridcell').nth(2).dblclick();
  await expect(studentRow.getByRole('textbox')).toHaveCount(0);
  expectConsoleErrors(consoleErrors, /409.*\/api\//);
});
