import type { Page } from '@playwright/test';
import { grid } from './gridProbe';

/** Medians, in milliseconds: from the key to what it paints, and the work of the page's own thread for it. */
export interface KeyTime {
  toPaint: number;
  work: number;
}

interface KeyTimes {
  /** The digit that opens the field of a cell, one in an open field, and one in a bare field. */
  opening: KeyTime;
  typing: KeyTime;
  bare: KeyTime;
}

/**
 * Types digits as a person would, in the grid and in a bare field that is put on the same page, in turns.
 * @param busy tells how long the page has worked so far
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

/** Runs in the page: each key's time from its event until what it changed is painted. */
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
