// Finds a Chromium for the browser tests: Playwright's, else the system's, else a Debian package.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackage } from './debian.mjs';
import { bin, execute } from './steps.mjs';

// The headless shell draws no window, so the same tests take four fifths of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a browser; installs one if that is possible. Throws a readable error if there is none. */
export async function findBrowser() {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
  const present = (await playwrightsOwn()) ?? (await systemBrowser());
  if (present) return present;
  let reason = '';
  for (const name of canInstallPackages() ? ['chromium-headless-shell', 'chromium'] : []) {
    try {
      await installPackage(name);
    } catch (error) {
      reason = error.message; // older releases do not have the first package
    }
    const installed = await systemBrowser();
    if (installed) return installed;
  }
  // Ubuntu has no such package, and only root can install it; the download of Playwright may still work.
  await execute(bin('playwright'), ['install', 'chromium'], { minutes: 5 });
  const downloaded = await playwrightsOwn();
  if (downloaded) return downloaded;
  throw new Error(`No Chromium found. Install one, or name it in BROWSER_PATH. ${reason}`);
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

async function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  for (const path of candidates.filter((candidate) => existsSync(candidate))) {
    // On Ubuntu the command may be a stub that only recommends a snap.
    const { code } = await execute(path, ['--version'], { minutes: 0.5 });
    if (code === 0) return path;
  }
  return undefined;
}
