import { restore } from '../db/backups/restore';
import { runCopyCommand } from './copyCommand';

// Replaces the configured database by a copy, while the server is stopped: npm run restore -- FILE

await runCopyCommand({
  usage: 'npm run restore -- FILE: a file that `npm run backup` has written. Stop the server first.',
  postgres: 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE',
  async run(database, file) {
    const previousFile = await restore(file, database, new Date(), console.error);
    const previousNote = previousFile === null ? '' : ` What it replaced is kept as ${previousFile}.`;
    return `${database} is what ${file} holds.${previousNote}`;
  },
});
