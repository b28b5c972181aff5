// The quick part of `npm test`: neither a browser nor PostgreSQL.
import { installOrExit } from './install.mjs';
import { staticChecks } from './checks.mjs';
import { cleanUp, cleanUpOnSignals, runSteps } from './steps.mjs';
import { vitestSuite } from './suites.mjs';

cleanUpOnSignals();
installOrExit();
const steps = [
  ...staticChecks(),
  vitestSuite('server on SQLite', 'server', { TEST_DB: 'sqlite' }),
  vitestSuite('pages', 'pages'),
  vitestSuite('rules', 'rules'),
];
const { passed, failed } = await runSteps(steps, 2);
await cleanUp();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
