// The test suites as steps. Each also writes a JSON report, from which its tests are counted and its failures summed
// up.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failuresOfPlaywright, failuresOfVitest, summaryOf } from './failures.mjs';
import { atTheEnd, bin, execute } from './steps.mjs';

/** A vitest project. It fails when a test fails, when a file does not load, and when there is no test in it. */
export function vitestSuite(name, project, env = {}) {
  const args = ['run', '--project', project, '--silent=passed-only', '--reporter=dot', '--reporter=json'];
  return suite(name, (report) => ({
    command: bin('vitest'),
    args: [...args, `--outputFile.json=${report}`],
    options: { env, minutes: 60 },
    count: ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests + testResults.filter(isBrokenFile).length,
    }),
    failuresIn: failuresOfVitest,
  }));
}

// A file that does not even load has failed without a failed test in it.
const isBrokenFile = (file) =>
  file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');

/** The browser suite. `env` holds BROWSER_PATH. */
export function playwrightSuite(name, env) {
  return suite(name, (report) => ({
    command: bin('playwright'),
    args: ['test', '--reporter=dot,json'],
    options: { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, minutes: 60 },
    // A test that passes only on a retry counts as failed.
    count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
    failuresIn: failuresOfPlaywright,
  }));
}

function suite(name, describe) {
  return {
    name,
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rasd-report-'));
      atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
      const report = join(folder, 'report.json');
      const { command, args, options, count, failuresIn } = describe(report);
      const { code, output } = await execute(command, args, options);
      return verdict(readReport(report, count, failuresIn), code, output);
    },
  };
}

function readReport(report, count, failuresIn) {
  try {
    const parsed = JSON.parse(readFileSync(report, 'utf8'));
    return { ...count(parsed), summary: summaryOf(failuresIn(parsed)) };
  } catch {
    return { passed: 0, failed: 0, summary: '' }; // the runner ended before its report; its exit code counts below
  }
}

function verdict({ passed, failed, summary }, code, output) {
  if (failed > 0) return { passed, failed, output: `${summary}\n\nIn full:\n${output}` };
  if (passed === 0) return { passed, failed: 1, output: `${output}\nNo test ran in this suite.\n` };
  // If every test passed and the exit code is not 0, there was an error outside of the tests.
  return { passed, failed: code === 0 ? 0 : 1, output: `${summary}\n${output}` };
}
