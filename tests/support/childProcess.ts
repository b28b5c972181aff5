import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { builtProgram } from './programs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Child {
  process: ChildProcessByStdio<null, Readable, Readable>;
  /** The output so far. */
  output: () => string;
  errors: () => string;
  /** Resolves once a matching line is printed. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Runs one of the programs for tests, named by its source, in a process of its own.
 * @param handles the most files and connections that it may have open
 */
export function startProgram(
  path: string,
  args: string[],
  env: Record<string, string> = {},
  handles?: number,
): Child {
  const command = [process.execPath, builtProgram(inject('programs'), path), ...args];
  const limited = ['sh', '-c', `ulimit -n ${handles} && exec "$0" "$@"`, ...command];
  const [first = '', ...rest] = handles === undefined ? command : limited;
  const child = spawn(first, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output);
        if (!match) return;
        child.stdout.off('data', look);
        resolve(match);
      };
      child.stdout.on('data', look);
      void ended.then(() => reject(new Error(`${path} ended:\n${output}\n${errors}`)));
      look();
    });
  return { process: child, output: () => output, errors: () => errors, printed, ended };
}
