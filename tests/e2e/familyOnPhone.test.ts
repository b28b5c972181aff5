import type { Batch } from '../../contract/batches';
import type { Student } from '../../contract/students/students';
import { newApiCaller } from '../support/apiCaller';
import { expect, signIn, test, toast } from '../support/browserTest';
import { card, heading, openFromMenu, phoneViewport, pick, save, undoLast } from '../support/journey';

test.use({ viewport: phoneViewport });

test('a guardian comes with a student, gets a message and his page, and his excuse reaches the register', async ({
  page,
  context,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { batch_name: batchName } = await call<Batch>('PUT', '/batches/1', { age_group: 'minors' });
  const { today } = await call<{ today: string }>('GET', '/settings');
  const register = `/absences/${encodeURIComponent(batchName)}/QRN101-1/${today}`;
  await call('PUT', register, { absentStudents: [] });
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));

  // The admin adds a student with his guardian, and makes the guardian's link.
  await signIn(page, 'admin');
  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  await page.getByRole('link', { name: 'إضافة طالب' }).click();
  await page.getByLabel('الاسم الأول').fill('زياد');
  await page.getByLabel('اسم الأب').fill('ماجد');
  await page.getByLabel('اسم العائلة').fill('المختبر');
  await page.getByLabel('رقم الهوية').fill('١٠٩٩٨٨٧٧٦٦');
  await pick(page, 'الدفعة', batchName);
  await page.getByRole('button', { name: 'إضافة ولي أمر' }).click();
  const guardian = page.getByRole('dialog');
  await guardian.getByRole('textbox', { name: 'الاسم', exact: true }).fill('ماجد المختبر');
  await guardian.getByRole('textbox', { name: 'الجوال', exact: true }).fill('٠٥٥٩٨٧٦٥٤٣');
  await guardian.getByRole('button', { name: 'حفظ', exact: true }).click();
  await save(page);
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await page.getByRole('searchbox').fill('زياد المختبر');
  await card(page, 'المختبر').getByText('زياد ماجد المختبر').click();
  await page.getByRole('button', { name: 'رابط الصفحة الخاصة' }).click();
  await page.getByRole('button', { name: 'إنشاء رابط' }).click();
  const link = page.getByRole('dialog', { name: 'رابط الصفحة الخاصة' });
  const address = await link.getByText(/\/g\/[a-z2-9]{26}$/).textContent();
  const pin = await link.getByText(/^\d{6}$/).textContent();
  await link.getByText('إغلاق', { exact: true }).click();

  // The teacher marks the student absent, and the prepared message opens WhatsApp.
  await signIn(page, 'teacher');
  await page.goto(`/absences?batch_id=1&subject_code=QRN101-1&date=${today}`);
  const [student] = await call<Student[]>('GET', '/students?filter={"q":"زياد المختبر"}');
  const row = page.locator(`[data-student="${student?.student_id}"]`);
  await row.getByRole('button').first().click();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await page.getByRole('link', { name: /^إبلاغ أولياء الأمور \(1\)/ }).click();
  // Other subjects of the batch have absences today too.
  await page.getByRole('button', { name: /^ماجد المختبر/ }).click();
  await expect(page.getByRole('region', { name: 'إلى: ماجد المختبر' })).toBeVisible();
  const [whatsApp] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'فتح في واتساب' }).click(),
  ]);
  expect(whatsApp.url()).toMatch(/^https:\/\/wa\.me\/966559876543\?text=/);
  expect(new URL(whatsApp.url()).searchParams.get('text')).toContain('غاب الطالب زياد ماجد المختبر');
  await whatsApp.close();

  // The guardian opens his page and sends an excuse.
  // The server of the test has a port of its own.
  await page.goto(new URL(String(address)).pathname);
  await page.getByLabel('الرقم السري').fill(String(pin));
  await page.getByRole('button', { name: 'فتح الصفحة' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'زياد' })).toBeVisible();
  await page.getByText('إرسال عذر').click();
  await page.getByLabel('السبب').selectOption('مرض');
  await page.getByRole('button', { name: 'إرسال', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('وصل عذرك إلى المعهد');

  // The teacher accepts it, the register shows it, and undo takes it back.
  await page.goto('/excuses');
  await page.getByRole('button', { name: 'قبول عذر زياد ماجد المختبر', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'قبول العذر' });
  await dialog.getByRole('button', { name: 'قبول', exact: true }).click();
  await expect(toast(page, 'قُبل العذر، وصار غياب واحد بعذر')).toBeVisible();
  await openFromMenu(page, 'الغياب', /الغياب/);
  await expect(row).toContainText('غياب بعذر');
  await undoLast(page);
  await page.getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(row).toContainText('غياب بدون عذر');
});
