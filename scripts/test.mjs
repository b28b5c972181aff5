// Everything, on a fresh checkout with nothing installed. The last line is `N passed, N failed`.
import { findBrowser } from './browser.mjs';
import { builtChecks, staticChecks } from './checks.mjs';
import { install } from './install.mjs';
import { startPostgres } from './postgres.mjs';
import { cleanUp, cleanUpOnSignals, inOrder, runSteps } from './steps.mjs';
import { playwrightSuite, vitestSuite } from './suites.mjs';

cleanUpOnSignals();
const sum = { passed: 0, failed: 0 };
try {
  install();
  await add([inOrder(...builtChecks()), ...staticChecks()], 2);
  // One suite at a time: each uses every core itself, and time limits mean something.
  await add(
    [
      vitestSuite('rules', 'rules'),
      vitestSuite('server on SQLite', 'server', { TEST_DB: 'sqlite' }),
      {
        name: 'server on PostgreSQL',
        run: async () => {
          const TEST_DATABASE_URL = await startPostgres();
          return vitestSuite('', 'server', { TEST_DB: 'postgres', TEST_DATABASE_URL }).run();
        },
      },
      // After the suite that installs PostgreSQL where there is none; it makes a cluster of its own.
      vitestSuite('attacks and accidents', 'chaos', { TEST_DB: 'sqlite' }),
      vitestSuite('pages', 'pages'),
      {
        name: 'browser (playwright)',
        run: async () => playwrightSuite('', { BROWSER_PATH: await findBrowser() }).run(),
      },
    ],
    1,
  );
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
