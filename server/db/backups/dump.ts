import { renameSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import pg from 'pg';
import { makePrivateFile } from '../engine/ownFiles';
import { errorCode, runGently, sync } from './copies';

export class MissingProgram extends Error {}

/**
 * Copies a PostgreSQL database as it is at one moment, while servers keep writing, and reads the whole copy
 * again. On failure, no file is left.
 * @throws MissingProgram without `pg_dump` and `pg_restore`
 */
export async function dumpPostgres(url: string, target: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${target}.unfinished`;
  const environment = connectionEnvironment(url);
  const run = async (program: string, args: readonly string[]) => {
    try {
      await runGently(program, args, { env: environment, signal });
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw new MissingProgram(`${program} is not installed.`);
      throw error;
    }
  };
  makePrivateFile(unfinished);
  try {
    const waits = ['--no-password', '--lock-wait-timeout=60s'];
    await run('pg_dump', ['--format=custom', `--file=${unfinished}`, ...waits]);
    await run('pg_restore', [`--file=${devNull}`, unfinished]);
    sync(unfinished);
    renameSync(unfinished, target);
    sync(dirname(target));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

const sslVariables = { sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' } as const;

/**
 * The programs read the address from their environment, because all users of the machine see arguments. `pg`
 * parses it, as for the server itself. Only `pg` knows `no-verify`.
 */
function connectionEnvironment(url: string): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new pg.Client({ connectionString: url });
  const parameters = new URLSearchParams(url.split('?')[1]);
  const sslMode = parameters.get('sslmode') ?? (parameters.get('ssl') === 'true' ? 'require' : null);
  const certificates = Object.entries(sslVariables).flatMap(([parameter, variable]) => {
    const value = parameters.get(parameter);
    return value === null ? [] : [[variable, value] as const];
  });
  return {
    ...process.env,
    LC_ALL: 'C', // the messages of the programs are compared, so they are in English
    PGHOST: host,
    PGPORT: String(port),
    ...(user && { PGUSER: user }),
    ...(database && { PGDATABASE: database }),
    ...(password && { PGPASSWORD: password }),
    ...(sslMode && { PGSSLMODE: sslMode === 'no-verify' ? 'require' : sslMode }),
    ...Object.fromEntries(certificates),
  };
}
