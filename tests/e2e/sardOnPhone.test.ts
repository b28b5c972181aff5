import type { HifzPlan } from '../../contract/hifz/plan';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { phoneViewport } from '../support/journey';
import { daysAgo, newMemoriser } from '../support/memorisation';

test.use({ viewport: phoneViewport });

test('a teacher on a phone changes a plan, records a due sard, corrects and deletes it, and undoes the deletion', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { id, student_id, subject_code, full_name } = await newMemoriser(call);
  const path = `/hifz/${student_id}/plan`;
  const plan = () => call<HifzPlan>('GET', `${path}?${new URLSearchParams({ subject_code })}`);
  await call('PUT', path, { ...(await plan()), juz_test: 1 });
  await call('POST', '/daily-records/save', {
    batchName: 'دفعة القرآن الأولى 1445',
    subjectCode: subject_code,
    recordDate: daysAgo(1),
    records: [{ studentId: student_id, kind: 'new', ranges: [{ from: '46:1', to: '51:30' }] }],
  });
  await takeSession(page, 'teacher');
  await page.goto(`/students/${id}/show`);
  const planRegion = page.getByRole('region', { name: 'خطة الحفظ' });
  await planRegion.getByRole('button', { name: 'تعديل الخطة' }).click();
  const form = page.getByRole('dialog', { name: `خطة حفظ «${full_name}»` });
  const weeks = form.getByRole('list', { name: 'الأسبوعان القادمان' }).getByRole('listitem');
  await form.getByRole('textbox', { name: 'المقدار' }).fill('٢');
  await expect(weeks.first()).toContainText('(صفحتان)');
  await form.getByRole('button', { name: 'حفظ الخطة' }).click();
  await expect(planRegion).toContainText('صفحتان ·');
  expect(await plan()).toMatchObject({ amount: { unit: 'page', value: 2 }, juz_test: 1 });

  const panel = page.getByRole('region', { name: 'اختبارات السرد' });
  await expect(panel).toContainText('لا سرد مسجل بعد');
  await panel.getByRole('button', { name: 'تسجيل سرد الجزء 26' }).click();
  const dialog = page.getByRole('dialog', { name: 'تسجيل سرد' });
  await expect(dialog.getByRole('combobox', { name: 'إلى جزء' })).toHaveText('26');
  await dialog.getByLabel('الدرجة (اختياري)').fill('٩٠.٥');
  await dialog.getByRole('button', { name: 'زيادة فتح' }).click();
  await dialog.getByRole('button', { name: 'زيادة فتح' }).click();
  await dialog.getByRole('button', { name: 'مُجتاز', exact: true }).click();
  await dialog.getByRole('button', { name: 'حفظ السرد' }).click();
  const recordedSard = panel.getByRole('list', { name: 'السرد المسجل' }).getByRole('listitem');
  await expect(recordedSard).toContainText('الجزء 26');
  await expect(recordedSard).toContainText('الدرجة: 90.5 من 100');
  await expect(recordedSard).toContainText('خطآن (فتح 2)');
  await expect(recordedSard.getByText('مُجتاز', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'تسجيل سرد الجزء 26' })).toHaveCount(0);

  await panel.getByRole('button', { name: 'تصحيح سرد الجزء 26' }).click();
  const correction = page.getByRole('dialog', { name: 'تصحيح السرد' });
  await correction.getByLabel('المختبِر (اختياري)').fill('الشيخ سعد الراشد');
  await correction.getByRole('button', { name: 'حفظ السرد' }).click();
  await expect(recordedSard).toContainText('المختبِر: الشيخ سعد الراشد');
  await panel.getByRole('button', { name: 'حذف سرد الجزء 26' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(panel).toContainText('لا سرد مسجل بعد');
  await toast(page, 'تم حذف السرد').getByRole('button', { name: 'تراجع' }).click();
  await expect(recordedSard).toContainText('الدرجة: 90.5 من 100');

  await page.getByRole('link', { name: 'الورقة الأسبوعية' }).click();
  await expect(page.getByRole('region', { name: 'الورقة الأسبوعية' })).toContainText(full_name);
});
