import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError, readConfig } from '../config';
import { sync } from '../db/backups/copies';
import { systemActor } from '../db/log/operationLog';
import { openInstitute } from '../domain/openInstitute';
import { noteExport, openExport } from '../export/snapshotExport';
import { ArchiveTooLarge } from '../export/zipStream';
import { Problem } from '../problem';
import { describeStartFailure } from '../startFailure';

// Writes all data as a ZIP of CSV files, also while the server runs: npm run export -- FILE.zip

const usage = 'npm run export -- FILE.zip: the file that all data are written to; it must not exist yet.';

function fail(code: number, message: string): never {
  console.error(message);
  process.exit(code);
}

const [name, ...rest] = process.argv.slice(2);
if (!name || name.startsWith('-') || rest.length > 0) fail(2, usage);
const file = resolve(name);
if (existsSync(file)) fail(1, `${name} exists already. Name a new file.`);

/** An interrupted run leaves no file that looks complete. */
const unfinished = `${file}.unfinished`;

function readDatabase(): string {
  try {
    return readConfig(process.env).DATABASE_URL;
  } catch (error) {
    if (error instanceof ConfigError) fail(1, error.message);
    throw error;
  }
}

const database = readDatabase();
// Opening a missing file would create an empty institute.
if (database.startsWith('sqlite:') && !existsSync(database.slice('sqlite:'.length)))
  fail(1, `There is no database at ${database}.`);
const data = await openInstitute(database, { canMigrate: false }).catch((error: unknown) =>
  fail(1, describeStartFailure(error)),
);
try {
  const archive = await openExport(data);
  await noteExport(data, systemActor);
  // Another user may have put a link there, which a write would follow.
  rmSync(unfinished, { force: true });
  // The file has personal data, so only its owner may read it.
  await pipeline(archive, createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }));
  renameSync(unfinished, file);
  sync(dirname(file));
  console.log(`${name} holds all data of the institute (${Math.ceil(statSync(file).size / 1_024)} kB).`);
} catch (error) {
  rmSync(unfinished, { force: true });
  const isForPeople = error instanceof Problem || error instanceof ArchiveTooLarge;
  if (!(isForPeople || (error instanceof Error && 'code' in error))) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await data.close();
}
