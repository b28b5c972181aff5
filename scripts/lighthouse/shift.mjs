// The layout shift of each screen while the answers of the API are late.
import { desktop, Network, newPage, phone, storedSession, waitForContent } from './pages.mjs';
import { limits, pathname } from './screens.mjs';
import { checked, printTable } from './table.mjs';

const delays = [0, 300, 3000];

export async function measureShift({ ours, screens, browser }) {
  const cases = [phone, desktop].flatMap((viewport) => delays.map((delay) => ({ viewport, delay })));
  const columns = [];
  for (const one of cases) {
    // The shift does not depend on the speed of the machine, so the screens wait together.
    columns.push(await Promise.all(screens.map((screen) => sumShifts(browser, ours, screen, one))));
  }
  printTable(
    'Layout shift by width and by delay of each answer in milliseconds',
    ['screen', ...cases.map(({ viewport, delay }) => `${viewport.width} px, ${delay}`)],
    screens.map((screen, index) => [
      `${pathname(screen)} ${screen.user ?? 'nobody'}`,
      ...columns.map((column) => checked(column[index], 3, limits.shift)),
    ]),
  );
}

async function sumShifts(browser, address, { path, user, content }, { viewport, delay }) {
  const page = await newPage(browser, address, viewport, await storedSession(address, user));
  try {
    const network = new Network(page);
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue().catch(() => undefined); // the page has closed
    });
    await page.goto(path, { waitUntil: 'commit' });
    await waitForContent(page, content);
    await network.waitUntilIdle();
    return await page.evaluate(readShifts);
  } finally {
    await page.context().close();
  }
}

/** Runs in the page. */
function readShifts() {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) =>
      resolve(
        list
          .getEntries()
          .filter(({ hadRecentInput }) => !hadRecentInput)
          .reduce((sum, { value }) => sum + value, 0),
      ),
    );
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 1000); // without a shift the observer is never called
  });
}
