import type { Page } from '@playwright/test';
import { expect } from '../../support/browserTest';
import { heading, install, test } from '../../support/device';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}
interface Manifest {
  lang: string;
  dir: string;
  scope: string;
  display: string;
  start_url: string;
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
}

/**
 * The manifest, and the reasons for which Chromium would not install the app. The headless shell reports only
 * errors of the manifest, so the test also checks the conditions itself.
 */
async function readInstallability(page: Page) {
  const tools = await page.context().newCDPSession(page);
  const { url, errors, data } = await tools.send('Page.getAppManifest');
  const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
  return {
    url: new URL(url).pathname,
    errors,
    installabilityErrors: installabilityErrors.map(({ errorId }) => errorId),
    manifest: JSON.parse(data ?? '') as Manifest,
  };
}

/** Width and height in the header of a PNG file. */
async function readSize(page: Page, { src, type }: Icon): Promise<string> {
  const response = await page.request.get(src);
  expect(response.headers()['content-type']).toBe(type);
  const file = await response.body();
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

test('Chromium finds no error in the manifest, the icons have their sizes, and each shortcut opens its screen', async ({
  device,
}) => {
  const page = await device.open();
  await install(page, 'teacher');
  const { url, errors, installabilityErrors, manifest } = await readInstallability(page);
  expect(url).toBe('/app.webmanifest');
  expect(errors).toEqual([]);
  expect(installabilityErrors).toEqual([]);
  expect(manifest).toMatchObject({ lang: 'ar', dir: 'rtl', display: 'standalone', scope: '/' });

  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const icon of icons) expect(await readSize(page, icon)).toBe(icon.sizes);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);

  expect(manifest.shortcuts.map(({ url: path }) => path)).toEqual(['/absences', '/halaqa', '/grades']);
  for (const { name, url: path } of manifest.shortcuts) {
    await page.goto(path);
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goto(manifest.start_url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(manifest.start_url);
});
