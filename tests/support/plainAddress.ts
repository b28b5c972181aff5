import type { BrowserContext, Page } from '@playwright/test';

/** A plain http address that is not loopback: the browser offers neither encryption, locks nor workers. */
export const plainOrigin = 'http://rasd.example';

/** Signs in at the plain address, which the browser reaches through its test. */
export async function takePlainSession(
  context: BrowserContext,
  page: Page,
  address: string,
  username: string,
): Promise<void> {
  await context.route(`${plainOrigin}/**`, async (route) => {
    const url = route.request().url().replace(plainOrigin, address);
    return route.fulfill({ response: await route.fetch({ url }) });
  });
  const login = await page.request.post('/api/auth/login', { data: { username, password: 'rasd-demo' } });
  await page.goto(`${plainOrigin}/api/ready`);
  await page.evaluate((session) => localStorage.setItem('rasd.session', session), await login.text());
}

/** Entries that wait at the plain address, as readable text. */
export const plainEntries = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([storageKey]) => storageKey.startsWith('rasd.queued.'))
      .map(([, text]) => String(text)),
  );
