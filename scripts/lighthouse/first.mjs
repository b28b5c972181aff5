// The first visit: Lighthouse on each screen, and the requests before its first row.
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { execute } from '../steps.mjs';
import { Network, newPage, phone, storedSession, waitForContent } from './pages.mjs';
import { limits, pathname } from './screens.mjs';
import { checked, median, plain, printTable } from './table.mjs';

const version = '12.8.2'; // 13 needs Node 22

/** Measures all screens `runs` times. The smallest list is measured before and after each round. */
export async function measureFirst({ ours, smallest, screens, reference, runs, browser, ...rest }) {
  const requests = new Map();
  for (const screen of screens) requests.set(screen, await countRequests(browser, ours, screen));
  const referenceRequests = await countRequests(browser, smallest, reference);

  const reports = new Map(screens.map((screen) => [screen, []]));
  const referenceReports = [await runLighthouse(smallest, reference, rest)];
  for (let round = 1; round <= runs; round += 1) {
    console.log(`Lighthouse: round ${round} of ${runs} …`);
    for (const screen of screens) reports.get(screen).push(await runLighthouse(ours, screen, rest));
    referenceReports.push(await runLighthouse(smallest, reference, rest));
  }
  const base = summarise(referenceReports);
  const row = (name, figures, count, check) => [
    name,
    plain(figures.performance, 0),
    ...['paint', 'blocking', 'work'].flatMap((key) => [
      plain(figures[key], 2),
      check(figures[key] / base[key], 2, limits.ratio),
    ]),
    check(figures.script, 0, limits.scriptKb),
    check(count, 0, limits.requests),
    check(figures.shift, 3, limits.shift),
    ...['accessibility', 'bestPractices'].map((key) =>
      check(figures[key], 0, limits.score, figures[key] >= limits.score),
    ),
  ];
  printTable(
    `First visit on a phone (Lighthouse ${version}, median of ${runs}; times in seconds, × the smallest list)`,
    [
      'screen',
      'score',
      'LCP',
      '×',
      'TBT',
      '×',
      'work',
      '×',
      'script kB',
      'requests',
      'shift',
      'accessible',
      'practices',
    ],
    [
      row(`smallest list (${referenceReports.length} runs)`, base, referenceRequests, plain),
      ...screens.map((screen) =>
        row(nameOf(screen), summarise(reports.get(screen)), requests.get(screen), checked),
      ),
    ],
  );
  const spread = referenceReports.map(({ work }) => work.toFixed(2)).join(', ');
  console.log(`Work of the smallest list in each of its runs: ${spread}`);
}

/** Measures what does not depend on the speed of a phone. */
export async function measureDesktop({ ours, screens, ...rest }) {
  const rows = [];
  for (const screen of screens) {
    const { shift, accessibility, bestPractices } = await runLighthouse(ours, screen, {
      ...rest,
      preset: 'desktop',
    });
    rows.push([
      nameOf(screen),
      checked(shift, 3, limits.shift),
      checked(accessibility, 0, limits.score, accessibility >= limits.score),
      checked(bestPractices, 0, limits.score, bestPractices >= limits.score),
    ]);
  }
  printTable('First visit on a desktop', ['screen', 'shift', 'accessible', 'practices'], rows);
}

const nameOf = (screen) => `${pathname(screen)} ${screen.user ?? 'nobody'}`;

const summarise = (reports) =>
  Object.fromEntries(
    Object.keys(reports[0]).map((key) => [key, median(reports.map((report) => report[key]))]),
  );

/** Counts the requests that the page has sent when its first row is visible. */
async function countRequests(browser, address, { path, user, content }) {
  const page = await newPage(browser, address, phone, await storedSession(address, user));
  try {
    const network = new Network(page);
    await page.goto(path, { waitUntil: 'commit' });
    const paintedAt = await waitForContent(page, content);
    await network.waitUntilIdle();
    return network.requests.filter((request) => request.timing().startTime <= paintedAt).length;
  } finally {
    await page.context().close();
  }
}

/** Each measurement has a new browser, like the first visit of a user. */
async function runLighthouse(address, { path, user }, { browserPath, folder, preset }) {
  const profile = mkdtempSync(join(folder, 'profile-'));
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const [page] = context.pages();
    const stored = await storedSession(address, user);
    if (stored.length > 0) {
      await page.goto(`${address}/api/ready`); // a small page, whose localStorage is that of the app
      for (const { name, value } of stored)
        await page.evaluate((entry) => localStorage.setItem(...entry), [name, value]);
    }
    const output = join(profile, 'report.json');
    const result = await execute('npx', [
      '--yes',
      `lighthouse@${version}`,
      `${address}${path}`,
      `--port=${port}`,
      '--disable-storage-reset', // the session is in the storage
      '--only-categories=performance,accessibility,best-practices',
      '--output=json',
      `--output-path=${output}`,
      '--quiet',
      ...(preset ? [`--preset=${preset}`] : []),
    ]);
    if (result.code !== 0) throw new Error(`Lighthouse failed on ${path}:\n${result.output}`);
    return readReport(JSON.parse(readFileSync(output, 'utf8')));
  } finally {
    await context.close();
  }
}

function readReport({ categories, audits, runtimeError }) {
  if (runtimeError) throw new Error(runtimeError.message);
  const score = (name) => categories[name].score * 100;
  const seconds = (name) => audits[name].numericValue / 1000;
  const scripts = audits['network-requests'].details.items.filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  return {
    performance: score('performance'),
    paint: seconds('largest-contentful-paint'),
    blocking: seconds('total-blocking-time'),
    work: seconds('mainthread-work-breakdown'),
    script: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    shift: audits['cumulative-layout-shift'].numericValue,
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
  };
}

async function findFreePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
