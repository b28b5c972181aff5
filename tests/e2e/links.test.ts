import { expect, signIn, test, toast } from '../support/browserTest';
import { desktopViewport, openFromMenu, pickFound, save, undoLast } from '../support/journey';

test.use({ viewport: desktopViewport });

test('an admin adds the account of a student, unlinks it, links it again, and undoes the link', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openFromMenu(page, 'المستخدمون', 'إدارة المستخدمين');
  await page.getByRole('link', { name: 'إضافة مستخدم' }).click();
  await page.getByRole('textbox', { name: /^الاسم الكامل/ }).fill('حساب طالب');
  await page.getByRole('textbox', { name: /^اسم المستخدم/ }).fill('talib-jadid');
  await page.getByRole('textbox', { name: /^البريد الإلكتروني/ }).fill('talib-jadid@example.org');
  await page.getByRole('radio', { name: 'طالب' }).check();
  await save(page);
  await expect(page.getByText('الرجاء اختيار الطالب صاحب الحساب')).toBeVisible();
  const picker = page.getByRole('combobox', { name: /^الطالب/ });
  await picker.fill('لا أحد بهذا الاسم');
  await expect(page.getByText('لا توجد نتائج')).toBeVisible();
  await pickFound(page, picker, '14450002');
  const name = await picker.inputValue();
  await page
    .getByLabel(/^كلمة المرور/)
    .first()
    .fill('kalima-tawila-9');
  await save(page);
  await expect(toast(page, 'تم إضافة المستخدم بنجاح')).toBeVisible();
  await expect(page.getByRole('row', { name: /talib-jadid/ })).toContainText(name);

  await page.getByRole('main').getByRole('link', { name: 'ربط الطلاب بالحسابات' }).click();
  const unlinkedRegion = page.getByRole('region', { name: 'طلاب بلا حساب' });
  const linkedRegion = page.getByRole('region', { name: 'طلاب مرتبطون' });
  await page.getByRole('searchbox', { name: 'البحث في المرتبطين' }).fill('14450002');
  await linkedRegion.getByRole('button', { name: `فك ربط ${name}` }).click();
  await expect(page.getByText('تم فك الربط بنجاح')).toBeVisible();
  await expect(linkedRegion.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'البحث باسم الطالب أو رقمه أو هويته' }).fill('14450002');
  await pickFound(
    page,
    unlinkedRegion.getByRole('combobox', { name: `الحساب للطالب ${name}` }),
    'talib-jadid',
  );
  await unlinkedRegion.getByRole('button', { name: `ربط ${name} بالحساب المختار` }).click();
  await expect(page.getByText('تم ربط الطالب بنجاح')).toBeVisible();
  await expect(linkedRegion.getByRole('listitem')).toContainText('talib-jadid');
  await undoLast(page);
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(linkedRegion.getByRole('listitem')).toHaveCount(0);
});
