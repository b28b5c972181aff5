// The change from one screen to another inside of the app, and the same change once more.
import { Network, newPage, phone, storedSession, waitForContent } from './pages.mjs';
import { limits, pathname } from './screens.mjs';
import { checked, median, plain, printTable } from './table.mjs';

const runs = 3;

export async function measureSecond({ ours, smallest, screens, reference, browser }) {
  const base = await repeat(() => openForm(browser, smallest, reference));
  const rows = [];
  for (const screen of screens.filter(({ user }) => user !== null)) {
    const stored = await storeChoice(browser, ours, screen);
    const figures = await repeat(() => openTwice(browser, ours, screen, stored));
    rows.push([
      `${screen.previous ?? '/dashboard'} → ${pathname(screen)} ${screen.user}`,
      plain(figures.work, 0),
      checked(figures.work / base.work, 2, limits.ratio),
      plain(figures.files, 0),
      plain(figures.calls, 0),
      checked(figures.filesAgain, 0, 0), // the browser has them
      plain(figures.callsAgain, 0),
    ]);
  }
  printTable(
    `Change of screens on a phone, median of ${runs}: CPU time of the main thread in ms, and requests`,
    ['change', 'work', '×', 'files', 'calls', 'files again', 'calls again'],
    [
      [
        'smallest list → form',
        plain(base.work, 0),
        plain(1, 2),
        plain(base.files, 0),
        plain(base.calls, 0),
        '',
        '',
      ],
      ...rows,
    ],
  );
}

async function repeat(measure) {
  const results = [];
  for (let run = 0; run < runs; run += 1) results.push(await measure());
  return Object.fromEntries(
    Object.keys(results[0]).map((key) => [key, median(results.map((result) => result[key]))]),
  );
}

async function openForm(browser, address, { path, content }) {
  const page = await newPage(browser, address, phone, []);
  try {
    const network = new Network(page);
    await page.goto(path);
    await waitForContent(page, content);
    return await measureClick(page, network, page.locator(content).nth(1), 'form input');
  } finally {
    await page.context().close();
  }
}

/** Opens the screen by its address. The menu then opens it with the same subject. @returns the localStorage */
async function storeChoice(browser, address, { path, user, content }) {
  const page = await newPage(browser, address, phone, await storedSession(address, user));
  try {
    const network = new Network(page);
    await page.goto(path);
    await waitForContent(page, content);
    await network.waitUntilIdle();
    const { origins } = await page.context().storageState();
    return origins.find(({ origin }) => origin === address).localStorage;
  } finally {
    await page.context().close();
  }
}

async function openTwice(browser, address, screen, stored) {
  const page = await newPage(browser, address, phone, stored);
  const previous = screen.previous ?? '/dashboard';
  try {
    const network = new Network(page);
    await page.goto(previous);
    const open = (path, content) => openFromMenu(page, network, path, content);
    const first = await open(pathname(screen), screen.content);
    await open(previous, 'h1');
    const second = await open(pathname(screen), screen.content);
    return { ...first, filesAgain: second.files, callsAgain: second.calls };
  } finally {
    await page.context().close();
  }
}

async function openFromMenu(page, network, path, content) {
  await page.locator('header button').first().click();
  const measured = await measureClick(page, network, page.locator(`nav a[href="${path}"]`), content);
  await page.waitForURL((url) => url.pathname === path);
  return measured;
}

/** @returns CPU time of the main thread in milliseconds, and requests, from the click until the page is idle */
async function measureClick(page, network, target, content) {
  await target.waitFor();
  await network.waitUntilIdle();
  const readWork = await watchWork(page);
  const before = await readWork();
  network.clear();
  await target.click();
  await waitForContent(page, content);
  await network.waitUntilIdle();
  const work = (await readWork()) - before;
  const calls = network.requests.filter((request) => request.url().includes('/api/')).length;
  return { work, calls, files: network.requests.length - calls };
}

async function watchWork(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}
