import type { Page } from '@playwright/test';
import { expect } from '../../support/browserTest';
import { install, cacheScreen, test } from '../../support/device';
import { newCircle, panel, studentButton, saveButton } from '../../support/halaqaCircle';
import { storedRows } from '../../support/outbox';

const region = (page: Page, name: RegExp) => page.getByRole('region', { name }).getByRole('listitem');
const onDevice = (page: Page) => page.getByText('على هذا الجهاز', { exact: true });

test.use({ viewport: { width: 360, height: 740 } });

test('ten offline hearings in an installed app that was closed in between arrive once each', async ({
  page: office,
  device,
  appServer,
}) => {
  const circle = await newCircle(office, { students: 10, teacher: 'teacher', isRevised: false });
  const firstPage = await device.open();
  await install(firstPage, 'teacher');
  await cacheScreen(firstPage, circle.address, studentButton(firstPage, 'أنس'));
  await firstPage.goto('/settings');
  await appServer.stop();
  await device.close();

  const hear = async (page: Page, names: readonly string[]) => {
    for (const name of names) await saveButton(panel(page, name)).click();
  };
  const first = await device.open();
  await first.goto(circle.address);
  await first.getByRole('button', { name: 'ابدأ بـ«أنس سعد الجديد»' }).click();
  await hear(first, ['أنس', 'بلال', 'تميم', 'ثابت', 'جابر']);
  await expect(panel(first, 'حازم')).toBeVisible();
  await expect.poll(() => storedRows(first)).toHaveLength(5);
  await device.close();

  const page = await device.open();
  const keys: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/daily-records/save') && response.ok())
      keys.push(response.request().headers()['idempotency-key'] ?? 'none');
  });
  await page.goto(circle.address);
  await expect(region(page, /^تم التسميع/)).toHaveCount(5);
  await expect(onDevice(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'ابدأ بـ«حازم سعد الجديد»' }).click();
  await hear(page, ['حازم', 'خالد', 'داود', 'رائد', 'زاهر']);
  await expect(page.getByText('تم تسميع جميع الحاضرين.')).toBeVisible();
  await expect(region(page, /^تم التسميع/)).toHaveCount(10);

  await appServer.start();
  await page.reload();
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(onDevice(page)).toHaveCount(0);
  await expect(region(page, /^تم التسميع/)).toHaveCount(10);
  const stored = await circle.records();
  expect(stored.map(({ studentId, kind, version }) => [studentId, kind, version])).toEqual(
    circle.numbers.map((number) => [number, 'new', 1]),
  );
  expect(new Set(keys).size).toBe(10);
  await page.reload();
  await expect(region(page, /^تم التسميع/)).toHaveCount(10);
});
