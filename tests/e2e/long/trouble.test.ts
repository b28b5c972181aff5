import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';

const nameField = (page: Page) => page.getByLabel('اسم البرنامج');
const description = (page: Page) => page.getByLabel('الوصف');
const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true });

async function openProgram(page: Page, id: number): Promise<void> {
  await page.goto(`/programs/${id}`);
  await expect(nameField(page)).toHaveValue(/.+/);
}

/** Authorization header with the page's session, for calls outside of the page. */
async function authorization(page: Page) {
  const token = await page.evaluate(
    () =>
      /"token":"([^"]+)"/.exec(JSON.stringify([localStorage, sessionStorage]).replaceAll('\\', ''))?.[1] ??
      '',
  );
  return { authorization: `Bearer ${token}` };
}

test('a draft that is restored after a save of another user shows both values, and overwrites nothing', async ({
  page,
  request,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  await openProgram(page, 2);
  await description(page).fill('وصف المسودة');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('وصف المسودة');
  const headers = await authorization(page);
  const before = (await (await request.get('/api/programs/2', { headers })).json()) as object;
  const saved = await request.put('/api/programs/2', {
    headers,
    data: { ...before, description: 'وصف شخص آخر' },
  });
  expect(saved.ok()).toBe(true);

  await page.reload();
  await expect(description(page)).toHaveValue('وصف شخص آخر');
  await page.getByRole('button', { name: 'استعادتها' }).click();
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(dialog.getByText('وصف شخص آخر')).toBeVisible();
  await expect(dialog.getByText('وصف المسودة')).toBeVisible();
  await dialog.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  expectConsoleErrors(consoleErrors, /409.*\/programs/);
});

test('cancel and save of a phone stay in one row while there are unsaved changes', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await openProgram(page, 3);
  await description(page).fill('تغيير');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible(); // both buttons move down because the bar appears
  const cancel = await page.getByRole('button', { name: 'إلغاء', exact: true }).boundingBox();
  const button = await save(page).boundingBox();
  expect(cancel?.y).toBe(button?.y);
});

test('an address with invalid parameters leads back to the list, and a page that cannot exist is ignored', async ({
  page,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  for (const search of ['sort=password', 'sort=id&order=foo', 'filter={"unknown":1}', 'filter=[1]'])
    await test.step(search, async () => {
      await page.goto(`/programs?${search}`);
      const refused = page
        .getByRole('alert')
        .filter({ has: page.getByRole('button', { name: 'مسح التصفية' }) });
      await refused.getByRole('button').click();
      await expect(page.getByRole('table')).toBeVisible();
    });
  for (const search of ['page=-1', 'perPage=100000']) {
    await page.goto(`/programs?${search}`);
    await expect(page.getByRole('table')).toBeVisible();
  }
  expectConsoleErrors(consoleErrors, /422.*\/api\/programs/);
});
