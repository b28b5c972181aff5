import { expect, takeSession, test } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { boardStudents, chooseAction, column, newBoard } from '../support/circleBoard';
import { phoneViewport } from '../support/journey';

test.use({ viewport: phoneViewport });

test('an admin on a phone moves a student into a circle by the menu, opens the circle, and gives it a plan', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { subject, circlesOf, membersOf } = await newBoard(call, 'تقييد يومي');
  await call('POST', '/circles', { subject_code: subject.subject_code, name: 'حلقة عاصم' });
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(6);
  await page.getByRole('button', { name: `نقل ${boardStudents[0]} إلى حلقة أخرى` }).click();
  await page.getByRole('menuitem', { name: 'حلقة عاصم' }).click();
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(5);
  expect(await membersOf('حلقة عاصم')).toEqual([boardStudents[0]]);
  await page.getByRole('combobox', { name: 'الحلقة' }).click();
  await page.getByRole('option', { name: /^حلقة عاصم/ }).click();
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(1);

  await chooseAction(page, 'حلقة عاصم', 'خطة الحفظ');
  const dialog = page.getByRole('dialog', { name: 'خطة حفظ حلقة «حلقة عاصم»' });
  await dialog.getByRole('button', { name: 'حفظ الخطة' }).click();
  await expect(dialog).toBeHidden();
  const [circle] = await circlesOf();
  expect(await call('GET', `/circles/${circle?.id}/plan`)).toMatchObject({ is_template: true });
});
