// Migrates a database to `plantedSteps`, for tests that kill it or run it several times.
import { writeSync } from 'node:fs';
import { openInstitute } from '../../server/domain/openInstitute';
import { plantedSteps } from './plantedSteps';

const [url = '', statementLimit = '0'] = process.argv.slice(2);
/** The process kills itself at this counted statement; 0: it prints the number of statements. */
const lastStatement = Number(statementLimit);
let statements = 0;

const data = await openInstitute(url, {
  steps: plantedSteps,
  onQuery: ({ sql }) => {
    if (/^\s*(select|update|pragma|begin|commit)/.test(sql)) return;
    statements += 1;
    if (statements === lastStatement) process.kill(process.pid, 'SIGKILL');
  },
});
writeSync(1, `done in ${statements} statements\n`);
await data.close();
