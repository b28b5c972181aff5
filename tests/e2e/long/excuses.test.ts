import type { AuditEntry } from '../../../contract/audit';
import { daysAfter } from '../../../contract/rules/retention';
import type { Student } from '../../../contract/students/students';
import { newApiCaller } from '../../support/apiCaller';
import { expect, signIn, takeSession, test, toast } from '../../support/browserTest';
import { heading, openFromMenu, phoneViewport, undoLast } from '../../support/journey';

const sheet = 'batch_id=1&subject_code=QRN101-1';

test('a guardian sends an excuse, the teacher accepts it on a phone, the register shows it, and undo takes it back', async ({
  page,
}) => {
  await page.setViewportSize(phoneViewport);
  const call = await newApiCaller(page, 'admin');
  const { today } = await call<{ today: string }>('GET', '/settings');
  const yesterday = daysAfter(today, -1);
  const filter = encodeURIComponent(JSON.stringify({ batch_id: 1 }));
  const [student] = await call<Student[]>('GET', `/students?range=[0,0]&filter=${filter}`);
  if (!student) throw new Error('The batch has no students');
  const { id, full_name: name, student_id: studentId } = student;
  const guardian = await call<{ id: number }>('POST', `/students/${id}/guardians`, {
    name: 'صالح الراشد',
    relation: 'father',
    phone: '0551234567',
    consent_on: yesterday,
  });
  const link = await call<{ link_code: string; link_pin: string }>('POST', `/guardians/${guardian.id}/link`);
  const path = `/absences/${encodeURIComponent(String(student.batch_name))}/QRN101-1/${yesterday}`;
  await call('PUT', path, { absentStudents: [{ studentId, type: 'غياب بدون عذر' }] });

  await page.goto(`/g/${link.link_code}`);
  await page.getByLabel('الرقم السري').fill(link.link_pin);
  await page.getByRole('button', { name: 'فتح الصفحة' }).click();
  await page.getByText('إرسال عذر').click();
  await page.getByLabel('من يوم').fill(yesterday);
  await page.getByLabel('إلى يوم').fill(today);
  await page.getByLabel('السبب').selectOption('مرض');
  await page.getByLabel('توضيح (اختياري)').fill('حرارة منذ البارحة');
  await page.getByRole('button', { name: 'إرسال', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('وصل عذرك إلى المعهد');
  await expect(page.getByRole('listitem').filter({ hasText: 'مرض' })).toContainText('أُرسل');

  await signIn(page, 'teacher');
  await page.getByRole('button', { name: /^الإشعارات/ }).click();
  await page.getByRole('link', { name: `عذر جديد لـ«${name}»` }).click();
  await expect(heading(page, 'الأعذار')).toBeVisible();
  await expect(page.getByText('حرارة منذ البارحة')).toBeVisible();
  await page.getByRole('button', { name: `قبول عذر ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'قبول العذر' });
  await expect(dialog.getByText('غياب واحد مسجل يصير بعذر:')).toBeVisible();
  await dialog.getByRole('button', { name: 'قبول', exact: true }).click();
  const accepted = toast(page, 'قُبل العذر، وصار غياب واحد بعذر');
  await expect(accepted).toBeVisible();

  const card = page.locator(`[data-student="${studentId}"]`);
  await page.goto(`/absences?${sheet}&date=${yesterday}`);
  await expect(card).toContainText('غياب بعذر');
  await page.goto(`/absences?${sheet}&date=${today}`);
  await expect(card).toContainText('له عذر مقبول: مرض');
  await card.getByRole('button').first().click();
  await expect(card).toContainText('غياب بعذر');
  await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  await page.getByRole('button', { name: 'ترك التغييرات' }).click();

  await undoLast(page);
  await page.getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await page.goto(`/absences?${sheet}&date=${yesterday}`);
  await expect(card).toContainText('غياب بدون عذر');
  await openFromMenu(page, /^الأعذار/);
  await expect(page.getByText('حرارة منذ البارحة')).toBeVisible();

  const [entry] = await call<AuditEntry[]>(
    'GET',
    `/audit?range=[0,0]&filter=${encodeURIComponent(JSON.stringify({ table_name: 'excuses', action: 'create' }))}`,
  );
  expect(entry).toMatchObject({ user_name: 'ولي الأمر صالح الراشد' });
  await takeSession(page, 'student');
  await page.goto('/excuses');
  await expect(heading(page, 'الأعذار')).toHaveCount(0);
});
