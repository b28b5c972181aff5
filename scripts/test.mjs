// Runs everything, on a fresh checkout with nothing installed. The last line is `N passed, N failed`.
import { findBrowser } from './browser.mjs';
import { builtChecks, staticChecks } from './checks.mjs';
import { compileNativeParts, installPackages } from './install.mjs';
import { preparePostgres, startPostgres } from './postgres.mjs';
import { cleanUp, cleanUpOnSignals, inOrder, runSteps } from './steps.mjs';
import { playwrightSuite, vitestSuite } from './suites.mjs';

cleanUpOnSignals();
const sum = { passed: 0, failed: 0 };
try {
  // What waits for the network, or uses only one core, runs in the background; the steps that need it wait for it.
  const postgres = inBackground(preparePostgres());
  const nativeParts = inBackground((await installPackages()) ? compileNativeParts() : Promise.resolve());
  const browser = inBackground(postgres.catch(() => {}).then(findBrowser)); // one package at a time
  await add([inOrder(...builtChecks()), ...staticChecks(), vitestSuite('rules', 'rules')], 2);
  await nativeParts;
  // The browser's suite, the longest, beside the others: its workers wait for pages, those of the server for databases
  // and for processes that they start, and neither alone keeps every core busy. The attacks wait more than they compute.
  await Promise.all([
    add(
      [
        {
          name: 'browser (playwright)',
          run: async () => playwrightSuite('', { BROWSER_PATH: await browser }).run(),
        },
        vitestSuite('server on SQLite', 'server', { TEST_DB: 'sqlite' }),
        {
          name: 'server on PostgreSQL',
          run: async () => {
            await postgres;
            const TEST_DATABASE_URL = await startPostgres();
            return vitestSuite('', 'server', { TEST_DB: 'postgres', TEST_DATABASE_URL }).run();
          },
        },
        vitestSuite('pages', 'pages'),
      ],
      2,
    ),
    add(
      [
        {
          name: 'attacks and accidents',
          run: async () => {
            await postgres; // they make clusters of their own
            return vitestSuite('', 'chaos', { TEST_DB: 'sqlite' }).run();
          },
        },
      ],
      1,
    ),
  ]);
} catch (error) {
  console.log(error.message);
  sum.failed += 1;
}
await cleanUp();
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed > 0 ? 1 : 0);

async function add(steps, width) {
  const { passed, failed } = await runSteps(steps, width);
  sum.passed += passed;
  sum.failed += failed;
}

/** A promise that is awaited later: until then its rejection must not end the process. */
function inBackground(promise) {
  promise.catch(() => {});
  return promise;
}
