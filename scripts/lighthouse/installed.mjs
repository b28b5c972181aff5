// The first visit without a service worker, beside later visits of the installed app.
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { Network, newPage, phone, storedSession, waitForContent } from './pages.mjs';
import { installedScreens, limits, pathname } from './screens.mjs';
import { checked, median, plain, printTable } from './table.mjs';

/** Slow 4G and a slow phone, as Lighthouse applies them in the browser. */
const slow4G = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const cpuSlowdown = 4;

/** The states of the network in later visits. A hanging network accepts each call and never answers it. */
const states = [
  { name: 'second', network: {}, limit: limits.secondVisit },
  { name: 'offline', network: { offline: true }, limit: limits.offlineVisit },
  { name: 'hanging', network: { isHanging: true }, limit: limits.hangingVisit },
];

/** Measures each screen `runs` times in each state. */
export async function measureInstalled({ ours, screens, runs, browser, browserPath, folder }) {
  const chosenPaths = screens.map(pathname);
  const chosenScreens = installedScreens.filter((screen) => chosenPaths.includes(pathname(screen)));
  if (chosenScreens.length === 0) return;
  const { protocol, hostname } = new URL(ours);
  if (protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1')
    return console.log('\nThe installed app is not measured, because it needs https or localhost.');
  const rows = [];
  let precache;
  for (const user of new Set(chosenScreens.map((screen) => screen.user))) {
    const context = await install(ours, user, { browserPath, folder });
    try {
      precache ??= await readPrecache(context);
      for (const screen of chosenScreens.filter((one) => one.user === user))
        rows.push(await measureScreen({ browser, ours, context, screen, runs }));
    } finally {
      await context.close();
    }
  }
  await printSizes(ours, precache);
  printTable(
    `Visits of the installed app on a phone (slow 4G, CPU ${cpuSlowdown} times slower, median of ${runs}): seconds to the content, × the first visit`,
    ['screen', 'first visit', ...states.flatMap(({ name }) => [name, '×'])],
    rows,
  );
}

async function measureScreen({ browser, ours, context, screen, runs }) {
  const firstTimes = [];
  const laterTimes = states.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    const page = await newPage(browser, ours, phone, await storedSession(ours, screen.user));
    firstTimes.push(await visit(page, screen));
    await page.context().close();
    for (const [index, { network }] of states.entries())
      laterTimes[index].push(await visit(await context.newPage(), screen, network));
  }
  const first = median(firstTimes);
  const laterCells = states.flatMap(({ limit }, index) => {
    const time = median(laterTimes[index]);
    return [plain(time, 2), checked(time / first, 2, limit)];
  });
  return [`${pathname(screen)} ${screen.user}`, plain(first, 2), ...laterCells];
}

/** Opens the screen in an empty page, and closes the page. @returns seconds until its content is painted */
async function visit(page, { path, content }, { offline = false, isHanging = false } = {}) {
  if (isHanging) await page.route('**/api/**', () => {});
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', { offline, ...slow4G });
  await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const startedAt = Date.now();
  await page.goto(path, { waitUntil: 'commit' });
  const paintedAt = await waitForContent(page, content);
  await page.close();
  return (paintedAt - startedAt) / 1000;
}

/** Signs in with a profile of its own, and waits until the worker and the prefetched answers are stored. */
async function install(address, user, { browserPath, folder }) {
  const context = await chromium.launchPersistentContext(mkdtempSync(join(folder, 'installed-')), {
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu'],
    baseURL: address,
    viewport: phone,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'allow',
  });
  const [page] = context.pages();
  const stored = await storedSession(address, user);
  await page.goto('/api/ready'); // a small page, whose localStorage is that of the app
  for (const { name, value } of stored)
    await page.evaluate((entry) => localStorage.setItem(...entry), [name, value]);
  await page.goto('/settings');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const network = new Network(page);
  await page.reload();
  await network.waitUntilIdle();
  return context;
}

/** @returns address and size of each file that the worker has cached */
async function readPrecache(context) {
  const page = await context.newPage();
  await page.goto('/api/ready');
  const files = await page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        found.push({ url, bytes: (await (await cache.match(url)).arrayBuffer()).byteLength });
    }
    return found;
  });
  await page.close();
  return files;
}

async function printSizes(address, files) {
  const worker = `${address}/worker.js`;
  const workerBytes = (await (await fetch(worker)).arrayBuffer()).byteLength;
  const sum = (values) => values.reduce((total, value) => total + value, 0) / 1000;
  const transferred = [];
  for (const { url } of files) transferred.push(await countTransferred(url));
  printTable(
    'Size of the installed app in kB, and compressed',
    ['', 'files', 'size', 'compressed'],
    [
      [
        'worker.js',
        plain(1, 0),
        checked(workerBytes / 1000, 1, limits.workerKb),
        plain((await countTransferred(worker)) / 1000, 1),
      ],
      [
        'precache',
        plain(files.length, 0),
        plain(sum(files.map(({ bytes }) => bytes)), 0),
        checked(sum(transferred), 0, limits.precacheKb),
      ],
    ],
  );
}

/** @returns bytes of the compressed body */
async function countTransferred(url) {
  const { get } = url.startsWith('https:') ? https : http;
  const [response] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response');
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes;
}
