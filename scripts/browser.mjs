// Finds a Chromium for the browser tests: from Playwright, the system, or a Debian package.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackage } from './debian.mjs';
import { bin, execute } from './steps.mjs';

// The headless shell draws no window, which saves a fifth of the time.
const commandNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const otherPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export async function findBrowser() {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
  const existing = (await findPlaywrightBrowser()) ?? (await findSystemBrowser());
  if (existing) return existing;
  let reason = '';
  for (const name of canInstallPackages() ? ['chromium-headless-shell', 'chromium'] : []) {
    try {
      await installPackage(name);
    } catch (error) {
      reason = error.message; // older releases do not have the first package
    }
    const installed = await findSystemBrowser();
    if (installed) return installed;
  }
  // Ubuntu has no Chromium package. On Debian, only root can install it. So Playwright downloads its own browser.
  await execute(bin('playwright'), ['install', 'chromium'], { minutes: 5 });
  const downloaded = await findPlaywrightBrowser();
  if (downloaded) return downloaded;
  throw new Error(`No Chromium found. Install one, or name it in BROWSER_PATH. ${reason}`);
}

async function findPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

async function findSystemBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...commandNames.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...otherPaths,
  ];
  for (const path of candidates.filter((candidate) => existsSync(candidate))) {
    // On Ubuntu the command may be a stub that only recommends a snap.
    const { code } = await execute(path, ['--version'], { minutes: 0.5 });
    if (code === 0) return path;
  }
  return undefined;
}
