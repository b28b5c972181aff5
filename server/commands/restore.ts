import { restore } from '../db/backups/restore';
import { copyCommand } from './copyCommand';

// Replaces the database of the configuration by a copy while the server is stopped: npm run restore -- FILE

await copyCommand({
  usage: 'npm run restore -- FILE: a file that `npm run backup` has written. Stop the server first.',
  postgres: 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE',
  async run(database, file) {
    const replaced = await restore(file, database, new Date(), console.error);
    const kept = replaced === null ? '' : ` What it replaced is kept as ${replaced}.`;
    return `${database} is what ${file} holds.${kept}`;
  },
});
