import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig, variableNames } from '../../server/config';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(here(path), 'utf8');

const unitNames = readdirSync(here('deploy')).filter((name) => /\.(service|timer)$/.test(name));
const units = unitNames.map((name) => read(`deploy/${name}`));
const guide = read('docs/operate.md');

/** Rows of the table of variables: name and default. */
const variables = [...guide.matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)`)? ?\|/gm)].map(
  ([, name = '', value]) => ({
    name,
    value,
  }),
);

test('the table of variables has every variable of the configuration, and no other', () => {
  expect(variables.map(({ name }) => name).toSorted()).toEqual(variableNames.toSorted());
});

test('the table of variables has the defaults of the configuration', () => {
  const defaults: Record<string, unknown> = readConfig({});
  const written = Object.fromEntries(
    variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
  expect(readConfig(written)).toEqual(defaults);
  const unset = variables.filter(({ value }) => value === undefined).map(({ name }) => defaults[name]);
  expect(unset.filter((value) => value !== undefined)).toEqual([]);
});

test('the units start programs of the build, and set variables of the configuration', () => {
  const programs = units.flatMap((text) => [...text.matchAll(/dist\/server\/(\w+)\.js/g)]);
  const backup = [...read('deploy/backup.sh').matchAll(/dist\/server\/(\w+)\.js/g)];
  const names = [...programs, ...backup].map(([, name = '']) => name);
  expect(names).toEqual(['main', 'backup']);
  const entries = /serverEntries = \{([\s\S]*?)\n\}/.exec(read('scripts/build.mjs'))?.[1] ?? '';
  expect([...entries.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(names),
  );
  for (const text of units)
    for (const [, name = ''] of text.matchAll(/^Environment=(\w+)=/gm)) expect(variableNames).toContain(name);
  const environment = /^PORT=[\s\S]*?\n```/m.exec(guide)?.[0] ?? '';
  const exampleNames = [...environment.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(exampleNames).toContain('TRUST_PROXY');
  for (const name of exampleNames) expect(variableNames).toContain(name);
});

test('the unit waits longer for the end of the server than the server itself', () => {
  const delay = Number(/delay: ([\d_]+)/.exec(read('server/main.ts'))?.[1]?.replaceAll('_', ''));
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('deploy/rasd@.service'))?.[1]);
  expect(delay).toBeGreaterThan(0);
  expect(seconds * 1_000).toBeGreaterThan(delay);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd accepts the units without a warning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rasd-units-'));
  try {
    cpSync(here('deploy'), folder, { recursive: true });
    // systemd refuses a program that does not exist, and Node may be elsewhere here.
    for (const [index, name] of unitNames.entries())
      writeFileSync(join(folder, name), units[index]?.replace('/usr/bin/node', process.execPath) ?? '');
    const verify = (name: string) => {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, name)], {
        encoding: 'utf8',
      });
      return { name, status, stderr };
    };
    for (const name of unitNames) expect(verify(name)).toEqual({ name, status: 0, stderr: '' });
    writeFileSync(join(folder, 'wrong@.service'), '[Service]\nExecStart=/bin/true\nRestarts=always\n');
    expect(verify('wrong@.service').stderr).toContain('Restarts');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the files that the guide names exist', () => {
  const files = [...guide.matchAll(/`(deploy\/[^`*]+)`/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(4);
  for (const path of files) expect(read(path).length).toBeGreaterThan(0);
});
