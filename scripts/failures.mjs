// Lists the failures of a suite in few lines, because CI logs often keep only the beginning.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './sources.mjs';

const maxLines = 60;

export const vitestFailures = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failedTests = assertionResults.filter((test) => test.status === 'failed');
    if (failedTests.length === 0)
      return status === 'failed' ? [{ location: file, test: 'does not load', message }] : [];
    return failedTests.map(({ fullName, failureMessages }) => {
      const error = failureMessages.join('\n');
      const line = error.split(file)[1]?.match(/^:\d+/)?.[0] ?? '';
      return { location: file + line, test: fullName, message: error };
    });
  });

/** Returns tests with a failed last attempt, and errors outside of tests. */
export const playwrightFailures = ({ suites, errors }) => [
  ...suites.flatMap(collectSpecs).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        location: `tests/e2e/${file}:${line}`,
        test: title,
        message: results
          .flatMap((result) => result.errors)
          .map((error) => `${error.message}${formatLocation(error.location)}`)
          .join('\n'),
      })),
  ),
  ...errors.map(({ message }) => ({ location: 'tests/e2e', test: 'outside of the tests', message })),
];

export const collectSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(collectSpecs)];
const formatLocation = (location) =>
  location ? `\n(${relative(root, location.file)}:${location.line})` : '';

export function summarise(failures) {
  if (failures.length === 0) return '';
  const headlines = failures.slice(0, maxLines / 2).map(({ location, test }) => `${location}  ${test}`);
  const linesEach = Math.max(2, Math.floor((maxLines - headlines.length) / headlines.length) - 1);
  const reasons = failures.slice(0, maxLines / linesEach).flatMap(({ location, message }) => [
    `-- ${location}`,
    ...stripVTControlCharacters(String(message))
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s+at .*(node_modules|node:)/.test(line))
      .slice(0, linesEach)
      .map((line) => line.slice(0, 200)),
  ]);
  const hiddenCount = failures.length - headlines.length;
  return [
    `${failures.length} failed:`,
    ...headlines,
    ...(hiddenCount > 0 ? [`… and ${hiddenCount} more`] : []),
    ...reasons,
  ]
    .slice(0, maxLines)
    .join('\n');
}
