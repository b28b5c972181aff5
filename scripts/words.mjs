// Checks names, comments and test titles against docs/words.md, and the share of comments in the product.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { root, rooms, rootFromArguments, typeScriptUnder } from './sources.mjs';

const rules = ['names', 'phrases', 'sentences'];
const maxSentenceWords = 25;
const maxCommentPercentage = 5;
const maxSubjectLength = 72;

const dictionary = readFileSync(join(root, 'docs', 'words.md'), 'utf8');
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
  const lineNumber = (offset) => text.slice(0, offset).split('\n').length;
  const finding = (rule, offset, excerpt) => ({
    rule,
    where: `${file}:${lineNumber(offset)}`,
    what: excerpt,
  });
  const prose = [...collectProse(comments, text), ...collectTitles(program)];
  return [
    ...collectNames(program)
      .filter(({ name }) => refusedNames.has(name))
      .map(({ name, start }) => finding('names', start, name)),
    ...prose.flatMap(({ text: content, start }) =>
      refusedPhrases.flatMap((phrase) => {
        const match = phrase.exec(content);
        return match
          ? [finding('phrases', start, content.slice(Math.max(0, match.index - 30), match.index + 50))]
          : [];
      }),
    ),
    ...collectProse(comments, text).flatMap(({ text: content, start }) =>
      splitSentences(content)
        .filter((sentence) => sentence.split(' ').length > maxSentenceWords)
        .map((sentence) => finding('sentences', start, sentence)),
    ),
  ];
}

function collectProse(comments, text) {
  const prose = [];
  for (const { type, value, start, end } of comments) {
    const content = value
      .replace(/^\s*\*+ ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const last = prose.at(-1);
    if (type === 'Line' && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.text += ` ${content}`;
      last.end = end;
    } else if (!/^(oxlint|@ts|@vitest|v8|c8|#)/.test(content))
      prose.push({ text: content, start, end, isLine: type === 'Line' });
  }
  return prose;
}

function splitSentences(content) {
  const sentences = content.replace(/`[^`]*`/g, 'code').split(/(?<=[.;:!?])\s+|\s(?=@\w)/);
  return sentences.map((sentence) => sentence.trim());
}

function collectTitles(program) {
  const titles = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      let node = callee;
      while (node.type === 'MemberExpression' || node.type === 'CallExpression')
        node = node.object ?? node.callee;
      if (!/^(test|it|describe)$/.test(node.name ?? '')) return;
      const titleText =
        title?.type === 'Literal' ? title.value : title?.quasis?.map(({ value }) => value.cooked).join('…');
      if (typeof titleText === 'string') titles.push({ text: titleText, start: title.start });
    },
  }).visit(program);
  return titles;
}

function collectNames(program) {
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

for (const { rule, where, what } of findings) console.log(`${where} ${rule}: ${what}`);
const count = (rule) => `${rule} ${findings.filter((one) => one.rule === rule).length}`;
console.log(rules.map(count).join(', '));
if (findings.length > 0) process.exitCode = 1;

if (base === root) {
  const lines = rooms
    .flatMap((room) => typeScriptUnder(room))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'));
  const comments = lines.filter((line) => /^\s*(\/\/|\/\*|\*|\{\/\*)/.test(line));
  const percentage = (100 * comments.length) / lines.length;
  console.log(
    `comments ${percentage.toFixed(1)} % of ${lines.length} lines, at most ${maxCommentPercentage}`,
  );
  if (percentage > maxCommentPercentage) process.exitCode = 1;
}
const newest = spawnSync('git', ['log', '-1', '--no-merges', '--format=%s'], { cwd: root, encoding: 'utf8' });
if ((newest.stdout ?? '').trim().length > maxSubjectLength) {
  console.log(`The subject of the newest commit has more than ${maxSubjectLength} letters.`);
  process.exitCode = 1;
}
