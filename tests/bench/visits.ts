import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserType, CDPSession, Page } from '@playwright/test';

/** As a phone on a slow mobile network, as Lighthouse sets it. */
const network = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const slowdown = 4;

interface Visit {
  /** From the opening until the day's work of the teacher can be read. */
  milliseconds: number;
  /** What came over the network, in kB. */
  kilobytes: number;
}

/**
 * Opens the app on a phone for the first time, for the second time, and without a network; each time in a browser that
 * was closed before, with what it kept.
 */
export async function measureVisits(
  browser: BrowserType,
  executablePath: string,
  address: string,
): Promise<Record<'first' | 'second' | 'offline', Visit>> {
  const profile = mkdtempSync(join(tmpdir(), 'rasd-visits-'));
  const visit = async (
    kind: 'first' | 'second' | 'offline',
    after: (page: Page) => Promise<unknown> = async () => undefined,
  ) => {
    const context = await browser.launchPersistentContext(profile, {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
      baseURL: address,
      viewport: { width: 390, height: 844 },
      locale: 'ar',
    });
    try {
      const page = await context.newPage();
      if (kind === 'first') await keepSession(page);
      const session = await context.newCDPSession(page);
      if (kind === 'offline') await context.setOffline(true);
      const measured = await timedOpening(page, session, kind === 'offline');
      await after(page);
      return measured;
    } finally {
      await context.close();
    }
  };
  try {
    const first = await visit('first', async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const isReadingAhead = page.waitForResponse(/\/api\/grades\//);
      await page.reload(); // its reading is kept
      await isReadingAhead; // what the screen itself has read before is kept by then
    });
    return { first, second: await visit('second'), offline: await visit('offline') };
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Signed in before, as who comes back is. */
async function keepSession(page: Page): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: 'teacher', password: 'rasd-demo' },
  });
  await page.goto('/api/ready');
  await page.evaluate((text) => localStorage.setItem('rasd.session', text), await answer.text());
}

async function timedOpening(page: Page, session: CDPSession, isOffline: boolean): Promise<Visit> {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!isOffline) await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  const begun = performance.now();
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await page.getByText('اليوم', { exact: true }).waitFor();
  const milliseconds = performance.now() - begun;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { milliseconds, kilobytes: bytes / 1_000 };
}
