import type { Page } from '@playwright/test';
import { expect } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { install, cacheScreen, deviceNotice, test } from '../support/device';
import { batchName } from '../support/halaqaCircle';

const register = '/absences?batch_id=1&subject_code=QRN101-1';

/** Version of today's register. */
async function storedVersion(page: Page): Promise<number> {
  const call = await newApiCaller(page, 'teacher');
  const { today } = await call<{ today: string }>('GET', '/settings');
  const path = `/absences/${encodeURIComponent(batchName)}/QRN101-1/${today}`;
  return (await call<{ version: number }>('GET', path)).version;
}

test('a register taken offline in the installed app survives a restart, arrives once, and sign-out clears the device', async ({
  device,
  appServer,
}) => {
  const queuedMessage = (page: Page) => page.getByText(/حُفظ تحضير .* على هذا الجهاز/);
  const firstPage = await device.open();
  await install(firstPage, 'teacher');
  await cacheScreen(firstPage, register, firstPage.getByRole('checkbox', { name: /غائب$/ }).first());
  const version = await storedVersion(firstPage);
  await appServer.stop();
  await device.close();

  const page = await device.open();
  await page.goto(register);
  await expect(deviceNotice(page)).toBeVisible();
  const presentRows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { checked: false }) });
  const name = await presentRows.first().getByRole('rowheader').textContent();
  const box = page.getByRole('checkbox', { name: `${name} غائب` });
  await box.check();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await expect(queuedMessage(page)).toBeVisible();
  await page.reload();
  await expect(queuedMessage(page)).toBeVisible();
  // The button of the outbox tries to send when it appears. Afterwards the server starts.
  await expect(page.locator('header a[href="/outbox"]')).toBeVisible();

  await appServer.start();
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect(queuedMessage(page)).toHaveCount(0);
  await page.reload();
  await expect(box).toBeChecked();
  await expect(deviceNotice(page)).toHaveCount(0);
  await expect(page.getByText('غير محفوظ')).toHaveCount(0);
  expect(await storedVersion(page)).toBe(version + 1);

  const databases = () =>
    page.evaluate(async () => (await indexedDB.databases()).map((database) => database.name));
  expect(await databases()).toContain('rasd.kept');
  await page.getByRole('button', { name: /^حساب/ }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page.getByRole('button', { name: 'دخول', exact: true })).toBeVisible();
  await expect.poll(databases).not.toContain('rasd.kept');
});
