// Runs steps, prints a line for each step, and counts passed and failed steps.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithParent } from './parent.mjs';
import { root } from './sources.mjs';

const running = new Set();
const exitHandlers = [];
let isEnding = false;

export const bin = (name) => join(root, 'node_modules', '.bin', name);

export const onExit = (handler) => exitHandlers.unshift(handler);

/** Runs a command in its own process group, so that its child processes end too. */
export function execute(command, args, { env = {}, minutes = 10, ...options } = {}) {
  if (isEnding) return new Promise(() => {}); // the run is ending, so no command starts
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      ...options,
    });
    const chunks = [];
    const collect = (chunk) => chunks.push(chunk);
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    running.add(child);
    const limit = setTimeout(() => {
      collect(`\nEnded: it took more than ${minutes} minutes.\n`);
      killGroup(child, 'SIGKILL');
    }, minutes * 60_000);
    const finish = (code, last = '') => {
      clearTimeout(limit);
      running.delete(child);
      killGroup(child, 'SIGKILL'); // ends the remaining children too
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
    // the group has already ended
  }
}

export function check(name, command, args, options) {
  return {
    name,
    run: async () => {
      const { code, output } = await execute(command, args, options);
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
  };
}

/** Groups steps that run in order. After a failure, the following steps count as failed. */
export const inOrder = (...steps) => steps;

/** Adds `{ name, passed, failed, seconds, files }` to `results`. `files` has the seconds per test file. */
export async function runSteps(steps, parallelCount, results) {
  const queue = [...steps];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await runSequence([next].flat(), results);
  };
  await Promise.all(Array.from({ length: parallelCount }, worker));
}

async function runSequence(sequence, results) {
  let hasFailed = false;
  for (const step of sequence) {
    const startedAt = performance.now();
    const result = hasFailed
      ? { passed: 0, failed: 1, output: 'Not run, since the step before it failed.\n' }
      : await step.run().catch((error) => ({ passed: 0, failed: 1, output: `${error.stack ?? error}\n` }));
    if (isEnding) return new Promise(() => {}); // the run is ending, so the step has not failed
    const seconds = (performance.now() - startedAt) / 1000;
    hasFailed ||= result.failed > 0;
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

export async function cleanUp() {
  isEnding = true;
  for (const child of running) killGroup(child, 'SIGKILL');
  for (const handler of exitHandlers.splice(0)) {
    try {
      await handler();
    } catch (error) {
      console.error(`Cleaning up: ${error.message}`);
    }
  }
}

/** Cleans up on Ctrl-C and SIGTERM, so that no child process keeps running. */
export function cleanUpOnSignals() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.once(signal, () => void cleanUp().then(() => process.exit(code)));
  endWithParent();
}
