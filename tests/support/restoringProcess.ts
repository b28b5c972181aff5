// Restores a copy of a database, for the kill test.
import { restore } from '../../server/db/backups/restore';

const [copy = '', database = ''] = process.argv.slice(2);
await restore(copy, database, new Date('2026-11-20T10:00:00Z'));
