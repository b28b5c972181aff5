import type { CDPSession, Page } from '@playwright/test';
import { spread } from './client';
import type { LargeBatch } from './institute';
import { command } from './postgres';

const grid = '[role=grid]';
/** As Lighthouse's phone. */
const slowdown = 4;

/**
 * Prints how fast the grid of marks is with 1,000 students and five columns, on a processor slowed to a phone's speed.
 */
export async function measureGrid(address: string, { id, codes }: LargeBatch): Promise<void> {
  const { chromium } = await import('@playwright/test');
  const { findBrowser } = await command<{ findBrowser(): Promise<string> }>('browser.mjs');
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  try {
    const viewport = { width: 1280, height: 900 };
    const page = await (await browser.newContext({ baseURL: address, viewport })).newPage();
    await signIn(page);
    const session = await page.context().newCDPSession(page);
    await page.goto(`/grades?batch_id=${id}&subject_code=${encodeURIComponent(codes[0] ?? '')}`);
    await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
    console.log(`\nGrid of 1,000 students × 5 columns, ${slowdown}× slowed down, ms; of it work of the page`);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const { frames, blank } = await scrollThrough(page);
    console.log(`1,000 rows by the wheel: ${frames} pictures, ${blank} with a blank row`);
    const { opening, typing, bare } = await keysToPaint(page, await processorTime(session));
    tell('key to paint, bare field on the same page', bare.toPaint, bare.work);
    tell('key to paint, first digit of a cell', opening.toPaint, opening.work, 3 * bare.toPaint);
    tell('key to paint, next digit', typing.toPaint, typing.work, 3 * bare.toPaint);
  } finally {
    await browser.close();
  }
}

function tell(what: string, milliseconds: number, work: number, most = 0): void {
  const verdict = most > 0 ? `   at most ${most.toFixed(0)}: ${milliseconds > most ? 'MISSED' : 'met'}` : '';
  console.log(
    `${what.padEnd(52)}${milliseconds.toFixed(1).padStart(9)}${work.toFixed(1).padStart(9)}${verdict}`,
  );
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await page.getByRole('navigation', { name: 'التنقل الرئيس' }).waitFor();
}

/** The processor time of the page's main thread, in milliseconds: other processes do not change it. */
async function processorTime(session: CDPSession): Promise<() => Promise<number>> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
}

/** Scrolls through the whole sheet and checks each frame for missing rows. */
async function scrollThrough(page: Page): Promise<{ frames: number; blank: number }> {
  const box = await page.locator(grid).boundingBox();
  if (!box) throw new Error('the grid is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const watch = await page.locator(grid).evaluateHandle((element) => {
    const found = { frames: 0, blank: 0, isOver: false };
    const look = () => {
      const { left, top, width, bottom } = element.getBoundingClientRect();
      let isBlank = false;
      for (let y = top + 60; y < Math.min(bottom, innerHeight) - 30; y += 20)
        isBlank ||= !document.elementFromPoint(left + width / 2, y)?.closest('[role=row]');
      found.frames += 1;
      found.blank += isBlank ? 1 : 0;
      if (!found.isOver) requestAnimationFrame(look);
      else element.scrollTo(0, 0);
    };
    requestAnimationFrame(look);
    return found;
  });
  for (let turns = 0; turns < 60; turns += 1) await page.mouse.wheel(0, 700);
  return watch.evaluate((found) => {
    found.isOver = true;
    return found;
  });
}

type Kind = 'opening' | 'typing' | 'bare';

/** Types digits in the grid (one that opens a cell, one in an open field) and in a plain field on the same page, in turns. */
async function keysToPaint(page: Page, busy: () => Promise<number>) {
  await page.evaluate(watchKeys);
  const times: Record<Kind, { milliseconds: number; work: number }[]> = { opening: [], typing: [], bare: [] };
  const press = async (kind: Kind, key: string) => {
    const before = await busy();
    await page.keyboard.press(key);
    const toPaint = await page.evaluate(() => (window as unknown as { lastKey: Promise<number> }).lastKey);
    times[kind].push({ milliseconds: toPaint, work: (await busy()) - before });
  };
  const cell = page.locator(`${grid} [role=row][aria-rowindex="4"] [role=gridcell][aria-colindex="4"]`);
  for (let round = 0; round < 24; round += 4) {
    await cell.click();
    for (let turn = 0; turn < 4; turn += 1) {
      await press('opening', String(1 + ((round + turn) % 4)));
      await press('typing', '.');
      await press('typing', '5');
      await page.keyboard.press('Enter');
    }
    await page.locator('#bare-field').click();
    for (const key of '12345678') await press('bare', key);
  }
  const medians = (kind: Kind) => ({
    toPaint: spread(times[kind]).p50,
    work: spread(times[kind].map(({ work }) => ({ milliseconds: work }))).p50,
  });
  return { opening: medians('opening'), typing: medians('typing'), bare: medians('bare') };
}

/** Runs in the page: the time from each key event until its change is painted. */
function watchKeys(): void {
  const field = document.createElement('input');
  field.id = 'bare-field';
  field.style.cssText = 'position:fixed;inset-block-start:0;inset-inline-start:0;z-index:9999';
  document.body.append(field);
  const watch = ({ timeStamp }: KeyboardEvent) => {
    const lastKey = new Promise<number>((resolve) => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    });
    Object.assign(window, { lastKey });
  };
  window.addEventListener('keydown', watch, true);
}
