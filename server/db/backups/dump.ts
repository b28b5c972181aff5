import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { makePrivateFile } from '../engine/ownFiles';
import { errorCode, sync } from './copies';

export class MissingProgram extends Error {}

/**
 * Copies a PostgreSQL database as it is at one moment, while servers keep writing, and reads the whole copy
 * again. On failure, no file is left.
 * @throws MissingProgram without `pg_dump` and `pg_restore`
 */
export async function dumpPostgres(url: string, target: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${target}.unfinished`;
  const { address, environment } = hidePassword(url);
  const run = async (program: string, args: readonly string[]) => {
    try {
      await promisify(execFile)(program, args, { env: environment, signal });
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw new MissingProgram(`${program} is not installed.`);
      throw error;
    }
  };
  makePrivateFile(unfinished);
  try {
    const waits = ['--no-password', '--lock-wait-timeout=60s'];
    await run('pg_dump', ['--format=custom', `--file=${unfinished}`, ...waits, `--dbname=${address}`]);
    await run('pg_restore', [`--file=${devNull}`, unfinished]);
    sync(unfinished);
    renameSync(unfinished, target);
    sync(dirname(target));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** All users of the machine see the arguments of a program, so the password moves into its environment. */
function hidePassword(url: string): { address: string; environment: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('password');
  return {
    address: address.href,
    // The messages of the programs are compared, so they are in English.
    environment: { ...process.env, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) },
  };
}
