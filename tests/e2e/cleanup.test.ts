import { newApiCaller } from '../support/apiCaller';
import { expect, expectConsoleErrors, signIn, test, toast } from '../support/browserTest';
import { desktopViewport, openFromMenu } from '../support/journey';

test.use({ viewport: desktopViewport });

interface Mark {
  total: number | null;
  version?: number;
  updated_at?: string;
}

/** Rows without version and time: an undo raises both values. */
const withoutVersions = (rows: Mark[]) => rows.map(({ version: _version, updated_at: _time, ...row }) => row);

test('an admin opens the cleanup with the password, deletes all marks, undoes the deletion and locks the page', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const marks = () => call<Mark[]>('GET', `/grades/${encodeURIComponent('دفعة القرآن الأولى 1445')}/QRN101-1`);
  const before = await marks();
  expect(before.some(({ total }) => total !== null)).toBe(true);

  await signIn(page, 'admin');
  await openFromMenu(page, 'تنظيف البيانات');
  const password = page.getByLabel('كلمة المرور');
  await password.fill('ليست هي');
  await page.getByRole('button', { name: 'فتح الصفحة' }).click();
  await expect(page.getByText('كلمة المرور غير صحيحة')).toBeVisible();
  expectConsoleErrors(consoleErrors, /403.*\/auth\/step-up/);
  await password.fill('rasd-demo');
  await password.press('Enter');

  const target = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'الدرجات' }) });
  await expect(target.getByText(/سجل درجات/)).toBeVisible();
  await target.getByRole('button', { name: 'حذف جميع الدرجات' }).click();
  await expect(page.getByText('هل أنت متأكد من حذف جميع الدرجات؟')).toBeVisible();
  await page.getByRole('button', { name: 'متابعة' }).click();
  const finalDialog = page.getByRole('alertdialog', { name: 'التأكيد الأخير' });
  await expect(finalDialog.getByRole('button', { name: 'حذف الآن' })).toBeDisabled();
  await finalDialog.getByLabel('اسم ما سيُحذف').fill('الدرجات');
  await finalDialog.getByLabel('اسم ما سيُحذف').press('Enter');
  await expect(toast(page, 'تم حذف جميع الدرجات بنجاح').first()).toBeVisible();
  await expect(target.getByRole('button', { name: 'لا شيء للحذف' })).toBeDisabled();
  await expect(page.getByText('النسخة الاحتياطية التي أُنشئت قبل الحذف')).toBeVisible();
  expect((await marks()).some(({ total }) => total !== null)).toBe(false);

  await page.getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(target.getByRole('button', { name: 'حذف جميع الدرجات' })).toBeEnabled();
  // After the undo the page hides the message about the deletion.
  await expect(page.getByText('النسخة الاحتياطية التي أُنشئت قبل الحذف')).toBeHidden();
  expect(withoutVersions(await marks())).toEqual(withoutVersions(before));

  await page.getByRole('button', { name: 'خروج وإقفال' }).click();
  await expect(password).toBeVisible();
  await expect(page.getByRole('button', { name: /^حذف جميع/ })).toHaveCount(0);
});
