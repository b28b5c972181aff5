import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, takeSession, test as base } from './browserTest';

interface Device {
  /** Opens the browser with the same profile each time. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

interface StoppableServer {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A device with its own browser profile and service workers. */
export const test = base.extend<{ device: Device; folder: string; appServer: StoppableServer }>({
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'rasd-device-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  /** The server of the test, with a database in a file, which a stop does not lose. */
  appServer: async ({ serving, folder, address: _isStarted }, use) => {
    const environment = { DATABASE_URL: `sqlite:${join(folder, 'rasd.db')}` };
    const start = async () => void (await serving.start(environment));
    await serving.stop();
    await start();
    await use({ start, stop: () => serving.stop() });
  },
  device: async (
    {
      playwright,
      browserName,
      launchOptions,
      locale,
      timezoneId,
      viewport,
      hasTouch,
      isMobile,
      address,
      folder,
    },
    use,
  ) => {
    let context: BrowserContext | undefined;
    const close = async () => {
      await context?.close();
      context = undefined;
    };
    const open = async () => {
      context = await playwright[browserName].launchPersistentContext(join(folder, 'profile'), {
        ...launchOptions,
        baseURL: address,
        locale,
        timezoneId,
        viewport,
        hasTouch,
        isMobile,
        reducedMotion: 'reduce',
        serviceWorkers: 'allow',
      });
      return context.newPage();
    };
    await use({ open, close });
    await close();
  },
});

const isInstalled = () => navigator.serviceWorker.controller !== null;
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Signs in, and waits for the service worker. */
export async function install(page: Page, username: string) {
  await takeSession(page, username);
  await page.goto('/settings');
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  await page.waitForFunction(isInstalled);
}

/** The notice that the screen shows cached answers. */
export const deviceNotice = (page: Page) => page.getByText('المعروض محفوظ على هذا الجهاز');

/** Opens a screen until the device has cached it. Leaves the browser offline. */
export async function cacheScreen(page: Page, address: string, content: Locator) {
  await expect(async () => {
    await page.context().setOffline(false);
    await page.goto(address);
    await expect(content).toBeVisible();
    await expect(deviceNotice(page)).toHaveCount(0);
    await page.context().setOffline(true);
    await page.reload();
    await expect(deviceNotice(page)).toBeVisible();
    await expect(content).toBeVisible({ timeout: 5000 });
  }).toPass();
}

/** Bytes of all stored answers. */
export const countStoredBytes = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('rasd.kept');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reading = opening.result.transaction('answers').objectStore('answers').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    opening.result.close();
    return (reading.result as { bytes: number }[]).reduce((sum, { bytes }) => sum + bytes, 0);
  });
