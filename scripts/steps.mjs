// Runs steps, prints a line for each, and counts what passed: for check.mjs and test.mjs.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithParent } from './parent.mjs';
import { root } from './sources.mjs';

const running = new Set();
const endings = [];
let isEnding = false;

/** The path of a development tool's command. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Registers a function that runs when this run ends in any way. The newest runs first. */
export const atTheEnd = (undo) => endings.unshift(undo);

/** Runs a command and keeps its output. It gets a process group of its own, so that its children end with it. */
export function execute(command, args, { env = {}, minutes = 10, ...options } = {}) {
  if (isEnding) return new Promise(() => {}); // nothing new is started while the run is ending
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      ...options,
    });
    const chunks = [];
    const keep = (chunk) => chunks.push(chunk);
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    running.add(child);
    const limit = setTimeout(() => {
      keep(`\nEnded: it took more than ${minutes} minutes.\n`);
      killGroup(child, 'SIGKILL');
    }, minutes * 60_000);
    const finish = (code, last = '') => {
      clearTimeout(limit);
      running.delete(child);
      killGroup(child, 'SIGKILL'); // processes that it left running
      resolve({ code, output: chunks.map(String).join('') + last });
    };
    child.once('error', (error) => finish(1, `${command}: ${error.message}\n`));
    child.once('close', (code) => finish(code ?? 1));
    // A grandchild that keeps the pipes open would delay 'close' for ever.
    child.once('exit', () => setTimeout(() => killGroup(child, 'SIGKILL'), 5000).unref());
  });
}

function killGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // already gone
  }
}

/** A step that passes when its command exits with 0; it counts as one. */
export function check(name, command, args, options) {
  return {
    name,
    run: async () => {
      const { code, output } = await execute(command, args, options);
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
  };
}

/** Runs steps in order, as one of the parallel steps; after a failure the rest is skipped and counts as failed. */
export const inOrder = (...steps) => steps;

/**
 * Runs the steps, `width` at a time, prints a line for each, and adds them to `results`: `{ name, passed, failed,
 * seconds, files }`, where `files` has the seconds of each test file.
 */
export async function runSteps(steps, width, results) {
  const waiting = [...steps];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runRow([next].flat(), results);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

async function runRow(row, results) {
  let isBroken = false;
  for (const step of row) {
    const began = performance.now();
    const result = isBroken
      ? { passed: 0, failed: 1, output: 'Not run, since the step before it failed.\n' }
      : await step.run().catch((error) => ({ passed: 0, failed: 1, output: `${error.stack ?? error}\n` }));
    if (isEnding) return new Promise(() => {}); // it was ended, it did not fail
    const seconds = (performance.now() - began) / 1000;
    isBroken ||= result.failed > 0;
    print(step.name, result, seconds);
    results.push({ name: step.name, ...result, seconds });
  }
}

function print(name, { passed, failed, output }, seconds) {
  const mark = failed > 0 ? 'FAIL' : 'ok';
  const counts = passed + failed === 1 ? '' : `${passed} passed, ${failed} failed`;
  console.log(`${mark.padEnd(5)}${name.padEnd(34)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${counts}`);
  if (failed > 0) console.log(output.trimEnd().replace(/^/gm, '     | '));
}

/** Ends all running processes and runs the registered functions. */
export async function cleanUp() {
  isEnding = true;
  for (const child of running) killGroup(child, 'SIGKILL');
  for (const undo of endings.splice(0)) {
    try {
      await undo();
    } catch (error) {
      console.error(`Cleaning up: ${error.message}`);
    }
  }
}

/** Nothing keeps running after Ctrl-C or SIGTERM either. */
export function cleanUpOnSignals() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.once(signal, () => void cleanUp().then(() => process.exit(code)));
  endWithParent();
}
