import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import { createApp } from './app';
import { endWhenOutdated } from './availability';
import { startBackups } from './backups/job';
import { type Config, ConfigError, readConfig } from './config';
import { bootstrap } from './bootstrap';
import { startDailyWork } from './daily';
import { openInstitute } from './domain/openInstitute';
import type { NewerSchema } from './db/engine/migrator';
import { warnIfReadable } from './db/engine/ownFiles';
import { resolveAddresses, listenAt } from './listening';
import { describeStartFailure } from './startFailure';
import { readCertificate } from './tls/certificate';

/** A demo database has public passwords, so the server only listens on these addresses. */
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

// By default V8 uses up to four times the needed memory. The undo of a large deletion used 380 MB (ADR 60).
setFlagsFromString('--heap-growing-percent=50');

/** Ctrl-C sends a signal to each process of its group. The package would exit at the second signal. */
function ignoreSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.removeAllListeners(signal).on(signal, () => undefined);
}

async function serve(config: Config): Promise<void> {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const report = (message: string) => void process.stdout.write(`${message}\n`);
  readCertificate(config); // a wrong file ends the start before a migration
  const data = await openInstitute(config.DATABASE_URL, { poolSize: config.DATABASE_POOL, warn, report });
  if (config.BACKUP_FOLDER) warnIfReadable(config.BACKUP_FOLDER, warn);
  const isLoopback = loopback.has(config.HOST);
  const { isDemo, accounts } = await bootstrap(
    data,
    { ...config, ...(!isLoopback && { DEMO: false }) },
    { hasYear: true },
  );
  if (isDemo && !isLoopback) {
    await data.close();
    throw new ConfigError('HOST: a demo database, whose passwords are known, is served on 127.0.0.1 only');
  }
  const app = await createApp(data, config);
  for (const warning of warnings) app.log.warn(warning);
  const daily = startDailyWork(data, (error) => app.log.error({ err: error }, 'work of the day'));
  const backups = startBackups(data, config, (error) => app.log.error({ err: error }, 'backup'));
  const close = async () => {
    const backupsEnd = backups.stop();
    await app.close();
    await Promise.all([backupsEnd, daily.stop()]);
    await data.close();
  };
  let newerSchema: NewerSchema | null = null;
  const shutdown = closeWithGrace({ delay: 10_000 }, async ({ err }) => {
    ignoreSignals();
    if (err) app.log.error({ err }, 'ended by an error');
    await close();
    if (!newerSchema) return;
    process.stderr.write(`${newerSchema.message}\n`);
    process.exit(1);
  });
  endWhenOutdated(app, data, (error) => {
    newerSchema = error;
    shutdown.close();
  });
  const listen = async () => listenAt(app, await resolveAddresses(config.HOST), config.PORT);
  const address = await listen().catch(async (error: unknown) => {
    shutdown.uninstall(); // it would end the process with the code 0
    await close();
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ConfigError(`HOST or PORT: the server cannot listen (${error.message})`);
  });
  process.stdout.write(`\nRasd is ready: ${address}\n`);
  if (accounts.length > 0)
    process.stdout.write(`Demo accounts: ${accounts.join(', ')}; password: rasd-demo\n`);
}

try {
  await serve(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}
