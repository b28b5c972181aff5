import type { Page } from '@playwright/test';
import { expect, expectComplaints, takeSession, test, toast } from '../../support/browserTest';

const nameField = (page: Page) => page.getByLabel('اسم البرنامج');
const description = (page: Page) => page.getByLabel('الوصف');
const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true });

async function openProgram(page: Page, id: number): Promise<void> {
  await page.goto(`/programs/${id}`);
  await expect(nameField(page)).toHaveValue(/.+/);
}

/** The session of the page, for a call outside of it. */
async function authorization(page: Page) {
  const token = await page.evaluate(
    () =>
      /"token":"([^"]+)"/.exec(JSON.stringify([localStorage, sessionStorage]).replaceAll('\\', ''))?.[1] ??
      '',
  );
  return { authorization: `Bearer ${token}` };
}

test('a draft restored over what another person saved meanwhile shows both, and overwrites nothing', async ({
  page,
  request,
  complaints,
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
  expectComplaints(complaints, /409.*\/programs/);
});

test('on a phone cancel and save stay in one row while there are changes', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await openProgram(page, 3);
  await description(page).fill('تغيير');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible(); // the bar moves both down
  const cancel = await page.getByRole('button', { name: 'إلغاء', exact: true }).boundingBox();
  const button = await save(page).boundingBox();
  expect(cancel?.y).toBe(button?.y);
});

test('an address with invalid parameters leads back to the list, and a page before the first is the first', async ({
  page,
  complaints,
}) => {
  await takeSession(page, 'admin');
  for (const search of [
    'sort=password',
    'sort=id&order=foo',
    'perPage=100000',
    'filter={"unknown":1}',
    'filter=[1]',
  ])
    await test.step(search, async () => {
      await page.goto(`/programs?${search}`);
      const refused = page
        .getByRole('alert')
        .filter({ has: page.getByRole('button', { name: 'مسح التصفية' }) });
      await refused.getByRole('button').click();
      await expect(page.getByRole('table')).toBeVisible();
    });
  await page.goto('/programs?page=-1');
  await expect(page.getByRole('table')).toBeVisible();
  expectComplaints(complaints, /422.*\/api\/programs/);
});
