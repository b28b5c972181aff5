import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './sources.mjs';

const recordFile = join(root, 'node_modules', '.cache', 'rasd', 'last-test.json');

const row = (seconds, text) => `${`${seconds.toFixed(1)} s`.padStart(9)}  ${text}`;
const sumBy = (key, results) => results.reduce((sum, result) => sum + result[key], 0);

export function printTimes(results, seconds) {
  const files = results
    .flatMap(({ name, files: stepFiles = [] }) => stepFiles.map((file) => ({ ...file, step: name })))
    .toSorted((a, b) => b.seconds - a.seconds);
  console.log('\nThe ten slowest files');
  for (const file of files.slice(0, 10)) console.log(row(file.seconds, `${file.file} (${file.step})`));
  console.log('\nThe steps');
  for (const result of results) console.log(row(result.seconds, result.name));
  console.log(row(seconds, 'in all'));
}

export function printTotals(results) {
  console.log(`\n${sumBy('passed', results)} passed, ${sumBy('failed', results)} failed`);
  return sumBy('failed', results);
}

/** The commit has `+changes` if the checkout has changes. */
export function recordRun(results, seconds) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') ? '+changes' : ''}`;
  const record = {
    commit,
    at: new Date().toISOString(),
    passed: sumBy('passed', results),
    failed: sumBy('failed', results),
    seconds: Math.round(seconds),
  };
  mkdirSync(dirname(recordFile), { recursive: true });
  writeFileSync(recordFile, `${JSON.stringify(record)}\n`);
}
