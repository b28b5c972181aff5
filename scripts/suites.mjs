// The test suites as steps. A JSON report has their counts, failures and seconds per file.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { playwrightFailures, vitestFailures, collectSpecs, summarise } from './failures.mjs';
import { root } from './sources.mjs';
import { onExit, bin, execute } from './steps.mjs';

/** Runs projects of vitest. A project fails if a file does not load, or if it has no test. */
export function vitestSuite(name, projects, env = {}) {
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
  ];
  return suite(name, (report) => ({
    command: bin('vitest'),
    args: [...args, `--outputFile.json=${report}`],
    options: { env, minutes: 40 },
    count: ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests + testResults.filter(isBrokenFile).length,
    }),
    filesIn: ({ testResults }) =>
      testResults.map(({ name: path, startTime, endTime }) => ({
        file: relative(root, path),
        seconds: (endTime - startTime) / 1000,
      })),
    failuresIn: vitestFailures,
  }));
}

// A file that does not load fails without a failed test.
const isBrokenFile = (file) =>
  file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');

export function playwrightSuite(name, projects, env) {
  return suite(name, (report) => ({
    command: bin('playwright'),
    args: ['test', ...projects.map((project) => `--project=${project}`), '--reporter=dot,json'],
    options: { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, minutes: 40 },
    // A test that passes only on a retry counts as failed.
    count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
    filesIn: ({ suites }) =>
      suites.map((file) => ({
        file: join('tests/e2e', file.file),
        seconds:
          collectSpecs(file)
            .flatMap(durationsOf)
            .reduce((sum, duration) => sum + duration, 0) / 1000,
      })),
    failuresIn: playwrightFailures,
  }));
}

const durationsOf = ({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration));

function suite(name, describe) {
  return {
    name,
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rasd-report-'));
      onExit(() => rmSync(folder, { recursive: true, force: true }));
      const report = join(folder, 'report.json');
      const { command, args, options, ...readers } = describe(report);
      const { code, output } = await execute(command, args, options);
      return buildResult(readReport(report, readers), code, output);
    },
  };
}

function readReport(report, { count, filesIn, failuresIn }) {
  try {
    const parsed = JSON.parse(readFileSync(report, 'utf8'));
    return { ...count(parsed), files: filesIn(parsed), summary: summarise(failuresIn(parsed)) };
  } catch {
    return { passed: 0, failed: 0, files: [], summary: '' }; // the runner ended without a report
  }
}

function buildResult({ passed, failed, files, summary }, code, output) {
  if (failed > 0) return { passed, failed, files, output: `${summary}\n\nIn full:\n${output}` };
  if (passed === 0) return { passed, failed: 1, files, output: `${output}\nNo test ran in this suite.\n` };
  // An exit code other than 0 without a failed test means an error outside of the tests.
  return { passed, failed: code === 0 ? 0 : 1, files, output: `${summary}\n${output}` };
}
