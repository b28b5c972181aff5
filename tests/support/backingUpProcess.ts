// Makes the due backup of a database, for the kill test.
import { startBackups } from '../../server/backups/job';
import { readConfig } from '../../server/config';
import { openInstitute } from '../../server/domain/openInstitute';

const [url = '', folder = '', time = ''] = process.argv.slice(2);
const data = await openInstitute(url, { now: () => new Date(time) });
await startBackups(
  data,
  readConfig({ BACKUP_FOLDER: folder }),
  (error) => void process.stderr.write(`${String(error)}\n`),
).runIfDue();
