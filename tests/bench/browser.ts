import type { CDPSession, Page } from '@playwright/test';
import { summariseTimes } from './client';
import type { LargeBatch } from './institute';
import { importScript } from './postgres';

const grid = '[role=grid]';
/** Slowdown of the phone profile of Lighthouse. */
const slowdown = 4;

/** Prints times of the grid of marks with 1,000 students, on a CPU as slow as that of a phone. */
export async function measureGrid(address: string, { id, codes }: LargeBatch): Promise<void> {
  const { chromium } = await import('@playwright/test');
  const { findBrowser } = await importScript<{ findBrowser(): Promise<string> }>('browser.mjs');
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  try {
    const viewport = { width: 1280, height: 900 };
    const page = await (await browser.newContext({ baseURL: address, viewport })).newPage();
    await signIn(page);
    const session = await page.context().newCDPSession(page);
    await page.goto(`/grades?batch_id=${id}&subject_code=${encodeURIComponent(codes[0] ?? '')}`);
    await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
    console.log(
      `\nGrid of 1,000 students × 5 columns, ${slowdown}× slower CPU: ms, and CPU time of the page`,
    );
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const { frames, blank } = await scrollThrough(page);
    console.log(`1,000 rows by the wheel: ${frames} frames, ${blank} with a blank row`);
    const { opening, typing, bare } = await measureKeys(page, await watchCpuTime(session));
    printRow('key to paint, bare field on the same page', bare.toPaint, bare.work);
    printRow('key to paint, first digit of a cell', opening.toPaint, opening.work, 3 * bare.toPaint);
    printRow('key to paint, next digit', typing.toPaint, typing.work, 3 * bare.toPaint);
  } finally {
    await browser.close();
  }
}

function printRow(label: string, milliseconds: number, work: number, limit = 0): void {
  const verdict =
    limit > 0 ? `   at most ${limit.toFixed(0)}: ${milliseconds > limit ? 'MISSED' : 'met'}` : '';
  console.log(
    `${label.padEnd(52)}${milliseconds.toFixed(1).padStart(9)}${work.toFixed(1).padStart(9)}${verdict}`,
  );
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await page.getByRole('navigation', { name: 'التنقل الرئيس' }).waitFor();
}

/** Returns a function for the CPU time of the main thread in milliseconds. */
async function watchCpuTime(session: CDPSession): Promise<() => Promise<number>> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
}

async function scrollThrough(page: Page): Promise<{ frames: number; blank: number }> {
  const box = await page.locator(grid).boundingBox();
  if (!box) throw new Error('the grid is not visible');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const frameCounter = await page.locator(grid).evaluateHandle((element) => {
    const counts = { frames: 0, blank: 0, isOver: false };
    const checkFrame = () => {
      const { left: gridLeft, top, width, bottom } = element.getBoundingClientRect();
      let isBlank = false;
      for (let y = top + 60; y < Math.min(bottom, innerHeight) - 30; y += 20)
        isBlank ||= !document.elementFromPoint(gridLeft + width / 2, y)?.closest('[role=row]');
      counts.frames += 1;
      counts.blank += isBlank ? 1 : 0;
      if (!counts.isOver) requestAnimationFrame(checkFrame);
      else element.scrollTo(0, 0);
    };
    requestAnimationFrame(checkFrame);
    return counts;
  });
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 700);
  return frameCounter.evaluate((counts) => {
    counts.isOver = true;
    return counts;
  });
}

type KeyKind = 'opening' | 'typing' | 'bare';

/** Types digits alternately in a cell and in a plain field. `opening` also opens the cell. */
async function measureKeys(page: Page, readCpuTime: () => Promise<number>) {
  await page.evaluate(watchKeys);
  const times: Record<KeyKind, { milliseconds: number; work: number }[]> = {
    opening: [],
    typing: [],
    bare: [],
  };
  const press = async (kind: KeyKind, key: string) => {
    const cpuBefore = await readCpuTime();
    await page.keyboard.press(key);
    const toPaint = await page.evaluate(() => (window as unknown as { lastKey: Promise<number> }).lastKey);
    times[kind].push({ milliseconds: toPaint, work: (await readCpuTime()) - cpuBefore });
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
  const computeMedians = (kind: KeyKind) => ({
    toPaint: summariseTimes(times[kind]).p50,
    work: summariseTimes(times[kind].map(({ work }) => ({ milliseconds: work }))).p50,
  });
  return {
    opening: computeMedians('opening'),
    typing: computeMedians('typing'),
    bare: computeMedians('bare'),
  };
}

/** Runs in the page: measures from each key event until its change is painted. */
function watchKeys(): void {
  const field = document.createElement('input');
  field.id = 'bare-field';
  field.style.cssText = 'position:fixed;inset-block-start:0;inset-inline-start:0;z-index:9999';
  document.body.append(field);
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    const lastKey = new Promise<number>((resolve) => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    });
    Object.assign(window, { lastKey });
  };
  window.addEventListener('keydown', onKey, true);
}
