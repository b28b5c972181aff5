import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
// All pages of a worker are in one process, which keeps the compiled code of the screens.
const flags = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];
const flagsOfRoot = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const browser = process.env.BROWSER_PATH;

// Each worker starts a process that serves its tests (tests/support/browserTest.ts), so there is no webServer here.
export default defineConfig({
  globalSetup: './tests/support/browserSetup.ts',
  testDir: 'tests/e2e', // paths in reports begin here
  outputDir: 'test-results',
  projects: [
    { name: 'journeys', testIgnore: 'long/**' },
    { name: 'long', testMatch: 'long/**/*.test.ts' }, // `npm run test:all` alone
  ],
  workers: 2,
  fullyParallel: true, // each test has a server of its own, and no worker idles while another has a long file
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Against what hangs; a busy machine is slow, and no test is about speed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    reuseContext: true, // one for each worker; playwright empties it before each test
    serviceWorkers: 'block', // except in the tests of `device.ts`, whose subject they are
    locale: 'ar',
    timezoneId: 'Asia/Riyadh',
    // Colours are looked at where they have arrived, not on their way from light to dark.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a quarter of the time of all; `npx playwright test --trace=retain-on-failure` has one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: isRoot ? [...flags, ...flagsOfRoot] : flags,
    },
  },
});
