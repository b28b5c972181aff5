// Migrates a database to the schema of the planted step: a process for tests that kill it, or run several.
import { writeSync } from 'node:fs';
import { openData } from '../../server/db/engine/connection';
import { plantedSteps } from './plantedSteps';

const [url = '', last = '0'] = process.argv.slice(2);
/** The number of counted statements after which it kills itself; 0: it prints how many there are. */
const lastStatement = Number(last);
let statements = 0;

const data = await openData(url, {
  steps: plantedSteps,
  onQuery: ({ sql }) => {
    if (/^\s*(select|update|pragma|begin|commit)/.test(sql)) return;
    statements += 1;
    if (statements === lastStatement) process.kill(process.pid, 'SIGKILL');
  },
});
writeSync(1, `done in ${statements} statements\n`);
await data.close();
