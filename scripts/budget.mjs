// Compares the number of journeys, axe files, servers and rounds of the tests with budgetRows.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFiles, ceilings, testLoops, rounds, servers } from './budgetRows.mjs';
import { rootFromArguments, typeScriptUnder } from './sources.mjs';

const base = rootFromArguments();

/** axe, and the functions of accessible.ts that call axe. */
const axeCall = /\b(find(Phone)?Violations|expectAccessible|AxeBuilder|axe)\b/;

const tests = typeScriptUnder('tests', base).filter((file) => /\.test\.tsx?$/.test(file));
const texts = new Map(tests.map((file) => [file, readFileSync(join(base, file), 'utf8')]));
const filesMatching = (pattern) => tests.filter((file) => pattern.test(file));
const journeyFiles = filesMatching(/^tests\/e2e\/[^/]+$/).filter((file) => !axeFiles.includes(file));
const serverFiles = filesMatching(/^tests\/server\//);

const journeys = journeyFiles.reduce((sum, file) => sum + (testLoops[file] ?? countTests(file)), 0);
const problems = [
  journeys > ceilings.journeys && `${journeys} journeys, ${ceilings.journeys} are allowed`,
  ...journeyFiles
    .filter((file) => hasLoop(file) !== file in testLoops)
    .map(
      (file) => `${file}: a loop of tests needs its number in the table of loops, and only a loop has one`,
    ),
  ...findDifferences(
    Object.fromEntries(tests.filter((file) => axeCall.test(axeImports(file))).map((file) => [file, 'calls'])),
    Object.fromEntries(axeFiles.map((file) => [file, 'calls'])),
    (file, actual) => `${file} ${actual ? 'calls axe, and is not' : 'does not call axe, but is'} in the list`,
  ),
  ...findDifferences(
    Object.fromEntries(
      serverFiles.map((file) => [file, countServers(file)]).filter(([, count]) => count > ceilings.servers),
    ),
    servers,
    (file, actual = `at most ${ceilings.servers}`) =>
      `${file} starts ${actual} servers, its row says ${servers[file] ?? 'nothing'}`,
  ),
  ...findDifferences(
    Object.fromEntries(tests.map((file) => [file, parseRounds(file)]).filter(([, actual]) => actual !== '')),
    rounds,
    (file, actual = 'none') => `${file} has rounds ${actual}, its row says ${rounds[file] ?? 'nothing'}`,
  ),
].filter(Boolean);

for (const problem of problems) console.log(problem);
console.log(
  `journeys ${journeys}, files with axe ${axeFiles.length}, with more than ${ceilings.servers} servers ${Object.keys(servers).length}, with rounds ${Object.keys(rounds).length}`,
);
if (problems.length > 0) process.exitCode = 1;

function findDifferences(actual, expected, formatProblem) {
  const files = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
  return files
    .filter((file) => actual[file] !== expected[file])
    .map((file) => formatProblem(file, actual[file]));
}

function countTests(file) {
  return texts.get(file).match(/^\s*test(\.each\(.*)?\(/gm)?.length ?? 0;
}

/** True if a test is inside of a block, or declared by `each`. */
function hasLoop(file) {
  return /^ +test\(|^ *test\.(describe\.)?each\b/m.test(texts.get(file));
}

function axeImports(file) {
  return (texts.get(file).match(/^import [^;]*;/gm) ?? [])
    .filter((line) => /accessible|axe/.test(line))
    .join();
}

/** Returns the numbers of each call of `rounds`. A call in another form matches no row. */
function parseRounds(file) {
  const calls = texts.get(file).matchAll(/\brounds\((\{\s*short: ([^,]+),\s*all: ([^}]+?),?\s*\}\))?/g);
  return [...calls].map(([, , short, all]) => `${short}/${all}`).join(' ');
}

/** A test or describe with `each` counts as one server. */
function countServers(file) {
  const lines = texts.get(file).split('\n');
  const indentation = (line) =>
    line.trim() === '' || /^\s*[)}\]]/.test(line) ? Infinity : line.search(/\S/);
  const countRuns = (startIndex, callers = []) => {
    let depth = Infinity;
    for (let index = startIndex; index >= 0; index -= 1) {
      const line = lines[index];
      if (indentation(line) >= depth) continue;
      depth = indentation(line);
      if (/^\s*beforeEach\(/.test(line)) return countTestsBeside(index, depth);
      const [, name] =
        /^\s*(?:export )?(?:async function|const) (\w+)(?: = (?:async )?\(|\()/.exec(line) ?? [];
      if (name) return callers.includes(name) ? 0 : countCalls(name, index, callers);
    }
    return 1;
  };
  const countCalls = (name, declarationIndex, callers) =>
    lines.reduce((sum, line, index) => {
      const isCall =
        index !== declarationIndex &&
        new RegExp(`\\b${name}\\b[(),]`).test(line) &&
        !/^import|^\s*\*/.test(line);
      return isCall ? sum + countRuns(index, [...callers, name]) : sum;
    }, 0);
  const countTestsBeside = (hookIndex, depth) => {
    const isEnd = (line) => depth > 0 && /^\s*\}/.test(line) && line.search(/\S/) < depth;
    const start = lines.findLastIndex((line, index) => index < hookIndex && isEnd(line)) + 1;
    const end = lines.findIndex((line, index) => index > hookIndex && isEnd(line));
    const block = lines.slice(start, end === -1 ? undefined : end);
    return block.filter((line) => /^\s*(test|it)(\.\w+\(.*\))?\(/.test(line)).length;
  };
  return lines.reduce((sum, line, index) => {
    const isStart =
      /\b(startTestApp|createApp|serveApp|serveCircledSheets)\(/.test(line) && !line.startsWith('import');
    return isStart ? sum + countRuns(index) : sum;
  }, 0);
}
