// A short list of the failures of a suite, because often only the beginning of a long output is kept.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './sources.mjs';

const maxLines = 60;

/** The failures of a report of vitest: a test that failed, or a file that did not load. */
export const failuresOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0)
      return status === 'failed' ? [{ place: file, test: 'does not load', message }] : [];
    return failed.map(({ fullName, failureMessages }) => {
      const error = failureMessages.join('\n');
      const line = error.split(file)[1]?.match(/^:\d+/)?.[0] ?? '';
      return { place: file + line, test: fullName, message: error };
    });
  });

/** The failures of a Playwright report: tests whose last attempt failed, and errors outside of tests. */
export const failuresOfPlaywright = ({ suites, errors }) => [
  ...suites.flatMap(specsIn).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        place: `tests/e2e/${file}:${line}`,
        test: title,
        message: results
          .flatMap((result) => result.errors)
          .map((error) => `${error.message}${placeIn(error.location)}`)
          .join('\n'),
      })),
  ),
  ...errors.map(({ message }) => ({ place: 'tests/e2e', test: 'outside of the tests', message })),
];

/** All tests below a file of a Playwright report. */
export const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];
const placeIn = (location) => (location ? `\n(${relative(root, location.file)}:${location.line})` : '');

/** First one line for each failure, then the reasons; at most 60 lines, shared between the failures. */
export function summaryOf(failures) {
  if (failures.length === 0) return '';
  const named = failures.slice(0, maxLines / 2).map(({ place, test }) => `${place}  ${test}`);
  const each = Math.max(2, Math.floor((maxLines - named.length) / named.length) - 1);
  const reasons = failures.slice(0, maxLines / each).flatMap(({ place, message }) => [
    `-- ${place}`,
    ...stripVTControlCharacters(String(message))
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s+at .*(node_modules|node:)/.test(line))
      .slice(0, each)
      .map((line) => line.slice(0, 200)),
  ]);
  const rest = failures.length - named.length;
  return [`${failures.length} failed:`, ...named, ...(rest > 0 ? [`… and ${rest} more`] : []), ...reasons]
    .slice(0, maxLines)
    .join('\n');
}
