import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { openFromMenu, phoneViewport } from '../support/journey';

test.use({ viewport: phoneViewport });

interface Student {
  student_id: string;
  full_name: string;
  user_id: number | null;
}

test('an admin on a phone links accounts whose user name is a student number, and assigns a subject to a teacher', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const free = (await call<Student[]>('GET', '/students'))
    .filter(({ user_id }) => user_id === null)
    .slice(0, 3);
  for (const { student_id: username, full_name: name } of free)
    await call('POST', '/users', { username, name, role: 'student', password: 'kalima-tawila-9' });
  const [unlinked, ...linked] = free;
  const teacher = { name: 'سالم المقرئ', username: 'salem', role: 'teacher', email: 's@example.org' };
  await call('POST', '/users', { ...teacher, password: 'kalima-tawila-9' });

  await signIn(page, 'admin');
  await openFromMenu(page, 'ربط الطلاب بالحسابات');
  await page.getByRole('button', { name: 'ربط كل المتطابقين' }).click();
  const dialog = page.getByRole('dialog', { name: 'ربط كل المتطابقين' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('checkbox', { name: new RegExp(unlinked?.student_id ?? '') }).uncheck();
  await dialog.getByRole('button', { name: 'ربط طالبين' }).click();
  await expect(page.getByText('تم ربط طالبين، وحُدّثت السجلات على الجانبين.')).toBeVisible();
  const list = page.getByRole('region', { name: 'طلاب مرتبطون' });
  const search = page.getByRole('searchbox', { name: 'البحث في المرتبطين' });
  for (const { student_id, full_name } of linked) {
    await search.fill(student_id);
    await expect(list.getByRole('listitem')).toHaveText([new RegExp(full_name)]);
  }
  await search.fill(unlinked?.student_id ?? '');
  await expect(list.getByRole('listitem')).toHaveCount(0);

  await openFromMenu(page, 'المعلمون', /.+/);
  await page.getByRole('searchbox', { name: 'البحث باسم المعلم أو بريده' }).fill('سالم');
  await page.getByRole('button', { name: /^سالم المقرئ/ }).click();
  await page
    .getByRole('button', { name: /^إسناد / })
    .nth(1)
    .click();
  await expect(toast(page, 'تم إسناد المادة إلى المعلم')).toBeVisible();
  const assignedRegion = page.getByRole('region', { name: 'المواد المسندة إلى «سالم المقرئ»' });
  await expect(assignedRegion.getByRole('listitem')).toHaveCount(1);
});
