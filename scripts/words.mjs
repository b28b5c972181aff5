// Checks names, comments and test titles against the rules of docs/words.md. What is left of before is counted, and the
// counts only go down. `--list` prints every finding, `--list names|phrases|sentences` those of one rule.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { root, rooms, rootFromArguments, typeScriptUnder } from './sources.mjs';

/** How many findings of each rule may be left. */
const ceilings = { names: 899, phrases: 124, sentences: 58 };
/** Words of a sentence, and letters of the subject of a commit. */
const longestSentence = 25;
const longestSubject = 72;

const dictionary = readFileSync(join(root, 'docs', 'words.md'), 'utf8');
/** The list under a heading of the dictionary: one line of words or phrases between back quotes for each row. */
const listUnder = (heading) => {
  const [, section = ''] = dictionary.split(`## ${heading}\n`);
  return [...section.split('\n## ')[0].matchAll(/`([^`]+)`/g)].map(([, word]) => word);
};
const refusedNames = new Set(listUnder('Names that are refused'));
const refusedPhrases = listUnder('Phrases that are refused').map(
  (phrase) => new RegExp(`\\b${phrase.replace('<participle>', `(${[...refusedNames].join('|')})`)}\\b`, 'i'),
);

const base = rootFromArguments();
const findings = [...rooms, 'tests'].flatMap((room) => typeScriptUnder(room, base)).flatMap(findingsIn);

function findingsIn(file) {
  const text = readFileSync(join(base, file), 'utf8');
  const { program, comments } = parseSync(file, text);
  const lineOf = (at) => text.slice(0, at).split('\n').length;
  const found = (rule, at, what) => ({ rule, where: `${file}:${lineOf(at)}`, what });
  const prose = [...proseOf(comments, text), ...titlesIn(program)];
  return [
    ...declaredNames(program)
      .filter(({ name }) => refusedNames.has(name))
      .map(({ name, start }) => found('names', start, name)),
    ...prose.flatMap(({ text: said, start }) =>
      refusedPhrases.flatMap((phrase) => {
        const match = phrase.exec(said);
        return match
          ? [found('phrases', start, said.slice(Math.max(0, match.index - 30), match.index + 50))]
          : [];
      }),
    ),
    ...proseOf(comments, text).flatMap(({ text: said, start }) =>
      sentencesIn(said)
        .filter((sentence) => sentence.split(' ').length > longestSentence)
        .map((sentence) => found('sentences', start, sentence)),
    ),
  ];
}

/** Comments as prose; lines that follow each other are one text. */
function proseOf(comments, text) {
  const prose = [];
  for (const { type, value, start, end } of comments) {
    const said = value
      .replace(/^\s*\*+ ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const last = prose.at(-1);
    if (type === 'Line' && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.text += ` ${said}`;
      last.end = end;
    } else if (!/^(oxlint|@ts|@vitest|v8|c8|#)/.test(said))
      prose.push({ text: said, start, end, isLine: type === 'Line' });
  }
  return prose;
}

/** The sentences of a comment; its tags and code are none. */
function sentencesIn(said) {
  const parts = said.replace(/`[^`]*`/g, 'code').split(/(?<=[.;:!?])\s+|\s(?=@\w)/);
  return parts.map((sentence) => sentence.trim());
}

/** Titles of tests and of their groups. */
function titlesIn(program) {
  const titles = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      let named = callee;
      while (named.type === 'MemberExpression' || named.type === 'CallExpression')
        named = named.object ?? named.callee;
      if (!/^(test|it|describe)$/.test(named.name ?? '')) return;
      const said =
        title?.type === 'Literal' ? title.value : title?.quasis?.map(({ value }) => value.cooked).join('…');
      if (typeof said === 'string') titles.push({ text: said, start: title.start });
    },
  }).visit(program);
  return titles;
}

/** The names that a file declares: variables, parameters, functions, classes and types. */
function declaredNames(program) {
  const names = [];
  const add = (pattern) => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') names.push(pattern);
    else if (pattern.type === 'ObjectPattern')
      pattern.properties.forEach((property) => add(property.value ?? property.argument));
    else if (pattern.type === 'ArrayPattern') pattern.elements.forEach(add);
    else if (pattern.type === 'AssignmentPattern') add(pattern.left);
    else if (pattern.type === 'RestElement') add(pattern.argument);
  };
  const declaration = ({ id, params }) => {
    add(id);
    params?.forEach(add);
  };
  new Visitor({
    VariableDeclarator: declaration,
    FunctionDeclaration: declaration,
    FunctionExpression: declaration,
    ArrowFunctionExpression: declaration,
    ClassDeclaration: declaration,
    TSInterfaceDeclaration: declaration,
    TSTypeAliasDeclaration: declaration,
  }).visit(program);
  return names;
}

const isWanted = (rule) => {
  const at = process.argv.indexOf('--list');
  return at > 0 && (process.argv[at + 1] === undefined || process.argv[at + 1] === rule);
};
for (const { rule, where, what } of findings) if (isWanted(rule)) console.log(`${where} ${rule}: ${what}`);

const counts = Object.fromEntries(
  Object.keys(ceilings).map((rule) => [rule, findings.filter((one) => one.rule === rule).length]),
);
console.log(
  Object.entries(counts)
    .map(([rule, count]) => `${rule} ${count}`)
    .join(', '),
);
for (const [rule, ceiling] of Object.entries(ceilings)) {
  const most = base === root ? ceiling : 0;
  if (counts[rule] <= most) continue;
  console.log(`${counts[rule]} ${rule} against docs/words.md, ${most} are left: --list ${rule}`);
  process.exitCode = 1;
}
const newest = spawnSync('git', ['log', '-1', '--no-merges', '--format=%s'], { cwd: root, encoding: 'utf8' });
if ((newest.stdout ?? '').trim().length > longestSubject) {
  console.log(`The subject of the newest commit has more than ${longestSubject} letters.`);
  process.exitCode = 1;
}
