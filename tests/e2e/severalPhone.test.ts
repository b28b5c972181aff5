import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { waitForScreen } from '../support/accessible';
import { openFromMenu, phoneViewport } from '../support/journey';
import { openMore } from '../support/lists';

test.use({ viewport: phoneViewport });

const bottomOf = (box: { y: number; height: number } | null | undefined) =>
  (box?.y ?? 0) + (box?.height ?? 0);

const countWholeRows = (rows: Element[]) =>
  rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length;

test('an admin on a phone withdraws students of several pages, and disables several accounts and undoes it', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  for (const username of ['batch-one', 'batch-two'])
    await call('POST', '/users', { username, name: `حساب ${username}`, password: 'نخلة-وسبع-سنابل' });
  await signIn(page, 'admin');
  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  await waitForScreen(page);
  // The accessibility sweeps check lists as tables; on a phone lists are rows with one menu.
  expect(await page.locator('[data-record]').evaluateAll(countWholeRows)).toBeGreaterThanOrEqual(8);
  await openMore(page.locator('[data-record]').first());
  await expect(page.getByRole('menuitem', { name: /^اتصال بـ/ })).toHaveAttribute('href', /^tel:/);
  await page.keyboard.press('Escape');
  for (const role of ['button', 'link'] as const)
    await expect(page.getByRole(role, { name: /^$/ })).toHaveCount(0);
  const choose = async () => {
    await openMore(page, true);
    await page.getByRole('button', { name: 'اختيار', exact: true }).click();
  };
  await choose();
  await expect(page.getByText('المختار: لا طلاب')).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^اختيار / });
  const name =
    (await page.getByRole('listitem').getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  await boxes.first().check();
  await page.getByRole('button', { name: 'الصفحة التالية' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0);
  await boxes.first().check();
  await expect(page.getByText('المختار: طالبان')).toBeVisible();
  await page.getByRole('button', { name: 'تغيير الحالة' }).click();
  const dialog = page.getByRole('dialog', { name: 'تغيير الحالة' });
  await dialog.getByRole('radio', { name: /^منسحب/ }).check();
  await dialog.getByRole('textbox', { name: /^سبب التغيير/ }).fill('انتقلا إلى مدينة أخرى');
  await dialog.getByRole('button', { name: 'تغيير الحالة' }).click();
  await expect(toast(page, 'صارت حالة طالبين «منسحب»')).toBeVisible();
  await expect(boxes).toHaveCount(0);
  await expect(page.getByRole('listitem').getByText('منسحب')).toHaveCount(1);

  await openFromMenu(page, 'المستخدمون', 'إدارة المستخدمين');
  await choose();
  for (const username of ['batch-one', 'batch-two']) await page.getByLabel(`اختيار حساب ${username}`).check();
  await expect(page.getByRole('status').filter({ hasText: 'المختار' })).toHaveText('المختار: حسابان');
  await page.getByRole('button', { name: 'تعطيل المختار', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'تعطيل المختار' }).click();
  const doneToast = toast(page, 'تم تعطيل حسابين');
  await expect(doneToast).toBeVisible();
  const disabled = page.locator('[data-record]').getByText('معطّل');
  await expect(disabled).toHaveCount(2);
  // The floating button is below the toast, and beside the menus of the rows.
  const [toastBox, buttonBox, menuBox] = await Promise.all(
    [
      doneToast,
      page.getByRole('link', { name: 'إضافة مستخدم' }),
      page.getByRole('button', { name: /^المزيد: / }).first(),
    ].map((part) => part.boundingBox()),
  );
  expect(bottomOf(toastBox)).toBeLessThanOrEqual(buttonBox?.y ?? 0);
  expect((menuBox?.x ?? 0) + (menuBox?.width ?? 0)).toBeLessThanOrEqual(buttonBox?.x ?? 0);
  expect(Math.min(menuBox?.width ?? 0, menuBox?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await doneToast.getByRole('button', { name: 'تراجع' }).click();
  await expect(disabled).toHaveCount(0);
});
