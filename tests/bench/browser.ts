import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { LargeBatch } from './additions';
import { leaveSheet, openSheet, pasteToPaint, scrollThrough } from './gridProbe';
import { importStudents } from './importProbe';
import { keysToPaint } from './keyProbe';
import { drawMap, openMap } from './mapProbe';
import { command } from './postgres';
import { measureVisits } from './visits';

interface Finder {
  findBrowser(): Promise<string>;
}

/** Of the built product, beside this program. */
const webRoot = fileURLToPath(new URL('../web', import.meta.url));
const slowdown = 4;
const keys = 24;
const drawings = 15;

interface Measured {
  batch: LargeBatch;
  /** The row number of a student with two years of memorisation. */
  memoriser: number;
  /** `map` or `visits`: that alone. */
  only: string | undefined;
}

/**
 * Prints how fast the installed app opens, the grid of marks is with 1,000 students and five columns, and the map of the
 * mushaf is drawn, on a processor slowed to a phone's speed.
 */
export async function measureBrowser(address: string, { batch, memoriser, only }: Measured): Promise<void> {
  const { chromium } = await import('@playwright/test');
  const { findBrowser } = await command<Finder>('browser.mjs');
  const executablePath = await findBrowser();
  if (only === undefined || only === 'visits')
    tellVisits(await measureVisits(chromium, executablePath, address));
  if (only === 'visits') return;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await signedIn(browser, address);
    const session = await page.context().newCDPSession(page);
    await measureMap(page, session, memoriser);
    if (only === 'map') return;
    await measurePage(page, session, batch);
    await measureImport(page, batch);
  } finally {
    await browser.close();
  }
}

async function signedIn(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await page.getByRole('navigation', { name: 'التنقل الرئيس' }).waitFor();
  return page;
}

async function measurePage(page: Page, session: CDPSession, { id, codes }: LargeBatch): Promise<void> {
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  const busy = await processorTime(session);
  const addressOf = (code = '') => `/grades?batch_id=${id}&subject_code=${encodeURIComponent(code)}`;
  const timed = async (what: string, rate: number, most: number, work: () => Promise<number>) => {
    await slow(rate);
    const before = await busy();
    const milliseconds = await work();
    tell(`${what}, ${rate}×`, milliseconds, most, (await busy()) - before);
  };
  const [first, second, third] = codes;
  console.log(
    `\nGrid of 1,000 students × 5 columns, ms; of it work of the page. ${slowdown}×: slowed down so far`,
  );

  await leaveSheet(page);
  await timed('shown, screen never opened before', slowdown, 1_000, () => openSheet(page, addressOf(first)));
  await leaveSheet(page);
  await timed('shown, another subject', slowdown, 1_000, () => openSheet(page, addressOf(second)));
  await leaveSheet(page);
  await timed('shown, another subject', 1, 0, () => openSheet(page, addressOf(third)));

  await slow(slowdown);
  const { frames, blank } = await scrollThrough(page);
  console.log(`1,000 rows by the wheel, ${slowdown}×: ${frames} pictures, ${blank} with a blank row`);

  await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
  for (const rate of [1, slowdown]) {
    await timed('paste of 1,000 × 5', rate, 300, () => pasteToPaint(page));
    await page.getByRole('button', { name: 'تراجع عن آخر تعديل في الكشف' }).click();
  }
  const { opening, typing, bare } = await keysToPaint(page, keys, busy);
  const most = 3 * bare.toPaint;
  tell(`key to paint, bare field on the same page, ${slowdown}×`, bare.toPaint, 0, bare.work);
  tell(`key to paint, first digit of a cell, ${slowdown}×`, opening.toPaint, most, opening.work);
  tell(`key to paint, next digit, ${slowdown}×`, typing.toPaint, most, typing.work);
  await slow(1);
}

/** The median of several drawings: the first ones are of code that is not compiled yet. */
async function measureMap(page: Page, session: CDPSession, student: number): Promise<void> {
  console.log(
    '\nMap of the mushaf, 604 cells, ms; of it work of the page, which others on the machine hardly change',
  );
  const busy = await processorTime(session);
  await openMap(page, student);
  for (const [rate, most] of [
    [1, 0],
    [slowdown, 100],
  ] as const) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const drawn: { milliseconds: number; work: number }[] = [];
    for (let count = 0; count < drawings; count += 1) {
      const { before, milliseconds } = await drawMap(page, busy);
      drawn.push({ milliseconds, work: (await busy()) - before });
    }
    const medianOf = (of: (one: (typeof drawn)[number]) => number) =>
      drawn.map(of).toSorted((a, b) => a - b)[Math.floor(drawings / 2)] ?? 0;
    tell(
      `map drawn, ${rate}×`,
      medianOf(({ milliseconds }) => milliseconds),
      most,
      medianOf(({ work }) => work),
    );
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

async function measureImport(page: Page, { name }: LargeBatch): Promise<void> {
  console.log('\nImport of 100,000 students from a file, ms');
  const { read, check, send, longestPause, outcome } = await importStudents(page, name);
  tell('file read, columns matched', read);
  tell('read and checked', read + check, 5_000);
  tell('longest pause of the page meanwhile', longestPause, 200);
  tell('from the file to the database', read + check + send, 120_000);
  console.log(`inserted, updated, failed: ${outcome.join(', ')}`);
}

function tellVisits(visits: Awaited<ReturnType<typeof measureVisits>>): void {
  console.log(
    `\nA teacher opens the app on a phone (slow mobile network, ${slowdown}×): ms until the day's work, kB`,
  );
  const names = {
    first: 'first visit',
    second: 'second visit',
    offline: 'second visit, no network',
  } as const;
  for (const [name, { milliseconds, kilobytes }] of Object.entries(visits))
    console.log(
      `${names[name as keyof typeof names].padEnd(52)}${milliseconds.toFixed(0).padStart(9)}${kilobytes.toFixed(0).padStart(9)}`,
    );
  const worker = statSync(join(webRoot, 'worker.js')).size / 1_000;
  console.log(`${'size of the worker, kB'.padEnd(52)}${worker.toFixed(1).padStart(9)}   at most 40`);
}

/** The processor time of the page's main thread, in milliseconds: other processes do not change it. */
async function processorTime(session: CDPSession): Promise<() => Promise<number>> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
}

function tell(what: string, milliseconds: number, most = 0, work?: number): void {
  const verdict = most > 0 ? `   at most ${most.toFixed(0)}: ${milliseconds > most ? 'MISSED' : 'met'}` : '';
  const ofIt = (work === undefined ? '' : work.toFixed(1)).padStart(9);
  console.log(`${what.padEnd(52)}${milliseconds.toFixed(1).padStart(9)}${ofIt}${verdict}`);
}
