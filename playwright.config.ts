import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
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

// The tests start their own server, each worker its own, so there is no webServer here.
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true, // each test has a server of its own, and no worker idles while another has a long file
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'ar',
    timezoneId: 'Asia/Riyadh',
    // Colours are looked at where they have arrived, not on their way from light to dark.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a quarter of the time of all; `npx playwright test --trace=retain-on-failure` has one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: isRoot ? flagsOfRoot : [],
    },
  },
});
