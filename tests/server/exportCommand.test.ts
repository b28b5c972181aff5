import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFilledDatabase } from '../support/app';
import { startProgram } from '../support/childProcess';
import type { NewDatabase } from '../support/database';
import { readArchive, rowsOfTable } from '../support/exportedFiles';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
let database: NewDatabase;
beforeAll(async () => (database = await newFilledDatabase({ hasFewRevisions: true })));
afterAll(() => database.discard());

async function runExport(args: string[], url = database.url) {
  const child = startProgram('server/commands/export.ts', args, { DATABASE_URL: url });
  const { code } = await child.ended;
  return { code, output: child.output(), errors: child.errors() };
}

test('the command writes a private file with all data, and prints its size', async () => {
  const file = join(folder, 'all.zip');
  expect(await runExport([file])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/holds all data .* kB/),
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(rowsOfTable(readArchive(readFileSync(file)), 'students')).toHaveLength(150);
});

test('the command overwrites no file, and leaves no part of a failed export', async () => {
  const existing = join(folder, 'existing.zip');
  writeFileSync(existing, 'mine');
  const refused = await runExport([existing]);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('exists already') });
  expect(readFileSync(existing, 'utf8')).toBe('mine');
  expect(await runExport([])).toMatchObject({ code: 2, errors: expect.stringContaining('npm run export') });
  const missing = join(folder, 'none.db');
  const withoutData = await runExport([join(folder, 'none.zip')], `sqlite:${missing}`);
  expect(withoutData).toMatchObject({ code: 1, errors: expect.stringContaining('no database') });
  expect(existsSync(missing)).toBe(false);
  const noFolder = await runExport([join(folder, 'no-folder', 'all.zip')]);
  expect(noFolder).toMatchObject({ code: 1, errors: expect.stringContaining('ENOENT') });
  expect(readdirSync(folder).toSorted()).toEqual(['all.zip', 'existing.zip']);
});

test('the command replaces a link and an old unfinished file, and writes through neither', async () => {
  const [target, file] = [join(folder, 'of-others'), join(folder, 'linked.zip')];
  writeFileSync(target, 'theirs');
  symlinkSync(target, `${file}.unfinished`);
  expect(await runExport([file])).toMatchObject({ code: 0 });
  expect(readFileSync(target, 'utf8')).toBe('theirs');
  rmSync(file);
  writeFileSync(`${file}.unfinished`, 'older', { mode: 0o644 });
  expect(await runExport([file])).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(rowsOfTable(readArchive(readFileSync(file)), 'students')).toHaveLength(150);
});
