import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 A and AA, and the best practices of axe. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Goes to another screen of the open page like a link in it, which is faster than loading everything again. */
export async function goWithin(page: Page, route: string): Promise<void> {
  await page.evaluate((address) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, route);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
  await isShown(page);
}

/** A screen is ready when it has its heading and nothing on it is loading. */
export async function isShown(page: Page): Promise<void> {
  await isAtRest(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.MuiSkeleton-root, [role="progressbar"]')).toHaveCount(0);
}

/**
 * Waits until the page has its new width and colour scheme and all animations have ended. A page applies a new width
 * and colour scheme only in its next frame, and axe would measure colours in transition.
 */
async function isAtRest(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.waitForFunction(() => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const wanted = localStorage.getItem('rasd.theme') ?? system;
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
    return document.documentElement.dataset['theme'] === wanted && moving.length === 0;
  });
}

/** The findings of axe, by all rules or by some, each with its place. */
export async function findings(page: Page, only?: string[]): Promise<string[]> {
  await isAtRest(page);
  // Loading axe takes as long as running it, and so does a list of all passed rules.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // There are no frames of other origins here, which the slower mode is for.
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const axe = only ? builder.withRules(only) : builder.withTags(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** All rules in light mode, and the rules on colours in dark mode. */
export async function findingsInBoth(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await findings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...inLight, ...(await findings(page, ['color-contrast', 'link-in-text-block']))];
}

/** All findings on the open screen on a desktop and on a phone. */
export async function findingsAtBothWidths(page: Page): Promise<string[]> {
  const atDesk = await findingsInBoth(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height });
  await isShown(page);
  const onPhone = await findingsOnPhone(page);
  await page.setViewportSize({ width, height });
  return [...atDesk, ...onPhone.map((finding) => `on a phone: ${finding}`)];
}

/** The findings for a phone: large enough targets, contrast, and nothing that scrolls sideways. */
export async function findingsOnPhone(page: Page): Promise<string[]> {
  // This waits until the page has its new width, so the width is measured after it.
  const found = await findings(page, ['target-size', 'color-contrast']);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`, ...found] : found;
}
