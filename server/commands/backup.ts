import { statSync } from 'node:fs';
import { backUp } from '../db/backups/copies';
import { runCopyCommand } from './copyCommand';

// Copies the configured database while the server runs: npm run backup -- FILE

await runCopyCommand({
  usage: 'npm run backup -- FILE: the file that the copy is written to; it must not exist yet.',
  postgres: 'pg_dump --format=custom --file=FILE "$DATABASE_URL"',
  async run(database, file) {
    await backUp(database, file, console.error);
    return `${file} holds a whole, checked copy of ${database} (${Math.ceil(statSync(file).size / 1_024)} kB).`;
  },
});
