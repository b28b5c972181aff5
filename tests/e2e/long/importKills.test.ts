import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, expectConsoleErrors, takeSession, test as base } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { serveApp } from '../../support/servedApp';

/** A server with its own database that the test can kill and restart at the same address. */
const test = base.extend<{ server: { url: string; restart: () => Promise<void> } }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'rasd-kills-'));
    const environment = { ADMIN_PASSWORD: 'rasd-demo', DATABASE_URL: `sqlite:${join(folder, 'rasd.db')}` };
    let app = await serveApp(environment);
    const { url } = app;
    const restart = async () => {
      await app.kill();
      app = await serveApp({ ...environment, PORT: new URL(url).port });
    };
    await use({ url, restart });
    await app.stop();
    rmSync(folder, { recursive: true });
  },
  address: async ({ server }, use) => use(server.url),
});

const count = 700;
const kills = 4;

test('a server that is killed repeatedly during an import ends with exactly the rows of the file', async ({
  page,
  server,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/import?type=students');
  const rows = Array.from({ length: count }, (_, index) => `${14_470_000 + index},عمر,الأنس`);
  await page.getByTestId('file').setInputFiles({
    name: 'many.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['الرقم الأكاديمي,الاسم الأول,اسم العائلة', ...rows].join('\n')),
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  await dialog.getByRole('checkbox', { name: 'أعلم ذلك' }).check();

  let killed = 0;
  let requestCount = 0;
  let restarting = Promise.resolve();
  page.on('request', (request) => {
    if (!request.url().endsWith('/students/import') || killed === kills) return;
    requestCount += 1;
    // Kills at a random moment of every third request: before its arrival, during its work, or at its answer.
    if (requestCount % 3 !== 0) return;
    killed += 1;
    const delayMs = Math.random() * 30;
    restarting = restarting
      .then(() => new Promise((resolve) => setTimeout(resolve, delayMs)))
      .then(server.restart);
  });
  await dialog.getByRole('button', { name: `استيراد ${count} صف` }).click();
  await expect(dialog.getByText('اكتمل الاستيراد.')).toBeVisible({ timeout: 200_000 });
  await restarting;
  expect(killed).toBe(kills);
  expect(await dialog.locator('dl dd.figure').allTextContents()).toEqual([String(count), '0', '0']);

  const call = await newApiCaller(page, 'admin');
  await call('POST', '/auth/step-up', { password: 'rasd-demo' });
  const { cards } = await call<{ cards: { target: string; count: number }[] }>('GET', '/cleanup/summary');
  expect(cards.find(({ target }) => target === 'students')?.count).toBe(count);
  expectConsoleErrors(consoleErrors, /ERR_(CONNECTION|EMPTY|SOCKET).*\/(api|assets)\//);
});
