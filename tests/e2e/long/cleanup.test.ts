import { callsOf } from '../../support/callsOf';
import { expect, expectComplaints, signIn, test, toast } from '../../support/browserTest';

/** Rows without version and time, since undo raises both. */
const withoutVersions = (rows: object[]) =>
  rows.map(
    ({ version: _version, updated_at: _time, ...row }: { version?: number; updated_at?: string }) => row,
  );

test('an admin opens the cleanup page with the password, deletes all marks and undoes it', async ({
  page,
  complaints,
}) => {
  const call = await callsOf(page, 'admin');
  const ofSubject = `/grades/${encodeURIComponent('دفعة القرآن الأولى 1445')}/QRN101-1`;
  const before = await call<{ total: number | null }[]>('GET', ofSubject);
  expect(before.some(({ total }) => total !== null)).toBe(true);

  await signIn(page, 'admin');
  await page.goto('/settings');
  await page.getByRole('main').getByRole('link', { name: 'تنظيف البيانات' }).click();
  const password = page.getByLabel('كلمة المرور');
  await password.fill('ليست هي');
  await page.getByRole('button', { name: 'فتح الصفحة' }).click();
  await expect(page.getByText('كلمة المرور غير صحيحة')).toBeVisible();
  expectComplaints(complaints, /403/);
  await password.fill('rasd-demo');
  await password.press('Enter');

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'الدرجات' }) });
  await expect(card.getByText(/سجل درجات/)).toBeVisible();
  await card.getByRole('button', { name: 'حذف جميع الدرجات' }).click();
  await expect(page.getByText('هل أنت متأكد من حذف جميع الدرجات؟')).toBeVisible();
  await page.getByRole('button', { name: 'متابعة' }).click();
  const last = page.getByRole('alertdialog', { name: 'التأكيد الأخير' });
  await expect(last.getByRole('button', { name: 'حذف الآن' })).toBeDisabled();
  await page.setViewportSize({ width: 390, height: 844 });
  await last.getByLabel('اسم ما سيُحذف').fill('الدرجات');
  await last.getByLabel('اسم ما سيُحذف').press('Enter');
  const done = toast(page, 'تم حذف جميع الدرجات بنجاح');
  await expect(done.first()).toBeVisible();
  await expect(card.getByRole('button', { name: 'لا شيء للحذف' })).toBeDisabled();
  await expect(page.getByText('النسخة الاحتياطية التي أُنشئت قبل الحذف')).toBeVisible();
  // On a phone the link to the archive is below the sentences, not beside them.
  const sentence = await page.getByText(/^الترتيب الموصى به/).boundingBox();
  const archiveLink = await page.getByRole('main').getByRole('link', { name: 'الأرشيف' }).boundingBox();
  expect(archiveLink?.y).toBeGreaterThan((sentence?.y ?? 0) + (sentence?.height ?? 0));
  expect((await call<{ total: number | null }[]>('GET', ofSubject)).some(({ total }) => total !== null)).toBe(
    false,
  );

  await page.getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(card.getByRole('button', { name: 'حذف جميع الدرجات' })).toBeEnabled();
  // After the undo the page no longer says that the marks were deleted.
  await expect(page.getByText('النسخة الاحتياطية التي أُنشئت قبل الحذف')).toBeHidden();
  expect(withoutVersions(await call('GET', ofSubject))).toEqual(withoutVersions(before));

  await page.getByRole('button', { name: 'خروج وإقفال' }).click();
  await expect(password).toBeVisible();
  await expect(page.getByRole('button', { name: /^حذف جميع/ })).toHaveCount(0);
});
