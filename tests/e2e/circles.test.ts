import { expect, takeSession, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { addCircle, chooseAction, column, member, newBoard } from '../support/circleBoard';
import { desktopViewport } from '../support/journey';

test.use({ viewport: desktopViewport });

test('an admin divides students among circles, moves them by mouse and keyboard, undoes a move, and adds a substitute', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { subject, membersOf } = await newBoard(call);
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}`);
  await page.getByRole('tab', { name: 'الحلقات' }).click();
  await expect(page.getByRole('heading', { name: 'لا حلقات في هذه المادة بعد' })).toBeVisible();
  await addCircle(page, 'حلقة عاصم', '4');
  await addCircle(page, 'حلقة نافع', '');
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(6);

  await page.getByRole('button', { name: 'توزيع بالتساوي' }).click();
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(3);
  await expect(column(page, 'حلقة عاصم')).toContainText('3 من 4');
  await expect(column(page, 'بلا حلقة')).toContainText('لكل طالب حلقة.');

  const [dragged = ''] = await membersOf('حلقة نافع');
  await member(page, dragged).dragTo(column(page, 'حلقة عاصم'));
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(4);
  expect(await membersOf('حلقة عاصم')).toContain(dragged);
  await toast(page, `نُقل «${dragged}» إلى «حلقة عاصم»`).getByRole('button', { name: 'تراجع' }).click();
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(3);
  expect(await membersOf('حلقة نافع')).toContain(dragged);

  // This move uses only the keyboard.
  await page.getByRole('button', { name: `نقل ${dragged} إلى حلقة أخرى` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'بلا حلقة' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(1);
  expect(await membersOf('حلقة نافع')).not.toContain(dragged);

  await chooseAction(page, 'حلقة عاصم', 'البدلاء');
  const substitutes = page.getByRole('dialog', { name: 'بدلاء «حلقة عاصم»' });
  await substitutes.getByRole('combobox', { name: /^المعلم البديل/ }).click();
  await page.getByRole('option').first().click();
  await substitutes.getByRole('button', { name: 'إضافة بديل' }).click();
  await expect(substitutes.getByRole('button', { name: /^حذف البديل/ })).toBeVisible();
});
