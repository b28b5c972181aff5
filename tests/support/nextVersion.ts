import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ServingProcess } from './servedApp';

/** A server whose screens can be replaced by those of the next version. */
export async function serveVersions(serving: ServingProcess, folder: string) {
  const web = join(folder, 'web');
  cpSync('dist/web', web, { recursive: true });
  const environment = { WEB_ROOT: web, DATABASE_URL: `sqlite:${join(folder, 'rasd.db')}` };
  await serving.stop();
  await serving.start(environment);
  return {
    web,
    /** Restarts the server with the next version. All its scripts and styles have other names. */
    update: async () => {
      renameAssets(web);
      await serving.stop();
      await serving.start(environment);
    },
  };
}

function renameAssets(web: string): void {
  const assets = join(web, 'assets');
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const pattern = new RegExp(`(?<![\\w-])(?:${names.join('|').replaceAll('.', '\\.')})`, 'g');
  const rename = (file: string) =>
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(pattern, (name) => `next-${name}`),
    );
  for (const name of names) {
    rename(join(assets, name));
    renameSync(join(assets, name), join(assets, `next-${name}`));
  }
  for (const name of ['index.html', 'worker.js']) rename(join(web, name));
  const change = (name: string, text: RegExp, by: string) =>
    writeFileSync(join(web, name), readFileSync(join(web, name), 'utf8').replace(text, by));
  change('index.html', /<html /, '<html data-version="next" ');
  change('worker.js', /revision:"\w+"/, 'revision:"next"');
}

export const nextVersion = (page: Page) => page.locator('html[data-version="next"]');

/** Paths of the pages that the tab loads from now on. */
export function watchLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loads.push(new URL(request.url()).pathname);
  });
  return loads;
}

/** Files of the previous version must not come from the browser's HTTP cache. */
export async function clearHttpCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}
