import { test as base, expect, type Page } from '@playwright/test';
import { type ServingProcess, startServingProcess } from './servedApp';

interface Fixtures {
  /** The address of this test's own server with a demo institute: no test sees the changes of another. */
  address: string;
  /** Additional configuration of that server. */
  serverEnvironment: Record<string, string>;
  /** Console errors and warnings of the page; a test that provokes some names them by `expectComplaints`. */
  complaints: string[];
}

/** `test` with a server of its own; every page is watched for console errors and broken security policy. */
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
    // The context is kept for the next test. So is its process, because a new page is opened before the used ones are
    // closed.
    const used = page.context().pages();
    await page.context().newPage();
    await Promise.all(used.map((one) => one.close()));
    await page.context().clearPermissions();
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      await page.addInitScript(tellBrokenPolicy);
      watch(page, complaints);
      await use(complaints);
      expect(complaints, 'what the console complained of').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** A closed dialog removes its history entry a moment later, which would cancel a navigation. */
export const isHistorySettled = () =>
  !('rasdOverlay' in ((history.state ?? {}) as object)) || document.querySelector('.MuiModal-root') !== null;

/** The browser's log says nothing of a violation that the code catches itself. */
const tellBrokenPolicy = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // oxlint-disable-next-line no-console -- what the console says is what a test hears
    console.error('broken security policy:', violatedDirective, blockedURI, sourceFile),
  );

/** What playwright says itself where the app would be kept on the device. */
const workerBlocked = 'Service Worker registration blocked by Playwright';

/** Collects the console errors of a page, including violations of the security policy. */
export function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.text() === workerBlocked) return;
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

/** Takes the console errors so far out of the list; each must match one of `expected`. */
export function expectComplaints(complaints: string[], ...expected: RegExp[]): void {
  const others = complaints.splice(0).filter((line) => !expected.some((one) => one.test(line)));
  expect(others, 'unexpected console errors').toEqual([]);
}

/** Gives a page a session without the sign-in form, and opens no screen: the test does that. */
export async function takeSession(page: Page, username: string, password = 'rasd-demo'): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { username, password } });
  if (!answer.ok()) throw new Error(`${username} may not sign in: ${answer.status()} ${await answer.text()}`);
  await page.goto('/api/ready'); // any small page of the server, to have access to its storage
  await page.evaluate((session) => localStorage.setItem('rasd.session', session), await answer.text());
}

/** Signs in, without the form, and waits for the first screen. */
export async function signIn(page: Page, username: string, password?: string): Promise<void> {
  await takeSession(page, username, password);
  await page.goto('/dashboard');
  await expect(
    page
      .getByRole('navigation', { name: 'التنقل الرئيس' })
      .or(page.getByRole('button', { name: 'فتح قائمة التنقل' })),
  ).toBeVisible();
}

/** The toast with this message. */
export const toast = (page: Page, sentence: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: sentence });
