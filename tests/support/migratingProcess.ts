// Migrates a database to the newest schema: a process for the kill test.
import { writeSync } from 'node:fs';
import { openInstitute } from '../../server/domain/openInstitute';

const [url = '', last = '0'] = process.argv.slice(2);
/** The number of counted statements after which it kills itself; 0: it prints how many there are. */
const lastStatement = Number(last);
let statements = 0;

const data = await openInstitute(url, {
  // Most statements update one row after another: if they counted, nearly every kill would be at one of those.
  onQuery: ({ sql }) => {
    if (/^\s*(select|update|pragma|begin|commit)/.test(sql)) return;
    statements += 1;
    if (statements === lastStatement) process.kill(process.pid, 'SIGKILL');
  },
});
writeSync(1, `done in ${statements} statements\n`);
await data.close();
