import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '../../support/browserTest';
import { heading, test as base } from '../../support/device';
import { type ServedApp, serveApp } from '../../support/servedApp';

const certificateProgram = fileURLToPath(new URL('../../../dist/server/certificate.js', import.meta.url));

const test = base.extend<{ app: ServedApp }>({
  app: async ({ folder }, use) => {
    execFileSync(process.execPath, [certificateProgram, '--folder', folder, '127.0.0.1']);
    const file = join(folder, 'server.pem');
    const app = await serveApp({ TLS_CERT: file, TLS_KEY: file, HTTP_PORT: '0', LOG_LEVEL: 'info' });
    await use(app);
    await app.stop();
  },
});

test('a device that trusts the authority of the institute installs the app from its network; before, the browser refuses', async ({
  app,
  folder,
  playwright,
  launchOptions,
  locale,
}) => {
  const plainUrl = `http://127.0.0.1:${await app.waitForOutput(/"port":(\d+)},"msg":"HTTP_PORT"/)}`;
  // Chromium reads the trusted authorities of the user from this folder below HOME.
  const trusted = join(folder, '.pki', 'nssdb');
  mkdirSync(trusted, { recursive: true });
  execFileSync('certutil', ['-N', '-d', `sql:${trusted}`, '--empty-password']);
  const open = () =>
    playwright.chromium.launchPersistentContext(join(folder, 'profile'), {
      ...launchOptions,
      locale,
      env: { ...process.env, HOME: folder },
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'allow',
    });

  let context = await open();
  let page = await context.newPage();
  await page.goto(`${plainUrl}/trust`);
  const isInside = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(isInside).toBe(true);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'تنزيل شهادة المعهد' }).click();
  const authorityFile = join(folder, (await downloading).suggestedFilename());
  await (await downloading).saveAs(authorityFile);
  await expect(page.goto(app.url)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
  await context.close();
  execFileSync('certutil', ['-A', '-d', `sql:${trusted}`, '-t', 'C,,', '-n', 'rasd', '-i', authorityFile]);

  context = await open();
  page = await context.newPage();
  await page.goto(`${plainUrl}/trust`);
  await page.getByRole('link', { name: 'فتح رصد' }).click();
  await page.getByLabel('اسم المستخدم').fill('teacher');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByLabel('كلمة المرور', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'فتح قائمة التنقل' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(app.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${app.url}/settings`);
  await expect(page.getByText('يُفتح التطبيق على هذا الجهاز دون اتصال بالخادم')).toBeVisible();
  // The worker leaves this page to the server, because it is not a part of the app.
  await page.goto(`${app.url}/trust`);
  await expect(heading(page, 'الوثوق بخادم المعهد')).toBeVisible();
  await app.stop();
  await page.goto(`${app.url}/settings`);
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  await context.close();
});
