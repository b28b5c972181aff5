import type { Student } from '../../../contract/students/students';
import { newApiCaller } from '../../support/apiCaller';
import { expect, signIn, takeSession, test, toast } from '../../support/browserTest';
import { heading, openFromMenu, phoneViewport } from '../../support/journey';

test('a teacher praises a student with three taps and several at once, and the guardian reads what is ticked', async ({
  page,
}) => {
  await page.setViewportSize(phoneViewport);
  const call = await newApiCaller(page, 'admin');
  const filter = encodeURIComponent(JSON.stringify({ batch_id: 1 }));
  const [student, second] = await call<Student[]>('GET', `/students?range=[0,1]&filter=${filter}`);
  if (!student || !second) throw new Error('The batch has no students');
  const guardian = await call<{ id: number }>('POST', `/students/${student.id}/guardians`, {
    name: 'صالح الراشد',
    relation: 'father',
    phone: '0551234599',
    consent_on: '2020-01-01',
  });
  const link = await call<{ link_code: string; link_pin: string }>('POST', `/guardians/${guardian.id}/link`);

  // Three taps on the page of the student.
  await takeSession(page, 'teacher');
  await page.goto(`/students/${student.id}/show`);
  const panel = page.getByRole('region', { name: 'السلوك' });
  await panel.getByRole('button', { name: 'ملاحظة سلوك' }).click();
  const dialog = page.getByRole('dialog', { name: 'ملاحظة سلوك' });
  await dialog.getByRole('button', { name: 'مساعدة الزملاء' }).click();
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(toast(page, 'سُجّلت الملاحظة')).toBeVisible();
  await expect(panel.getByText('مساعدة الزملاء').first()).toBeVisible();

  // Two students at once, and the guardian of one of them may read it.
  await openFromMenu(page, 'السلوك');
  await expect(heading(page, 'السلوك')).toBeVisible();
  await page.getByRole('button', { name: 'ملاحظة سلوك' }).click();
  const students = dialog.getByRole('combobox', { name: 'الطلاب' });
  for (const one of [student, second]) {
    await students.click();
    await students.fill(String(one.student_id));
    await page.getByRole('option', { name: one.full_name }).click();
  }
  await expect(dialog.getByText(/^لطالبين، أولهما:/)).toBeVisible();
  await dialog.getByRole('button', { name: 'توجيه: غير ذلك' }).click();
  await dialog.getByRole('textbox', { name: 'النص' }).fill('نسيا المصحف في البيت');
  await dialog.getByRole('checkbox', { name: 'يقرؤها ولي الأمر في صفحته' }).check();
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(toast(page, 'سُجّلت الملاحظة لطالبين')).toBeVisible();
  const rows = page.getByRole('listitem').filter({ hasText: 'نسيا المصحف في البيت' });
  await expect(rows).toHaveCount(2);

  const parent = await page.context().browser()?.newContext();
  const guardianPage = await parent?.newPage();
  if (!guardianPage) throw new Error('no browser');
  await guardianPage.goto(new URL(`/g/${link.link_code}`, page.url()).href);
  await guardianPage.getByLabel('الرقم السري').fill(link.link_pin);
  await guardianPage.getByRole('button', { name: 'فتح الصفحة' }).click();
  await expect(guardianPage.getByRole('heading', { name: 'ملاحظات السلوك' })).toBeVisible();
  await expect(guardianPage.getByText('نسيا المصحف في البيت')).toBeVisible();
  await expect(guardianPage.getByText('مساعدة الزملاء')).toHaveCount(0);

  // One undo removes both.
  await page.getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(rows).toHaveCount(0);
  await guardianPage.reload();
  await expect(guardianPage.getByText('نسيا المصحف في البيت')).toHaveCount(0);
  await parent?.close();

  // The admin retires a category that is in use.
  await signIn(page, 'admin');
  await page.goto('/settings/behaviour');
  await page.getByRole('button', { name: 'تعديل التصنيفات' }).click();
  const categories = page.getByRole('dialog', { name: 'تصنيفات السلوك' });
  await categories.getByRole('button', { name: 'إيقاف «مساعدة الزملاء»' }).click();
  await categories.getByRole('button', { name: 'حفظ' }).click();
  await expect(page.getByText('مساعدة الزملاء (موقوف)')).toBeVisible();
});
