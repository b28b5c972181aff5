import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { addCircle, boardStudents, chooseAction, column, member, newBoard } from '../../support/circleBoard';

test('a full circle refuses more students with a message; its members are chosen from a list and have a history', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { subject, membersOf } = await newBoard(call);
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await addCircle(page, 'حلقة عاصم', '2');
  await chooseAction(page, 'حلقة عاصم', 'الأعضاء');
  const dialog = page.getByRole('dialog', { name: 'أعضاء «حلقة عاصم»' });
  for (const name of boardStudents.slice(0, 3)) await dialog.getByRole('checkbox', { name }).check();
  await expect(dialog).toContainText('3 من 2');
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'سعة الحلقة' })).toBeVisible();
  expectConsoleErrors(consoleErrors, /422.*\/members/);
  expect(await membersOf('حلقة عاصم')).toEqual([]);
  await dialog.getByLabel('ابحث باسم الطالب').fill('تميم');
  await expect(dialog.getByRole('checkbox', { name: boardStudents[0] })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: boardStudents[2] }).uncheck();
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(dialog).toBeHidden();
  expect(await membersOf('حلقة عاصم')).toEqual(boardStudents.slice(0, 2));

  await member(page, boardStudents[2] ?? '').dragTo(column(page, 'حلقة عاصم'));
  await expect(toast(page, 'سعة الحلقة')).toBeVisible();
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(4);
  expectConsoleErrors(consoleErrors, /422.*\/api\/circles/);

  await chooseAction(page, 'حلقة عاصم', 'سجل الأعضاء');
  const history = page.getByRole('table', { name: 'سجل أعضاء «حلقة عاصم»' });
  await expect(history.getByRole('row').filter({ hasText: boardStudents[0] ?? '' })).toContainText('حتى الآن');
});

test('a circle gets a substitute for some days, is ended and reopened, and is deleted if it has no records', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { subject, circlesOf } = await newBoard(call);
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await addCircle(page, 'حلقة عاصم', '');
  await page.getByRole('button', { name: 'إجراءات «حلقة عاصم»' }).click();
  await expect(page.getByRole('menuitem', { name: 'تعديل' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'خطة الحفظ' }), 'no daily records').toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseAction(page, 'حلقة عاصم', 'البدلاء');
  const dialog = page.getByRole('dialog', { name: 'بدلاء «حلقة عاصم»' });
  await dialog.getByRole('combobox', { name: /^المعلم البديل/ }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'إضافة بديل' }).click();
  await expect(dialog.getByRole('button', { name: /^حذف البديل/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'إغلاق' }).click();

  await chooseAction(page, 'حلقة عاصم', 'إنهاء الحلقة');
  await page.getByRole('dialog').getByRole('button', { name: 'إنهاء الحلقة' }).click();
  const endedRegion = page.getByRole('region', { name: 'حلقات انتهت' });
  await expect(endedRegion).toContainText('حلقة عاصم');
  await endedRegion.getByRole('button', { name: 'إعادة فتح «حلقة عاصم»' }).click();
  await expect(column(page, 'حلقة عاصم')).toBeVisible();
  await chooseAction(page, 'حلقة عاصم', 'حذف');
  await page.getByRole('dialog', { name: 'تأكيد الحذف' }).getByRole('button', { name: 'حذف' }).click();
  await expect(page.getByRole('heading', { name: 'لا حلقات في هذه المادة بعد' })).toBeVisible();
  expect(await circlesOf()).toEqual([]);
});

test('a circle of daily records gets the plan of its students', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  const { subject, circlesOf } = await newBoard(call, 'تقييد يومي');
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await addCircle(page, 'حلقة نافع', '');
  await chooseAction(page, 'حلقة نافع', 'خطة الحفظ');
  const dialog = page.getByRole('dialog', { name: 'خطة حفظ حلقة «حلقة نافع»' });
  await dialog.getByRole('button', { name: 'حفظ الخطة' }).click();
  await expect(dialog).toBeHidden();
  const [circle] = await circlesOf();
  expect(await call('GET', `/circles/${circle?.id}/plan`)).toMatchObject({ is_template: true });

  // The plan of the subject is for students without a circle, or in a circle without a plan.
  await page.getByRole('button', { name: 'خطة الحفظ للمادة' }).click();
  const subjectPlan = page.getByRole('dialog', { name: /^خطة/ });
  await subjectPlan.getByRole('button', { name: 'حفظ الخطة' }).click();
  await expect(subjectPlan).toBeHidden();
  expect(await call('GET', `/subjects/${subject.subject_code}/plan`)).toMatchObject({ is_template: true });
});
