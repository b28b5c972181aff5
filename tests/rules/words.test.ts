import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'rasd-words-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const { status, stdout } = spawnSync('node', ['scripts/words.mjs', '--root', folder], {
    encoding: 'utf8',
  });
  rmSync(join(folder, file));
  return { status, lines: stdout.split('\n') };
}

test('plain names, comments and titles pass, also keys of the API and words of SQL', () => {
  const { status, lines } = check(
    'server/grades/save.ts',
    `/** Locks the rows first: two saves must not overwrite each other. */
// oxlint-disable-next-line no-shadow
export const saveMarks = ({ left_on: leftOn }: { left_on: string }) => ({ notFound: leftOn, kept: 1 });`,
  );
  expect(lines[0]).toBe('names 0, phrases 0, sentences 0');
  expect(status).toBe(0);
});

test.each([
  ['a variable', 'export function f() { const kept = 1; return kept; }', 'names: kept'],
  ['a parameter', 'export const f = (told: string) => told;', 'names: told'],
  ['a name taken apart', 'export const f = ({ id: [wanted] }: never) => wanted;', 'names: wanted'],
  ['a type with a parameter', 'export interface gone { a: 1 }', 'names: gone'],
])('a participle as the name of %s fails', (_what, text, finding) => {
  const { status, lines } = check('src/ui/Title.tsx', text);
  expect(lines[0]).toBe(`src/ui/Title.tsx:1 ${finding}`);
  expect(status).toBe(1);
});

test('a noun clause in a comment or title fails, with its line', () => {
  const comment = check('contract/marks.ts', 'export const a = 1;\n\n/* Shown to who sees\n * the sheet. */');
  expect(comment.lines[0]).toMatch(/^contract\/marks\.ts:3 phrases: Shown to who sees/);
  expect(comment.status).toBe(1);
  const title = check(
    'tests/rules/marks.test.ts',
    "describe.each([1])('marks', () => test('what is told of whoever', f));",
  );
  expect(title.lines.slice(0, 2)).toEqual([
    expect.stringContaining('tests/rules/marks.test.ts:1 phrases: '),
    expect.stringContaining('tests/rules/marks.test.ts:1 phrases: '),
  ]);
});

test('a sentence of more than 25 words fails, also over several lines; its neighbours do not count', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const { status, lines } = check(
    'server/a.ts',
    `// ${words(20)}\n// ${words(6)}. ${words(25)}.\nexport const a = 1;`,
  );
  expect(lines[0]).toBe(`server/a.ts:1 sentences: ${words(26)}.`);
  expect(lines[1]).toBe('names 0, phrases 0, sentences 1');
  expect(status).toBe(1);
});
