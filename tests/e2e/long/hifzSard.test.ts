import type { HifzPlan } from '../../../contract/hifz/plan';
import type { Sard } from '../../../contract/hifz/sard';
import { findingsAtBothWidths, findingsInBoth, findingsOnPhone, isShown } from '../../support/accessible';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';
import { daysAgo, newMemoriser } from '../../support/memorisation';

test('a test that is due is recorded by a few taps, corrected although somebody else did so too, withdrawn and taken back', async ({
  page,
  complaints,
}) => {
  test.setTimeout(180_000);
  const call = await callsOf(page, 'admin');
  const { id, student_id, subject_code } = await newMemoriser(call);
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
  const panel = page.getByRole('region', { name: 'اختبارات السرد' });
  await expect(panel).toContainText('لا سرد مسجل بعد');
  await panel.getByRole('button', { name: 'تسجيل سرد الجزء 26' }).click();
  const dialog = page.getByRole('dialog', { name: 'تسجيل سرد' });
  await expect(dialog.getByRole('combobox', { name: 'إلى جزء' })).toHaveText('26');
  await dialog.getByLabel('الدرجة (اختياري)').fill('105');
  await expect(dialog).toContainText('الدرجة 105 أكبر من الدرجة العظمى 100');
  await dialog.getByLabel('الدرجة (اختياري)').fill('٩٠.٥');
  await dialog.getByRole('button', { name: 'زيادة فتح' }).click();
  await dialog.getByRole('button', { name: 'زيادة فتح' }).click();
  await dialog.getByRole('button', { name: 'حفظ السرد' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('اختر نتيجة السرد');
  expect(await findingsInBoth(page), 'the dialog').toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await findingsOnPhone(page), 'the dialog on a phone').toEqual([]);
  await dialog.getByRole('button', { name: 'مُجتاز', exact: true }).click();
  await dialog.getByRole('button', { name: 'حفظ السرد' }).click();
  const held = panel.getByRole('list', { name: 'السرد المسجل' }).getByRole('listitem');
  await expect(held).toContainText('الجزء 26');
  await expect(held).toContainText('الدرجة: 90.5 من 100');
  await expect(held).toContainText('خطآن (فتح 2)');
  await expect(held.getByText('مُجتاز', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'تسجيل سرد الجزء 26' })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await isShown(page);
  expect(await findingsAtBothWidths(page), 'the list').toEqual([]);

  await panel.getByRole('button', { name: 'تصحيح سرد الجزء 26' }).click();
  const correcting = page.getByRole('dialog', { name: 'تصحيح السرد' });
  await correcting.getByLabel('المختبِر (اختياري)').fill('الشيخ سعد الراشد');
  const filter = JSON.stringify({ student_id });
  const [sard] = await call<Sard[]>('GET', `/sard?${new URLSearchParams({ filter })}`);
  await call('PUT', `/sard/${sard?.id}`, { mark: 80, version: sard?.version });
  await correcting.getByRole('button', { name: 'حفظ السرد' }).click();
  const question = page.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await question.getByRole('radiogroup', { name: 'الدرجة' }).getByText('القيمة المحفوظة').click();
  await question.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect(held).toContainText('المختبِر: الشيخ سعد الراشد');
  await expect(held).toContainText('الدرجة: 80 من 100');
  // The browser notes the refused save.
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('409')));

  await panel.getByRole('button', { name: 'حذف سرد الجزء 26' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('هل تريد حذف هذا السرد؟');
  await asked.getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(panel).toContainText('لا سرد مسجل بعد');
  await toast(page, 'تم حذف السرد').getByRole('button', { name: 'تراجع' }).click();
  await expect(held).toContainText('الدرجة: 80 من 100');
});

test('students read the tests of their own in their report, and can change nothing there', async ({
  page,
}) => {
  const own = await callsOf(page, 'student');
  const { id } = await own<{ id: number }>('GET', '/auth/me');
  const { student_id } = await own<{ student_id: string }>('GET', `/students/by-user/${id}`);
  const admin = await callsOf(page, 'admin');
  const filter = JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 });
  const [subject] = await admin<{ subject_code: string }[]>(
    'GET',
    `/subjects?${new URLSearchParams({ filter, range: '[0,0]', sort: '["id","ASC"]' })}`,
  );
  const of = { student_id, subject_code: subject?.subject_code, date: daysAgo(0) };
  await admin('POST', '/sard', { ...of, from_juz: 29, to_juz: 30, mark: 55, max: 100, passed: false });
  await takeSession(page, 'student');
  await page.goto('/reports');
  const panel = page.getByRole('region', { name: 'اختبارات السرد' });
  const newest = panel.getByRole('list', { name: 'السرد المسجل' }).getByRole('listitem').first();
  await expect(newest).toContainText('الجزءان 29 و30');
  await expect(newest).toContainText('غير مُجتاز');
  await expect(newest).toContainText('الدرجة: 55 من 100');
  await expect(newest.getByRole('button')).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'تسجيل سرد' })).toHaveCount(0);
});
