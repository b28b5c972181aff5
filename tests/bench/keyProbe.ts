import type { Page } from '@playwright/test';
import { grid } from './gridProbe';

/** Medians in milliseconds: from the key to the paint, and the main thread's work for it. */
export interface KeyTime {
  toPaint: number;
  work: number;
}

interface KeyTimes {
  /** A digit that opens a cell, one in an open field, and one in a plain field. */
  opening: KeyTime;
  typing: KeyTime;
  bare: KeyTime;
}

/**
 * Types digits in the grid and in a plain field on the same page, in turns.
 * @param busy returns how long the page has worked so far
 */
export async function keysToPaint(page: Page, count: number, busy: () => Promise<number>): Promise<KeyTimes> {
  await page.evaluate(watchKeys);
  const times: Record<keyof KeyTimes, KeyTime[]> = { opening: [], typing: [], bare: [] };
  const press = async (kind: keyof KeyTimes, key: string) => {
    const before = await busy();
    await page.keyboard.press(key);
    const toPaint = await page.evaluate(() => (window as unknown as { lastKey: Promise<number> }).lastKey);
    times[kind].push({ toPaint, work: (await busy()) - before });
  };
  const cell = page.locator(`${grid} [role=row][aria-rowindex="4"] [role=gridcell][aria-colindex="4"]`);
  for (let round = 0; round < count; round += 4) {
    await cell.click();
    for (let turn = 0; turn < 4; turn += 1) {
      await press('opening', String(1 + ((round + turn) % 4)));
      await press('typing', '.');
      await press('typing', '5');
      await page.keyboard.press('Enter');
    }
    await page.locator('#bare-field').click();
    for (const key of ['1', '2', '3', '4', '5', '6', '7', '8']) await press('bare', key);
  }
  await page.evaluate(() => document.querySelector('#bare-field')?.remove());
  return { opening: medians(times.opening), typing: medians(times.typing), bare: medians(times.bare) };
}

/** Runs in the page: the time from each key event until its change is painted. */
function watchKeys(): void {
  const field = document.createElement('input');
  field.id = 'bare-field';
  field.style.cssText = 'position:fixed;inset-block-start:0;inset-inline-start:0;z-index:9999';
  document.body.append(field);
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const painted = new Promise<number>((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      });
      Object.assign(window, { lastKey: painted });
    },
    true,
  );
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const medians = (times: readonly KeyTime[]): KeyTime => ({
  toPaint: median(times.map(({ toPaint }) => toPaint)),
  work: median(times.map(({ work }) => work)),
});
