import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of this program; the built server programs are in the same folder. */
export const benchProgram = fileURLToPath(import.meta.url);
export const serverProgram = (name: string) => join(benchProgram, '..', '..', 'server', name);

const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => endAll());

export function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

export interface Program {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

export function startProgram(args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  // Keeps only the start of the output, because the request log is long.
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

/** Sends SIGTERM, like an operator. */
export async function stopProgram({ child, ended }: Pick<Program, 'child' | 'ended'>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** Waits for the port that a server prints when it listens. */
export async function waitForPort({ child, output }: Program): Promise<number> {
  for (let tries = 0; tries < 3_000 && child.exitCode === null; tries += 1) {
    const match = /ready(?:: \S+:| )(\d+)/.exec(output());
    if (match) return Number(match[1]);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no server: ${output().slice(0, 2_000)}`);
}

export async function startServer(url: string, env: Record<string, string> = {}, flags: string[] = []) {
  const defaultEnv = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    CALL_LIMITS: '10000',
    BACKUP_CHECK: '3600', // a backup would slow the measured calls
  };
  const program = startProgram([...flags, serverProgram('main.js')], {
    ...defaultEnv,
    DATABASE_URL: url,
    ...env,
  });
  return { ...program, port: await waitForPort(program), end: () => stopProgram(program) };
}

/** Resident memory in MB; null if the system has no `/proc`. */
export function readMemory({ pid }: ChildProcess): { now: number; max: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const readMegabytes = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
    return { now: readMegabytes('VmRSS'), max: readMegabytes('VmHWM') };
  } catch {
    return null;
  }
}

/** Unit of CPU times on Linux. */
const ticksPerSecond = 100;

/** CPU time of a process in seconds, which other processes do not affect; NaN without `/proc`. */
export function readCpuTime({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return NaN;
  }
}
