import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { HifzPlan } from '../../../contract/hifz/plan';
import type { Student } from '../../../contract/students/students';
import { expectAccessible, navigate, waitForScreen } from '../../support/accessible';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { cell, edit, open, save } from '../../support/gradeSheet';
import { newCircle, panel, studentButton, saveButton } from '../../support/halaqaCircle';
import { pickFound } from '../../support/journey';
import { chooseFromRow, openMore } from '../../support/lists';
import { daysAgo, newMemoriser } from '../../support/memorisation';
import { openChooser } from '../../support/teachingChooser';

/** At this height the save bar covers no row. */
const tallWindow = { width: 1280, height: 2_600 };
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the dialogs that move students and change their status are accessible', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const student = await newApiCaller(page, 'student');
  const { id: userId } = await student<{ id: number }>('GET', '/auth/me');
  const ownStudent = await student<Student>('GET', `/students/by-user/${userId}`);
  const [enrolment] = await call<{ from: string }[]>('GET', `/students/${ownStudent.id}/enrolments`);
  const early = new Date(Date.parse(`${enrolment?.from}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  await call('POST', '/batches', { batch_name: 'دفعة النقل 1448', program_id: 'QRN' });
  await takeSession(page, 'admin');
  await page.goto(`/students?filter=${encodeURIComponent(JSON.stringify({ q: ownStudent.student_id }))}`);
  await page.getByRole('row').filter({ hasText: ownStudent.student_id }).getByRole('checkbox').check();
  await expect(page.getByText('المختار: طالب واحد')).toBeVisible();
  await expectAccessible(page, 'a chosen student');
  await button(page, 'نقل إلى دفعة').click();
  const move = page.getByRole('dialog', { name: 'نقل إلى دفعة' });
  await pickFound(page, move.getByRole('combobox', { name: /^الدفعة الجديدة/ }), 'دفعة النقل');
  await move.getByLabel('تاريخ النقل').fill(early);
  await move.getByRole('button', { name: 'نقل إلى دفعة' }).click();
  await expect(move.getByRole('alert').getByRole('listitem')).toContainText(ownStudent.full_name);
  await expectAccessible(page, 'the move that asks');

  await page.goto(`/students/${ownStudent.id}`);
  const enrolments = page.getByRole('region', { name: 'القيد', exact: true });
  await enrolments.getByRole('button', { name: 'تغيير الحالة' }).click();
  const status = page.getByRole('dialog', { name: 'تغيير الحالة' });
  await status.getByRole('radio', { name: /^منسحب/ }).check();
  await status.getByRole('textbox', { name: /^سبب التغيير/ }).fill('انتقل إلى مدينة أخرى');
  await expectAccessible(page, 'the dialog of the status');
  const day = status.getByLabel('تاريخ التغيير');
  const today = await day.inputValue();
  await day.fill(early);
  await status.getByRole('button', { name: 'تغيير الحالة' }).click();
  await expect(status.getByRole('alert').getByRole('listitem')).toContainText(ownStudent.full_name);
  await expectAccessible(page, 'the dialog of the status that asks');
  await day.fill(today);
  await status.getByRole('button', { name: 'تغيير الحالة' }).click();
  await expect(enrolments.getByRole('listitem')).toContainText('انسحاب');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page, 'the form of a student who has withdrawn');

  await page.goto('/grades?batch_id=1&subject_code=QRN101-1');
  await page.getByRole('searchbox', { name: 'ابحث باسم الطالب' }).fill(ownStudent.student_id);
  await expect(page.getByRole('row').filter({ hasText: ownStudent.full_name })).toContainText(
    'خارج الكشف منذ',
  );
  await button(page, 'تعديل الدرجات').click();
  await expectAccessible(page, 'marks of a student who has left');
  expectConsoleErrors(consoleErrors, /409.*\/api\//, /404.*subject-grade-settings/);
});

test('selecting students on a phone, and a deletion with a second question, are accessible', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const targetBatch = await call<{ id: number }>('POST', '/batches', {
    batch_name: 'دفعة النقل',
    program_id: 'QRN',
  });
  const move = { student_row_ids: [1], batch_id: targetBatch.id, date: daysAgo(1), confirm: true };
  await call('POST', '/students/move', move);
  await page.setViewportSize({ width: 390, height: 844 });
  await takeSession(page, 'admin');
  await page.goto('/students?perPage=10');
  await waitForScreen(page);
  await openMore(page, true);
  await button(page, 'اختيار').click();
  await page
    .getByRole('checkbox', { name: /^اختيار / })
    .first()
    .check();
  await expectAccessible(page, 'the cards of students while some are chosen');
  await page.goto('/batches?filter={"q":"دفعة القرآن الأولى 1445"}');
  await chooseFromRow(page.locator('[data-record]').first(), /^حذف دفعة القرآن الأولى 1445/);
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(question.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a deletion that asks once more');
  expectConsoleErrors(consoleErrors, /409.*\/api\//);
});

test('circles and their dialogs are accessible', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  const { id } = await call<{ id: number }>('POST', '/batches', {
    batch_name: 'دفعة 1448',
    program_id: 'QRN',
  });
  const body = { subject_code: 'HLQ101', name: 'حفظ الحلقات', type: 'حفظ', batch_id: id };
  const subject = await call<{ id: number; subject_code: string }>('POST', '/subjects', body);
  for (const [at, first_name] of ['أنس', 'بدر', 'تميم'].entries())
    await call('POST', '/students', {
      first_name,
      last_name: 'الحلقة',
      national_id: `199000000${at}`,
      batch_id: id,
    });
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await expect(page.getByRole('heading', { name: 'لا حلقات في هذه المادة بعد' })).toBeVisible();
  await expectAccessible(page, 'no circles yet');
  await button(page, 'حلقة جديدة').click();
  const createdDialog = page.getByRole('dialog', { name: 'حلقة جديدة' });
  await createdDialog.getByLabel('اسم الحلقة').fill('حلقة عاصم');
  await createdDialog.getByLabel('السعة').fill('2');
  await createdDialog.getByRole('button', { name: 'الأحد' }).click();
  await createdDialog.getByLabel('الوقت').fill('٢٥:٠٠');
  await createdDialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(createdDialog).toContainText('الوقت غير صحيح');
  await expectAccessible(page, 'a circle with a wrong time');
  await createdDialog.getByLabel('الوقت').fill('٤:٣٠');
  await createdDialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(createdDialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'بلا حلقة' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, 'the board of circles');
  const choose = async (action: string) => {
    await button(page, 'إجراءات «حلقة عاصم»').click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await choose('الأعضاء');
  const members = page.getByRole('dialog', { name: 'أعضاء «حلقة عاصم»' });
  for (const name of ['أنس الحلقة', 'بدر الحلقة', 'تميم الحلقة'])
    await members.getByRole('checkbox', { name }).check();
  await expect(members).toContainText('3 من 2');
  await expectAccessible(page, 'the members of a circle');
  await page.keyboard.press('Escape');
  await button(page, 'ترك التغييرات').click();
  await choose('البدلاء');
  const substitutes = page.getByRole('dialog', { name: 'بدلاء «حلقة عاصم»' });
  await substitutes.getByRole('combobox', { name: /^المعلم البديل/ }).click();
  await page.getByRole('option').first().click();
  await substitutes.getByRole('button', { name: 'إضافة بديل' }).click();
  await expect(substitutes.getByRole('button', { name: /^حذف البديل/ })).toBeVisible();
  await expectAccessible(page, 'the substitutes of a circle');
});

test('plan, map and sard of a student are accessible', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  const { id, student_id, subject_code, full_name } = await newMemoriser(call);
  const plan = `/hifz/${student_id}/plan`;
  const stored = await call<HifzPlan>('GET', `${plan}?${new URLSearchParams({ subject_code })}`);
  await call('PUT', plan, { ...stored, juz_test: 1 });
  await call('POST', '/daily-records/save', {
    batchName: 'دفعة القرآن الأولى 1445',
    subjectCode: subject_code,
    recordDate: daysAgo(1),
    records: [{ studentId: student_id, kind: 'new', ranges: [{ from: '46:1', to: '51:30' }] }],
  });
  await takeSession(page, 'admin');
  await page.goto(`/students/${id}/show`);
  const map = page.getByRole('region', { name: 'خريطة الحفظ' });
  await expect(map.getByRole('gridcell')).toHaveCount(604);
  await waitForScreen(page);
  await expectAccessible(page, 'the map of a student with pages of each state');
  await map.getByRole('button', { name: 'الحفظ السابق' }).click();
  const priorDialog = page.getByRole('dialog', { name: 'الحفظ السابق' });
  await expect(priorDialog.getByRole('list', { name: 'المحفوظ المسجل' }).getByRole('listitem')).toHaveCount(
    5,
  );
  await expectAccessible(page, 'what was memorised before');
  await close(page);
  await page.getByRole('region', { name: 'خطة الحفظ' }).getByRole('button', { name: 'تعديل الخطة' }).click();
  const form = page.getByRole('dialog', { name: `خطة حفظ «${full_name}»` });
  await expect(
    form.getByRole('list', { name: 'الأسبوعان القادمان' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expectAccessible(page, 'the plan of a student');
  await close(page);
  await button(page, 'تسجيل سرد الجزء 26').click();
  const sard = page.getByRole('dialog', { name: 'تسجيل سرد' });
  await sard.getByRole('button', { name: 'زيادة فتح' }).click();
  await sard.getByRole('button', { name: 'حفظ السرد' }).click();
  await expect(sard.getByRole('alert')).toHaveText('اختر نتيجة السرد');
  await expectAccessible(page, 'a sard without a result');
  await sard.getByRole('button', { name: 'مُجتاز', exact: true }).click();
  await sard.getByRole('button', { name: 'حفظ السرد' }).click();
  const list = page
    .getByRole('region', { name: 'اختبارات السرد' })
    .getByRole('list', { name: 'السرد المسجل' });
  await expect(list.getByRole('listitem')).toContainText('الجزء 26');
  await expectAccessible(page, 'the list of sard');
  await page.goto(`/reports/week?student=${student_id}`);
  await expect(page.getByRole('region', { name: 'الورقة الأسبوعية' })).toContainText(full_name);
  await waitForScreen(page);
  await expectAccessible(page, 'the week of a student');
});

test('the hearing screen of a circle is accessible', async ({ page }) => {
  const circle = await newCircle(page);
  await takeSession(page, 'admin');
  await page.goto(circle.address);
  await waitForScreen(page);
  await expectAccessible(page, 'the students of a circle');
  await studentButton(page, 'أنس').click();
  const first = panel(page, 'أنس');
  await expect(saveButton(first)).toHaveText('حفظ: أُجيز، ممتاز');
  await expectAccessible(page, 'a recitation');
  await first.getByRole('tab', { name: /^مراجعة بعيدة/ }).click();
  await first.getByRole('group', { name: 'المقدار' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: /^مقدار/ })).toBeVisible();
  await expectAccessible(page, 'the ends of a range');
  await close(page);
  await saveButton(first).click();
  await expect(toast(page, 'حُفظ تسميع')).toBeVisible();
  await expectAccessible(page, 'a recitation that was saved');
  await page.goto('/halaqa/overview');
  await expect(page.getByRole('link', { name: 'تسميع حلقة «حلقة المغرب»' })).toBeVisible();
  await expectAccessible(page, 'the circles of a day');
});

test('daily records and their dialogs are accessible', async ({ page }) => {
  await page.setViewportSize(tallWindow);
  await takeSession(page, 'teacher2');
  await page.goto('/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2');
  await waitForScreen(page);
  const field = (column: string) => page.locator('[data-row]').first().locator(`[data-cell="${column}"]`);
  await field('recordContent').fill('البقرة 1-5');
  await page.getByRole('tab', { name: 'مراجعة بعيدة' }).click();
  await field('recordContent').press('F2');
  const ranges = page.getByRole('dialog', { name: /^مقطع من المصحف/ });
  await ranges.getByLabel('من سورة').fill('النبأ');
  await page.keyboard.press('Enter');
  await ranges.getByLabel('من آية').fill('1');
  await ranges.getByLabel('إلى آية').fill('40');
  await ranges.getByRole('button', { name: 'إضافة مقطع آخر' }).click();
  await ranges.getByLabel('من سورة').fill('الناس');
  await page.keyboard.press('Enter');
  await ranges.getByLabel('من آية').fill('1');
  await ranges.getByLabel('إلى آية').fill('6');
  await expectAccessible(page, 'the dialog of ranges');
  await ranges.getByRole('button', { name: 'اعتماد المقطع' }).click();
  await field('recordContent').press('F4');
  const faults = page.getByRole('dialog', { name: /^أخطاء / });
  await faults.getByLabel('الآية (اختياري)').fill('النبأ 4');
  await page.getByRole('option', { name: 'النبأ 4', exact: true }).click();
  await faults.getByRole('button', { name: 'زيادة فتح' }).click();
  await expectAccessible(page, 'the counters of faults');
  await close(page);
  await page.getByRole('tab', { name: 'حفظ جديد' }).click();
  await expectAccessible(page, 'several kinds on a day, not saved yet');
});

test('register, calendar, chooser and report of absences are accessible', async ({ page }) => {
  await page.setViewportSize(tallWindow);
  await takeSession(page, 'teacher');
  await page.goto('/absences?date=2026-01-05');
  await page.getByRole('textbox', { name: 'التاريخ' }).press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'اختيار التاريخ: التاريخ' });
  await expect(calendar.getByRole('grid')).toBeVisible();
  await expectAccessible(page, 'the calendar');
  await close(page);
  await navigate(page, '/outbox');
  await navigate(page, '/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09');
  await page
    .getByRole('checkbox', { name: / غائب$/ })
    .first()
    .check();
  await expectAccessible(page, 'a register that is not saved yet');
  await button(page, 'حفظ الغياب').click();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
  await openChooser(page);
  await expectAccessible(page, 'the chooser of subject and circle');
  await close(page);
  await button(page, 'تقرير الغياب').click();
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page, 'the report of absences');
  await close(page);
  await navigate(page, '/outbox');
  await navigate(page, '/absences?batch_id=1&subject_code=QRN110-1');
  await expect(page.getByRole('row').getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(page, 'the register of a subject with circles');
});

test('marks, their history and the number pad are accessible', async ({ page, consoleErrors }) => {
  await open(page);
  await edit(page);
  await page.keyboard.type('-1');
  await page.keyboard.press('Enter');
  await cell(page, 1, 0).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectAccessible(page, 'an invalid mark');
  await cell(page, 1, 0).click();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await save(page);
  await page
    .getByRole('button', { name: /^سجل درجات / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('إلى 3');
  await expectAccessible(page, 'the history of marks');
  await close(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await waitForScreen(page);
  await expectAccessible(page, 'marks on cards');
  await button(page, 'تعديل الدرجات').click();
  await expect(page.getByRole('group', { name: 'لوحة الأرقام' })).toBeVisible();
  await expectAccessible(page, 'the number pad');
  expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
});

test('the result of pasted marks is accessible', async ({ page, consoleErrors }) => {
  await open(page);
  await edit(page);
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    readFileSync('tests/data/clipboard/excel.html', 'utf8'),
  );
  await expect(page.getByRole('dialog', { name: 'نتيجة اللصق' })).toBeVisible();
  await expectAccessible(page, 'what was pasted');
  expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
});

test('queued marks, and the question about a conflict, are accessible', async ({
  page,
  context,
  consoleErrors,
}) => {
  await open(page);
  const call = await newApiCaller(page, 'admin');
  const { batch_name } = await call<{ batch_name: string }>('GET', '/batches/1');
  await context.route('**/api/grades/save', (route) => route.abort('internetdisconnected'));
  await edit(page);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await button(page, 'حفظ').click();
  await expect(page.getByText(/حُفظت درجات طالب واحد على هذا الجهاز/)).toBeVisible();
  await expectAccessible(page, 'marks that wait');
  await button(page, /^حساب /).click();
  await expectAccessible(page, 'the menu of the account');
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page.getByRole('dialog', { name: 'على هذا الجهاز ما لم يُرسل' })).toBeVisible();
  await expectAccessible(page, 'signing out with unsent work');
  await close(page);
  await page.goto('/outbox');
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toBeVisible();
  await waitForScreen(page);
  await expectAccessible(page, 'the outbox with unsent work');

  const sheet = `${encodeURIComponent(batch_name)}/QRN102-1`;
  const [row] = await call<{ studentId: string; version: number }[]>('GET', `/grades/${sheet}`);
  const grades = [{ ...row, participationGrade: 8.5 }];
  await call('POST', '/grades/save', { batchName: batch_name, subjectCode: 'QRN102-1', grades });
  await context.unrouteAll();
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect(page.getByText('يحتاج إليك', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the outbox with refused work');
  await page.getByRole('link', { name: /^فتح: درجات / }).click();
  await expect(page.getByRole('dialog').getByRole('radiogroup')).toHaveCount(1);
  await expectAccessible(page, 'the question about a conflict');
  expectConsoleErrors(
    consoleErrors,
    /ERR_INTERNET_DISCONNECTED.*\/api\//,
    /409.*\/api\//,
    /404.*subject-grade-settings/,
  );
});
