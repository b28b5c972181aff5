import { restore } from '../db/backups/restore';
import { runCopyCommand } from './copyCommand';

// Replaces the configured database with a backup, while the server is stopped: npm run restore -- FILE

await runCopyCommand({
  usage: 'npm run restore -- FILE: a file that `npm run backup` has written. Stop the server first.',
  postgres: 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE',
  async run(database, file) {
    const previousFile = await restore(file, database, new Date(), console.error);
    const previousNote = previousFile === null ? '' : ` The previous database is now ${previousFile}.`;
    return `Restored ${database} from ${file}.${previousNote}`;
  },
});
