import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This program, and a built program of the server beside it. */
export const self = fileURLToPath(import.meta.url);
export const built = (name: string) => join(self, '..', '..', 'server', name);

const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => endAll());

export function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

export interface Run {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

export function run(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  // Only the beginning is needed; the log of requests is read and dropped, as by a terminal.
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < 10_000) output += text;
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
export async function endOf({ child, ended }: Pick<Run, 'child' | 'ended'>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** The port that a server prints once it listens. */
export async function portOf({ child, output }: Run): Promise<number> {
  for (let tries = 0; tries < 3_000 && child.exitCode === null; tries += 1) {
    const found = /ready(?:: \S+:| )(\d+)/.exec(output());
    if (found) return Number(found[1]);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no server: ${output().slice(0, 2_000)}`);
}

/** Our built server on a database. */
export async function startServer(url: string, env: Record<string, string> = {}, flags: string[] = []) {
  const usual = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', CALL_LIMITS: '10000' };
  const program = run([...flags, built('main.js')], { ...usual, DATABASE_URL: url, ...env });
  return { ...program, port: await portOf(program), end: () => endOf(program) };
}

/** Present and maximum resident memory in MB, if the system tells. */
export function memoryOf({ pid }: ChildProcess): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
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
