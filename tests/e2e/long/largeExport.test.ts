import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsxFile from 'read-excel-file/node';
import { expect, takeSession, test as base } from '../../support/browserTest';
import { serveApp } from '../../support/servedApp';

const students = 6_000;

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  address: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'rasd-large-'));
    const database = `sqlite:${join(folder, 'large.db')}`;
    const seed = ['dist/server/seed.js', '--students', String(students), '--database', database];
    execFileSync(process.execPath, seed);
    const app = await serveApp({ DATABASE_URL: database });
    await use(app.url);
    await app.stop();
    rmSync(folder, { recursive: true });
  },
});

test('an export of thousands of students is complete', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/students');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير Excel' }).click();
  const [sheet] = await readXlsxFile(await (await file).path());
  expect(sheet?.data).toHaveLength(students + 1);
});
