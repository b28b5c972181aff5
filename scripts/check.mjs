// The quick part of `npm test`: checks of the sources without a build, browser or database.
import { staticChecks } from './checks.mjs';
import { installOrExit } from './install.mjs';
import { cleanUp, cleanUpOnSignals, runSteps } from './steps.mjs';
import { vitestSuite } from './suites.mjs';
import { printTotals } from './totals.mjs';

cleanUpOnSignals();
await installOrExit();
const results = [];
await runSteps([...staticChecks(), vitestSuite('rules', ['rules'])], 2, results);
await cleanUp();
process.exit(printTotals(results) > 0 ? 1 : 0);
