import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { LoadOrder, LoadResult } from './load';

const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
process.once('exit', () => endAll());

export function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

interface Run {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

export function run(args: string[], env: Record<string, string> = {}, flags: string[] = []): Run {
  const child = spawn(process.execPath, [...flags, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  // Only the beginning is needed; the log of requests is read and dropped, as by a terminal.
  let output = '';
  let isKept = true;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (isKept) output += text;
    isKept = output.length < 10_000_000;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      children.delete(child);
      resolve(code);
    });
  });
  return { child, output: () => output, ended };
}

/** Ends a server with SIGTERM, like an operator. */
export async function endOf({ child, ended }: Run): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** Waits for a line that a server prints once it listens, and gives its port. */
export async function portOf({ child, output }: Run, pattern: RegExp): Promise<number> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const found = pattern.exec(output());
    if (found) return Number(found[1]);
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no server: ${output().slice(0, 2_000)}`);
}

/** Loads a server from a process of its own. */
export async function loadFrom(self: string, order: LoadOrder): Promise<LoadResult> {
  const started = run([self, 'load', JSON.stringify(order)]);
  await started.ended;
  return JSON.parse(started.output()) as LoadResult;
}

/** Present and maximum resident memory in MB, if the system tells. */
export function memoryOf({ pid }: Pick<ChildProcess, 'pid'>): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } catch {
    return null;
  }
}

/** As `memoryOf`, for all child processes together: the sum of their maxima. */
export function memoryOfChildren({ pid }: ChildProcess): { now: number; most: number } | null {
  try {
    const begun = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const found = begun.flatMap((child) => memoryOf({ pid: Number(child) }) ?? []);
    const sum = (of: 'now' | 'most') => found.reduce((total, one) => total + one[of], 0);
    return { now: sum('now'), most: sum('most') };
  } catch {
    return null;
  }
}

/** Clock ticks per second, the unit of processor time on Linux. */
const ticks = 100;

/** Processor time of a process in seconds, if the system tells; other processes do not change it. */
export function cpuOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return NaN;
  }
}
