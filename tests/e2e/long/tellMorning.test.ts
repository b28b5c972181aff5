import type { Register } from '../../../contract/absences';
import type { StudentRow } from '../../../contract/students/students';
import { newApiCaller } from '../../support/apiCaller';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { openFromMenu, phoneViewport } from '../../support/journey';
import { registerAddress, registerDay } from '../../support/outbox';

test.use({ viewport: phoneViewport });

test('a morning on a phone: absences are saved, and each family gets its message', async ({
  page,
  context,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('PUT', '/settings', { teachers_contact_guardians: true });
  const batches = await call<{ id: number; batch_name: string }[]>('GET', '/batches');
  const batchName = String(batches.find(({ id }) => id === 1)?.batch_name);
  const register = await call<Register>(
    'GET',
    `/absences/${encodeURIComponent(batchName)}/QRN101-1/${registerDay}`,
  );
  const students = await call<StudentRow[]>('GET', '/students');
  const [first, second] = register.students.map(
    ({ studentId }) => students.find(({ student_id }) => student_id === studentId) as StudentRow,
  );
  if (!first || !second) throw new Error('the register has too few students');
  for (const { id } of [first, second]) {
    await call('PUT', `/students/${id}`, { birth_date: '2015-01-01' });
    const demoGuardians = await call<{ id: number }[]>('GET', `/students/${id}/guardians`);
    for (const guardian of demoGuardians) await call('DELETE', `/students/${id}/guardians/${guardian.id}`);
  }
  await call('POST', `/students/${first.id}/guardians`, {
    name: 'صالح الراشد',
    relation: 'father',
    phone: '0551234567',
  });
  await call('POST', `/students/${second.id}/guardians`, { relation: 'mother', phone: '0557654321' });
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));

  // absent
  await takeSession(page, 'teacher');
  await page.goto(registerAddress);
  for (const { full_name } of [first, second])
    await page
      .getByRole('button', { name: new RegExp(`^${full_name}`) })
      .first()
      .click();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await expect(toast(page, 'تم حفظ الغياب بنجاح')).toBeVisible();

  // message
  await page.getByRole('link', { name: /^إبلاغ أولياء الأمور \(2\)/ }).click();
  await expect(page).toHaveURL(/\/tell\?kind=absent&date=.*&batch_id=1/);
  const message = page.getByRole('region', { name: 'إلى: صالح الراشد' });
  await expect(message.getByRole('textbox')).toHaveValue(new RegExp(`غاب الطالب ${first.full_name}`));
  const link = page.getByRole('link', { name: 'فتح في واتساب' });
  await expect(link).toBeInViewport();
  const thumb = await link.boundingBox();
  const [whatsApp] = await Promise.all([context.waitForEvent('page'), link.click()]);
  expect(whatsApp.url()).toMatch(/^https:\/\/wa\.me\/966551234567\?text=/);
  expect(new URL(whatsApp.url()).searchParams.get('text')).toContain(`غاب الطالب ${first.full_name}`);
  await whatsApp.close();
  await expect(page.getByText('1 من 2')).toBeVisible();

  // next, under the same thumb
  const next = page.getByRole('button', { name: 'التالي' });
  const place = await next.boundingBox();
  const middle = {
    x: (thumb?.x ?? 0) + (thumb?.width ?? 0) / 2,
    y: (thumb?.y ?? 0) + (thumb?.height ?? 0) / 2,
  };
  expect(
    place &&
      middle.x > place.x &&
      middle.x < place.x + place.width &&
      middle.y > place.y &&
      middle.y < place.y + place.height,
  ).toBe(true);
  await page.mouse.click(middle.x, middle.y);
  await expect(page.getByRole('region', { name: `إلى: ${second.full_name}` })).toBeVisible();

  // The first student came after all: the register is corrected, and the page offers a correction.
  await call('PUT', `/absences/${encodeURIComponent(batchName)}/QRN101-1/${registerDay}`, {
    absentStudents: [{ studentId: second.student_id, type: 'غياب بدون عذر' }],
  });
  await page.reload();
  await expect(page.getByText('تغيّر التحضير بعد فتح الرسالة، فهذه رسالة تصحيح.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'إلى: صالح الراشد' }).getByRole('textbox')).toHaveValue(
    new RegExp(`سُجّل الطالب ${first.full_name} حاضراً`),
  );
  await openFromMenu(page, 'رسائل اليوم');
});
