import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'rasd-arabic-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return spawnSync('node', ['scripts/arabic.mjs', '--root', folder], { encoding: 'utf8' });
}

const word = '\u0631\u0635\u062f';

test('Arabic in allowed places and escapes anywhere pass', () => {
  const { status, stdout } = check({
    'src/i18n/ar/menu.ts': `export const a = '${word}';`,
    'contract/errors.ts': `export const a = '${word}';`,
    'server/demo/names.ts': `export const a = '${word}';`,
    'contract/rules/mushafNames.ts': `export const a = '${word}';`,
    'src/ui/Mark.tsx': 'export const a = /[\\u0600-\\u06FF]/;',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test('Arabic elsewhere fails and is shown with file and line', () => {
  const { status, stdout } = check({
    'src/ui/Title.tsx': `const a = 1;\nexport const b = '${word}';`,
    'server/grades/routes.ts': '// \uFEFB',
    'contract/rules/mushafText.ts': `export const a = '${word}';`,
  });
  expect(status).toBe(1);
  expect(stdout).toContain(`src/ui/Title.tsx:2: export const b = '${word}';`);
  expect(stdout).toContain('server/grades/routes.ts:1:');
  expect(stdout).toContain('contract/rules/mushafText.ts:1:');
});
