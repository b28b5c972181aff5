// Holds the budget of `npm test`: browser journeys, files that call axe, servers of a test file, and rounds. Fails where
// the tests do not match the rows of budgetRows.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFiles, ceilings, looped, rounds, servers } from './budgetRows.mjs';
import { rootFromArguments, typeScriptUnder } from './sources.mjs';

const base = rootFromArguments();

/** The exports of accessible.ts that call axe, and axe itself. */
const axe = /\b(findings\w*|expectAccessible|sweep|sweepSignedOut|AxeBuilder|axe)\b/;

const tests = typeScriptUnder('tests', base).filter((file) => /\.test\.tsx?$/.test(file));
const texts = new Map(tests.map((file) => [file, readFileSync(join(base, file), 'utf8')]));
const filesIn = (pattern) => tests.filter((file) => pattern.test(file));
const journeyFiles = filesIn(/^tests\/e2e\/[^/]+$/).filter((file) => !axeFiles.includes(file));
const serverFiles = filesIn(/^tests\/server\//);

const journeys = journeyFiles.reduce((sum, file) => sum + (looped[file] ?? declaredTests(file)), 0);
const problems = [
  journeys > ceilings.journeys && `${journeys} journeys, ${ceilings.journeys} are allowed`,
  ...journeyFiles
    .filter((file) => hasLoop(file) !== file in looped)
    .map(
      (file) => `${file}: a loop of tests needs its number in the table of loops, and only a loop has one`,
    ),
  ...differences(
    Object.fromEntries(tests.filter((file) => axe.test(importsOf(file))).map((file) => [file, 'calls'])),
    Object.fromEntries(axeFiles.map((file) => [file, 'calls'])),
    (file, found) => `${file} ${found ? 'calls axe, and is not' : 'does not call axe, but is'} in the list`,
  ),
  ...differences(
    Object.fromEntries(
      serverFiles.map((file) => [file, startsIn(file)]).filter(([, count]) => count > ceilings.servers),
    ),
    servers,
    (file, found = `at most ${ceilings.servers}`) =>
      `${file} starts ${found} servers, its row says ${servers[file] ?? 'nothing'}`,
  ),
  ...differences(
    Object.fromEntries(tests.map((file) => [file, roundsOf(file)]).filter(([, found]) => found !== '')),
    rounds,
    (file, found = 'none') => `${file} has rounds ${found}, its row says ${rounds[file] ?? 'nothing'}`,
  ),
].filter(Boolean);

for (const problem of problems) console.log(problem);
console.log(
  `journeys ${journeys}, files with axe ${axeFiles.length}, with more than ${ceilings.servers} servers ${Object.keys(servers).length}, with rounds ${Object.keys(rounds).length}`,
);
if (problems.length > 0) process.exitCode = 1;

/** The message of each file whose value is not that of its row. */
function differences(found, table, messageOf) {
  const files = [...new Set([...Object.keys(found), ...Object.keys(table)])];
  return files.filter((file) => found[file] !== table[file]).map((file) => messageOf(file, found[file]));
}

function declaredTests(file) {
  return texts.get(file).match(/^\s*test(\.each\(.*)?\(/gm)?.length ?? 0;
}

/** Whether a test is declared inside of something, or by `each`. */
function hasLoop(file) {
  return /^ +test\(|^ *test\.(describe\.)?each\b/m.test(texts.get(file));
}

function importsOf(file) {
  return (texts.get(file).match(/^import [^;]*;/gm) ?? [])
    .filter((line) => /accessible|axe/.test(line))
    .join();
}

/** The numbers of each call of `rounds`; a call in another form has none, and matches no row. */
function roundsOf(file) {
  const calls = texts.get(file).matchAll(/\brounds\((\{\s*short: ([^,]+),\s*all: ([^}]+?),?\s*\}\))?/g);
  return [...calls].map(([, , short, all]) => `${short}/${all}`).join(' ');
}

/** How many servers a file starts. A test or describe with `each` counts once. */
function startsIn(file) {
  const lines = texts.get(file).split('\n');
  const depthOf = (line) => (line.trim() === '' || /^\s*[)}\]]/.test(line) ? Infinity : line.search(/\S/));
  const runsOf = (place, callers = []) => {
    let depth = Infinity;
    for (let at = place; at >= 0; at -= 1) {
      const line = lines[at];
      if (depthOf(line) >= depth) continue;
      depth = depthOf(line);
      if (/^\s*beforeEach\(/.test(line)) return testsBeside(at, depth);
      const [, name] =
        /^\s*(?:export )?(?:async function|const) (\w+)(?: = (?:async )?\(|\()/.exec(line) ?? [];
      if (name) return callers.includes(name) ? 0 : callsOf(name, at, callers);
    }
    return 1;
  };
  const callsOf = (name, declared, callers) =>
    lines.reduce((sum, line, at) => {
      const isCall =
        at !== declared && new RegExp(`\\b${name}\\b[(),]`).test(line) && !/^import|^\s*\*/.test(line);
      return isCall ? sum + runsOf(at, [...callers, name]) : sum;
    }, 0);
  /** The tests of the block in which a hook stands. */
  const testsBeside = (hook, depth) => {
    const isEnd = (line) => depth > 0 && /^\s*\}/.test(line) && line.search(/\S/) < depth;
    const from = lines.findLastIndex((line, at) => at < hook && isEnd(line)) + 1;
    const to = lines.findIndex((line, at) => at > hook && isEnd(line));
    const block = lines.slice(from, to === -1 ? undefined : to);
    return block.filter((line) => /^\s*(test|it)(\.\w+\(.*\))?\(/.test(line)).length;
  };
  return lines.reduce((sum, line, at) => {
    const isStart =
      /\b(startTestApp|createApp|serveApp|serveCircledSheets)\(/.test(line) && !line.startsWith('import');
    return isStart ? sum + runsOf(at) : sum;
  }, 0);
}
