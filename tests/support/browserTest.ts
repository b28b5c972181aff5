import { test as base, expect, type Page } from '@playwright/test';
import { type ServingProcess, startServingProcess } from './servedApp';

interface Fixtures {
  /** Address of the test's server with its own demo institute. */
  address: string;
  serverEnvironment: Record<string, string>;
  /** Console errors and warnings. A test with expected errors calls `expectConsoleErrors`. */
  consoleErrors: string[];
}

/** Each test has its own server, and fails on console errors and violations of the security policy. */
export const test = base.extend<Fixtures, { serving: ServingProcess }>({
  serverEnvironment: [{}, { option: true }],
  serving: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const serving = startServingProcess();
      await use(serving);
      serving.end();
    },
    { scope: 'worker' },
  ],
  address: async ({ serverEnvironment, serving }, use) => {
    await use(await serving.start(serverEnvironment));
    await serving.stop();
  },
  baseURL: async ({ address }, use) => use(address),
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...parameters) => {
      await page.waitForFunction(isHistorySettled);
      return goto(...parameters);
    };
    await use(page);
    // Opening a new page before the old ones close keeps the browser context for the next test.
    const usedPages = page.context().pages();
    await page.context().newPage();
    await Promise.all(usedPages.map((one) => one.close()));
    await page.context().clearPermissions();
  },
  consoleErrors: [
    async ({ page }, use) => {
      const consoleErrors: string[] = [];
      await page.addInitScript(logBrokenPolicy);
      watch(page, consoleErrors);
      await use(consoleErrors);
      expect(consoleErrors, 'console errors and warnings').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** A closed dialog removes its history entry asynchronously, which would cancel a navigation. */
export const isHistorySettled = () =>
  !('rasdOverlay' in ((history.state ?? {}) as object)) || document.querySelector('.MuiModal-root') !== null;

/** Logs violations of the security policy, because the browser does not log violations in caught code. */
const logBrokenPolicy = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // oxlint-disable-next-line no-console -- tests read the console
    console.error('broken security policy:', violatedDirective, blockedURI, sourceFile),
  );

/** Playwright logs this message. */
const workerBlockedMessage = 'Service Worker registration blocked by Playwright';

export function watch(page: Page, consoleErrors: string[]): void {
  page.on('console', (message) => {
    if (message.text() === workerBlockedMessage) return;
    if (['error', 'warning'].includes(message.type()))
      consoleErrors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
}

/** Removes the console errors so far; each must match one of `expected`. */
export function expectConsoleErrors(consoleErrors: string[], ...expected: RegExp[]): void {
  const unexpected = consoleErrors.splice(0).filter((line) => !expected.some((one) => one.test(line)));
  expect(unexpected, 'unexpected console errors').toEqual([]);
}

/** Stores a session in the page without the sign-in form, and opens no screen. */
export async function takeSession(page: Page, username: string, password = 'rasd-demo'): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { username, password } });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()} ${await answer.text()}`);
  await page.goto('/api/ready'); // any page of the server gives access to its localStorage
  await page.evaluate((session) => localStorage.setItem('rasd.session', session), await answer.text());
}

/** Signs in without the form, and waits for the first screen. */
export async function signIn(page: Page, username: string, password?: string): Promise<void> {
  await takeSession(page, username, password);
  await page.goto('/dashboard');
  await expect(
    page
      .getByRole('navigation', { name: 'التنقل الرئيس' })
      .or(page.getByRole('button', { name: 'فتح قائمة التنقل' })),
  ).toBeVisible();
}

export const toast = (page: Page, message: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: message });
