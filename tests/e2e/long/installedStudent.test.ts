import type { Page } from '@playwright/test';
import { expect } from '../../support/browserTest';
import { deviceNotice, heading, install, test } from '../../support/device';
import { phoneViewport } from '../../support/journey';
import { storedRows } from '../../support/outbox';
import { answerField, confirmButton, newOwnAssignment, submitButton } from '../../support/ownAssignment';

test.use({ viewport: phoneViewport });

const queuedMessage = (page: Page) => page.getByText(/تسليمك محفوظ على هذا الجهاز/);

test('assignments and report that were never opened are readable without the server; a submission there survives a kill and arrives once', async ({
  page: office,
  device,
  appServer,
}) => {
  const { id, submissions } = await newOwnAssignment(office);
  const firstPage = await device.open();
  const read = firstPage.waitForResponse(new RegExp(`/api/assignments/${id}$`));
  await install(firstPage, 'student');
  expect((await read).status()).toBe(200);
  await firstPage.waitForLoadState('networkidle');
  await appServer.stop();
  await device.close();

  let page = await device.open();
  await page.goto('/reports');
  await expect(page.getByText('نسبة الحضور').first()).toBeVisible();
  await expect(deviceNotice(page)).toContainText(/آخر قراءة من الخادم: .*\d{1,2}:\d{2}/);
  await page.goto('/assignments');
  await expect(deviceNotice(page)).toContainText(/آخر قراءة من الخادم: .*\d{1,2}:\d{2}/);
  await page.getByRole('link', { name: /: واجب التجويد \(1\)/ }).click();
  await page.getByRole('radio', { name: 'أربعة' }).check();
  await answerField(page, 3).fill('الهاء');
  await answerField(page, 4).fill('إدخال حرف ساكن في متحرك');
  await expect(deviceNotice(page)).toContainText(/آخر قراءة من الخادم: .*\d{1,2}:\d{2}/);
  await submitButton(page).click();
  await confirmButton(page).click();
  await expect(queuedMessage(page)).toBeVisible();
  await expect.poll(() => storedRows(page)).toHaveLength(1);
  await device.close();

  page = await device.open();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/assignments/${id}/submit`))
      keys.push(request.headers()['idempotency-key']);
  });
  await page.goto(`/assignments/${id}/submit`);
  await expect(queuedMessage(page)).toBeVisible();
  await expect(answerField(page, 3)).toHaveValue('الهاء');
  await appServer.start();
  await page.reload();
  await expect(heading(page, 'واجب التجويد (1)')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeVisible();
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await submissions()).toBe(1);
  expect(new Set(keys).size).toBe(1);
  await page.getByRole('link', { name: 'عرض الحل' }).click();
  await expect(page.getByText('إدخال حرف ساكن في متحرك')).toBeVisible();
});
