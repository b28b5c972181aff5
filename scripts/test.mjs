// `npm test` runs the tests that a change can break, `npm run test:all` runs all tests. Both install first.
import { findBrowser } from './browser.mjs';
import { buildChecks, staticChecks } from './checks.mjs';
import { installMissing } from './debian.mjs';
import { compileNativeParts, installPackages } from './install.mjs';
import { preparePostgres, startPostgres } from './postgres.mjs';
import { cleanUp, cleanUpOnSignals, inOrder, runSteps } from './steps.mjs';
import { playwrightSuite, vitestSuite } from './suites.mjs';
import { printTimes, printTotals, recordRun } from './totals.mjs';

const isAll = process.argv.includes('--all');
const env = { TEST_ROUNDS: isAll ? 'all' : 'short' };
const results = [];

cleanUpOnSignals();
try {
  // Slow work on one core or the network runs in the background, until a step needs the result.
  const postgres = inBackground(preparePostgres());
  const nativeParts = inBackground((await installPackages()) ? compileNativeParts() : Promise.resolve());
  // apt runs once at a time
  const certificates = inBackground(postgres.catch(() => {}).then(installCertificatePrograms));
  const browser = inBackground(certificates.catch(() => {}).then(findBrowser));
  await runSteps([inOrder(...buildChecks()), ...staticChecks()], 2, results);
  // Suites run one after another, because each suite uses all cores.
  await runSteps([vitestSuite('rules', ['rules'], env), vitestSuite('pages', ['pages'], env)], 1, results);
  await nativeParts;
  await certificates;
  await runSteps([onSqlite(), onPostgres(postgres), inBrowser(browser)], 1, results);
  if (isAll) await runSteps([vitestSuite('attacks and accidents', ['chaos'], env)], 1, results);
} catch (error) {
  console.log(error.message);
  results.push({ name: 'preparation', passed: 0, failed: 1, seconds: 0 });
}
await cleanUp();
const seconds = process.uptime();
printTimes(results, seconds);
recordRun(results, seconds);
process.exit(printTotals(results) > 0 ? 1 : 0);

async function installCertificatePrograms() {
  await installMissing('openssl', 'openssl');
  if (isAll) await installMissing('certutil', 'libnss3-tools'); // a browser that trusts a certificate
}

function onSqlite() {
  return vitestSuite('server on SQLite', ['server', 'both'], { ...env, TEST_DB: 'sqlite' });
}

function onPostgres(postgres) {
  return {
    name: 'server on PostgreSQL',
    run: async () => {
      await postgres;
      const TEST_DATABASE_URL = await startPostgres();
      const projects = isAll ? ['server', 'both'] : ['both'];
      return vitestSuite('', projects, { ...env, TEST_DB: 'postgres', TEST_DATABASE_URL }).run();
    },
  };
}

function inBrowser(browser) {
  return {
    name: 'browser (playwright)',
    run: async () => {
      const projects = isAll ? ['journeys', 'long'] : ['journeys'];
      return playwrightSuite('', projects, { ...env, BROWSER_PATH: await browser }).run();
    },
  };
}

/** If the promise fails before a step awaits it, the process must not end. */
function inBackground(promise) {
  promise.catch(() => {});
  return promise;
}
