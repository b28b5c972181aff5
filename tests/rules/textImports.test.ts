import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { transformWithOxc } from 'vite';
import { describe, expect, test } from 'vitest';
import { ar } from '../../src/i18n/ar';
import { namespacesIn, textFiles } from '../../scripts/textImports';

const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(join('src', 'i18n', 'ar')));

/** The code as the plugin reads it. */
const compile = async (path: string, source: string) => (await transformWithOxc(source, path)).code;

interface Literals {
  /** The starts of all literals, up to the first placeholder. */
  all: string[];
  /** Those that a translation has as its key. */
  keys: string[];
  /** Templates that compose a namespace, such as `${resource}.title`. */
  composed: string[];
}

function literalsIn(code: string): Literals {
  const literals: Literals = { all: [], keys: [], composed: [] };
  const { program } = parseSync('module.js', code);
  const translations: [start: number, end: number][] = [];
  const add = (start: string, offset: number, rest = '') => {
    literals.all.push(start);
    if (!translations.some(([from, to]) => from <= offset && offset < to)) return;
    if (start !== '') literals.keys.push(start);
    else if (rest.startsWith('.')) literals.composed.push(rest);
  };
  new Visitor({
    CallExpression({ callee, arguments: [key] }) {
      if (key && callee.type === 'Identifier' && /^(t|text|textOr|translate)$/.test(callee.name))
        translations.push(...resultsOf(key));
    },
    Literal: ({ value, start }) => void (typeof value === 'string' && add(value, start)),
    TemplateLiteral: ({ quasis: [first, second], start }) =>
      add(first?.value.cooked ?? '', start, second?.value.cooked ?? ''),
  }).visit(program);
  return literals;
}

/** The positions of the expressions that a conditional expression may return. */
function resultsOf(node: Node): [number, number][] {
  if (node.type === 'ConditionalExpression')
    return [...resultsOf(node.consequent), ...resultsOf(node.alternate)];
  return node.type === 'Literal' || node.type === 'TemplateLiteral' ? [[node.start, node.start + 1]] : [];
}

const namespaceOf = (key: string) => key.split('.')[0] ?? '';

function problemsIn(code: string): string[] {
  const { all, keys, composed } = literalsIn(code);
  const used = all.filter((literal) => literal.includes('.')).map(namespaceOf);
  const registered = namespacesIn(code);
  return [
    ...used.filter((name) => textFiles.has(name) && !registered.includes(name)),
    ...registered.filter((name) => !used.includes(name)),
    ...keys.map(namespaceOf).filter((name) => !textFiles.has(name)),
    ...composed,
  ];
}

describe('the texts that a module imports', () => {
  test('every namespace of the catalogue has a file', () => {
    expect([...textFiles.keys()].toSorted()).toEqual(Object.keys(ar).toSorted());
  });

  test('are those of the keys in a module', async () => {
    const source = `
      const label: \`days.\${string}\` = named('labels.batch');
      export const Title = () => <Page title={t('grades.title')} text={\`audit.tables.\${table}\`} name="users" />;`;
    expect(namespacesIn(await compile('Title.tsx', source))).toEqual(['audit', 'grades', 'labels']);
  });

  test('a key without a known namespace is a problem', () => {
    expect(problemsIn("t('grades.title'); textOr(isOpen ? `nowhere.${x}` : 'ui.open', '')")).toEqual([
      'nowhere',
    ]);
    expect(problemsIn('t(`${resource}.title`)')).toEqual(['.title']);
    expect(problemsIn('t(`${catalogue}title`)')).toEqual([]);
  });

  test.each(modules)('%s', async (path) => {
    const source = readFileSync(path, 'utf8');
    expect(problemsIn(await compile(path, source))).toEqual([]);
    expect(source).not.toMatch(/^import \{.*i18n\/ar'/m); // would load all texts
  });
});
