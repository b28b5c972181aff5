import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { builtProgram } from './programs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Child {
  process: ChildProcessByStdio<null, Readable, Readable>;
  output: () => string;
  errors: () => string;
  /** Resolves when the output matches. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Runs a bundled program. @param path of its source @param handles limit of open files */
export function startProgram(
  path: string,
  args: string[],
  env: Record<string, string> = {},
  handles?: number,
): Child {
  const command = [process.execPath, builtProgram(inject('programs'), path), ...args];
  const limitedCommand = ['sh', '-c', `ulimit -n ${handles} && exec "$0" "$@"`, ...command];
  const [program = '', ...programArgs] = handles === undefined ? command : limitedCommand;
  const child = spawn(program, programArgs, {
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
  const waitForOutput = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(output);
        if (!match) return;
        child.stdout.off('data', check);
        resolve(match);
      };
      child.stdout.on('data', check);
      void ended.then(() => reject(new Error(`${path} ended:\n${output}\n${errors}`)));
      check();
    });
  return { process: child, output: () => output, errors: () => errors, waitForOutput, ended };
}
