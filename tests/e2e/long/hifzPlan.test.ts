import type { HifzPlan } from '../../../contract/hifz/plan';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { newMemoriser } from '../../support/memorisation';

test('a save of a plan that another user has changed shows the conflict dialog, and the deletion of a plan can be undone', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const student = await newMemoriser(call);
  const path = `/hifz/${student.student_id}/plan`;
  const loadOwnPlan = () => call<HifzPlan>('GET', `${path}?subject_code=${student.subject_code}`);
  await takeSession(page, 'admin');
  await page.goto(`/students/${student.id}/show`);
  const panel = page.getByRole('region', { name: 'خطة الحفظ' });
  await expect(panel).toContainText('خطة خاصة به');
  await panel.getByRole('button', { name: 'تعديل الخطة' }).click();
  const dialog = page.getByRole('dialog', { name: `خطة حفظ «${student.full_name}»` });
  const weeks = dialog.getByRole('list', { name: 'الأسبوعان القادمان' }).getByRole('listitem');
  await expect(weeks.first()).toContainText('الأحقاف 1-9');

  await dialog.getByRole('textbox', { name: 'المقدار' }).fill('٢');
  await expect(weeks.first()).toContainText('(صفحتان)');
  await call('PUT', path, { ...(await loadOwnPlan()), juz_test: 5 });
  await dialog.getByRole('button', { name: 'حفظ الخطة' }).click();
  const question = page.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await question
    .getByRole('radiogroup', { name: 'اختبار الأجزاء (السرد)' })
    .getByText(/كل خمسة أجزاء/)
    .click();
  await question.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect(panel).toContainText('صفحتان ·');
  await expect(panel).toContainText('بعد كل خمسة أجزاء');
  expect(await loadOwnPlan()).toMatchObject({ amount: { unit: 'page', value: 2 }, juz_test: 5 });

  await panel.getByRole('button', { name: 'تعديل الخطة' }).click();
  await dialog.getByRole('button', { name: 'حذف خطته الخاصة' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف' }).click();
  await expect(panel).not.toContainText('خطة خاصة به');
  await page.getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(panel).toContainText('خطة خاصة به');
  // The browser logs the refused save.
  expectConsoleErrors(consoleErrors, /409.*\/api\//);
});
