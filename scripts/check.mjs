// The quick part of `npm test`: checks of the sources that need no build, browser or database.
import { staticChecks } from './checks.mjs';
import { installOrExit } from './install.mjs';
import { cleanUp, cleanUpOnSignals, runSteps } from './steps.mjs';
import { vitestSuite } from './suites.mjs';

cleanUpOnSignals();
await installOrExit();
const { passed, failed } = await runSteps([...staticChecks(), vitestSuite('rules', 'rules')], 2);
await cleanUp();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
