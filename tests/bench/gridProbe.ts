import type { Page } from '@playwright/test';

export const grid = '[role=grid]';

/** Goes to a screen without a grid, and waits until it is quiet. */
export async function leaveSheet(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState(null, '', '/programs');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.locator(grid).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

/** Goes to a sheet inside the running app. @returns milliseconds until its rows are painted */
export const openSheet = (page: Page, address: string): Promise<number> =>
  page.evaluate(
    ([to, selector]) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const look = () => {
          const cells = document.querySelectorAll(`${selector} [role=row] [role=gridcell]`);
          if (cells.length < 50) return void requestAnimationFrame(look);
          return void requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
        look();
      }),
    [address, grid] as const,
  );

/** Scrolls through the whole sheet and checks each frame for missing rows. */
export async function scrollThrough(page: Page): Promise<{ frames: number; blank: number }> {
  const box = await page.locator(grid).boundingBox();
  if (!box) throw new Error('the grid is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate((selector) => {
    const element = document.querySelector(selector);
    if (!element) return;
    const found = { frames: 0, blank: 0, isOn: true };
    Object.assign(window, { found });
    const look = () => {
      const { left, top, width, bottom } = element.getBoundingClientRect();
      const end = Math.min(bottom, innerHeight) - 30;
      let isBlank = false;
      for (let y = top + 60; y < end; y += 20)
        isBlank ||= !document.elementFromPoint(left + width / 2, y)?.closest('[role=row]');
      found.frames += 1;
      found.blank += isBlank ? 1 : 0;
      if (found.isOn) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, grid);
  for (let turns = 0; turns < 60; turns += 1) await page.mouse.wheel(0, 700);
  return page.evaluate(() => {
    const { found } = window as unknown as { found: { frames: number; blank: number; isOn: boolean } };
    found.isOn = false;
    document.querySelector('[role=grid]')?.scrollTo(0, 0);
    return found;
  });
}

/**
 * Pastes a mark for every student and column, starting at the first mark. @returns milliseconds until it is painted
 */
export async function pasteToPaint(page: Page): Promise<number> {
  const cell = page.locator(`${grid} [role=row][aria-rowindex="2"] [role=gridcell][aria-colindex="4"]`);
  await cell.click();
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve, reject) => {
        const clipboardData = new DataTransfer();
        const line = ['1', '1.5', '2', '2.5', '3'].join('\t');
        clipboardData.setData('text/plain', Array.from({ length: 1_000 }, () => line).join('\r\n'));
        const target = document.activeElement ?? document.querySelector(selector);
        const began = performance.now();
        target?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
        requestAnimationFrame(() =>
          setTimeout(() => {
            const taken = performance.now() - began;
            const isThere = document.querySelector(selector)?.textContent?.includes('2.5');
            if (isThere) resolve(taken);
            else reject(new Error('what was pasted is not there'));
          }),
        );
      }),
    grid,
  );
}
