import type { Sard } from '../../../contract/hifz/sard';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { daysAgo, newMemoriser } from '../../support/memorisation';

test('a correction of a sard that another user has changed asks which value of each field stays', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { id, student_id, subject_code } = await newMemoriser(call);
  const newSard = { student_id, subject_code, date: daysAgo(0), from_juz: 30, to_juz: 30 };
  const sard = await call<Sard>('POST', '/sard', { ...newSard, mark: 90.5, max: 100, passed: true });
  await takeSession(page, 'admin');
  await page.goto(`/students/${id}/show`);
  const panel = page.getByRole('region', { name: 'اختبارات السرد' });
  await panel.getByRole('button', { name: 'تصحيح سرد الجزء 30' }).click();
  const dialog = page.getByRole('dialog', { name: 'تصحيح السرد' });
  await dialog.getByLabel('المختبِر (اختياري)').fill('الشيخ سعد الراشد');
  await call('PUT', `/sard/${sard.id}`, { mark: 80, version: sard.version });
  await dialog.getByRole('button', { name: 'حفظ السرد' }).click();
  const question = page.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await question.getByRole('radiogroup', { name: 'الدرجة' }).getByText('القيمة المحفوظة').click();
  await question.getByRole('button', { name: 'حفظ المختار' }).click();
  const storedItems = panel.getByRole('list', { name: 'السرد المسجل' }).getByRole('listitem');
  await expect(storedItems).toContainText('المختبِر: الشيخ سعد الراشد');
  await expect(storedItems).toContainText('الدرجة: 80 من 100');
  expectConsoleErrors(consoleErrors, /409.*\/api\/sard/);
});

test('a student sees his sards in his report, and cannot change them', async ({ page }) => {
  const studentCall = await newApiCaller(page, 'student');
  const { id } = await studentCall<{ id: number }>('GET', '/auth/me');
  const { student_id } = await studentCall<{ student_id: string }>('GET', `/students/by-user/${id}`);
  const admin = await newApiCaller(page, 'admin');
  const filter = JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 });
  const [subject] = await admin<{ subject_code: string }[]>(
    'GET',
    `/subjects?${new URLSearchParams({ filter, range: '[0,0]', sort: '["id","ASC"]' })}`,
  );
  const sardFields = { student_id, subject_code: subject?.subject_code, date: daysAgo(0) };
  await admin('POST', '/sard', {
    ...sardFields,
    from_juz: 29,
    to_juz: 30,
    mark: 55,
    max: 100,
    passed: false,
  });
  await takeSession(page, 'student');
  await page.goto('/reports?part=hifz');
  const panel = page.getByRole('region', { name: 'اختبارات السرد' });
  const newest = panel.getByRole('list', { name: 'السرد المسجل' }).getByRole('listitem').first();
  await expect(newest).toContainText('الجزءان 29 و30');
  await expect(newest).toContainText('غير مُجتاز');
  await expect(newest).toContainText('الدرجة: 55 من 100');
  await expect(newest.getByRole('button')).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'تسجيل سرد' })).toHaveCount(0);
});
