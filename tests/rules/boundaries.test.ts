import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const places: string[] = [];
afterAll(() => places.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const allowed: Record<string, string> = {
  'contract/programs.ts': "import { z } from 'zod';\nexport const program = z.object({});",
  'contract/vocabulary.ts': "export const absent = 'absent';",
  'contract/rules/grading.ts': "import { absent } from '../vocabulary';\nexport const letter = () => absent;",
  'server/mount.ts': 'export const mount = 1;',
  'server/app.ts': "import { routes } from './grades/routes';\nexport const app = routes;",
  'server/main.ts': "import { app } from './app';\nexport default app;",
  'server/db/schema.ts': 'export interface Tables { a: 1 }',
  'server/domain/results.ts':
    "import type { Tables } from '../db/schema';\nexport const results = (t: Tables) => t;",
  'server/auth/sessions.ts': "import type { Tables } from '../db/schema';\nexport type Session = Tables;",
  'server/grades/routes.ts':
    "import { mount } from '../mount';\nexport { results } from '../domain/results';\nimport type { Session } from '../auth/sessions';\nexport const routes = mount as unknown as Session;",
  'server/absences/queries.ts':
    "import { program } from '../../contract/programs';\nexport const q = program;",
  'src/main.tsx': "export const later = () => import('./App');",
  'src/App.tsx':
    "import { lazy } from 'react';\nconst Page = lazy(() => import('./custom-pages/grades/GradesPage'));\nexport const App = () => <Page />;",
  'src/layout/Shell.tsx': 'export const Shell = () => <main />;',
  'src/ui/page/Panel.tsx': 'export const Panel = () => <p />;',
  'src/dataProvider/apiCall.ts': 'export const call = 1;',
  'src/resources/students/StudentList.tsx':
    "import { Panel } from '../../ui/page/Panel';\nexport const StudentList = () => <Panel />;",
  'src/custom-pages/grades/GradesPage.tsx':
    "import { call } from '../../dataProvider/apiCall';\nexport default function GradesPage() { return <b>{call}</b>; }",
};

function check(planted: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rasd-boundaries-'));
  places.push(folder);
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  copyFileSync('package.json', join(folder, 'package.json'));
  for (const [path, text] of Object.entries({ ...allowed, ...planted })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  const { status, stdout, stderr } = spawnSync('node', ['scripts/boundaries.mjs', '--root', folder], {
    encoding: 'utf8',
  });
  return { status, report: stdout + stderr };
}

test('imports in allowed directions pass', () => {
  expect(check()).toEqual({
    status: 0,
    report: expect.stringContaining(' 0 violations, 0 ways between folders in a circle, 0 files not read'),
  });
});

// One checkout with every violation. The script must report each one with rule and file.
const planted: [rule: string, file: string, text: string][] = [
  ['contract-alone', 'contract/node.ts', "import 'node:fs';"],
  ['contract-alone', 'contract/kysely.ts', "export type { Kysely } from 'kysely';"],
  ['rules-alone', 'contract/rules/zod.ts', "import 'zod';"],
  ['rules-alone', 'contract/rules/schema.ts', "import { program } from '../programs';\nexport const p = program;"],
  ['server-never-src', 'server/grades/view.ts', "export type { Panel } from '../../src/ui/page/Panel';"],
  ['src-never-server', 'src/ui/Rows.tsx', "import type { Tables } from '../../server/db/schema';\nexport const Rows = (p: Tables) => <b>{p.a}</b>;"],
  ['product-never-tools', 'server/db/seed.ts', "import '../../tests/support/x';"],
  ['product-never-dev-packages', 'src/ui/Fuzz.tsx', "import fc from 'fast-check';\nexport const Fuzz = () => <b>{String(fc)}</b>;"],
  ['screens-are-islands', 'src/resources/batches/BatchList.tsx', "import { StudentList } from '../students/StudentList';\nexport const BatchList = () => <StudentList />;"],
  ['screens-are-islands', 'src/custom-pages/reports/ReportPage.tsx', "export const load = () => import('../grades/GradesPage');\nexport const b = <b />;"],
  ['screens-look-down', 'src/resources/batches/BatchShell.tsx', "import { Shell } from '../../layout/Shell';\nexport const BatchShell = () => <Shell />;"],
  ['screens-for-the-app', 'src/ui/Chooser.tsx', "import { StudentList } from '../resources/students/StudentList';\nexport const Chooser = () => <StudentList />;"],
  ['no-way-up-in-src', 'src/layout/Top.tsx', "import { App } from '../App';\nexport const Top = () => <App />;"],
  ['shared-below-shell', 'src/theme/colours.ts', "export { Shell } from '../layout/Shell';"],
  ['data-and-words-below-screens', 'src/i18n/words.ts', "export { Panel } from '../ui/page/Panel';"],
  ['parts-are-islands', 'server/grades/queries.ts', "import { q } from '../absences/queries';\nexport const grades = q;"],
  ['database-at-the-bottom', 'server/db/writes.ts', "export type { Session } from '../auth/sessions';"],
  ['database-at-the-bottom', 'server/db/undo/undo.ts', "export { results } from '../../domain/results';"],
  ['domain-above-the-database', 'server/domain/circles.ts', "export type { Session } from '../auth/sessions';"],
  ['no-way-up-in-server', 'server/auth/routes.ts', "export { app } from '../app';"],
  ['commands-are-ends', 'server/absences/routes.ts', "import '../commands/seed';"],
  ['resolvable', 'server/db/lost.ts', "import './nowhere';"],
  ['no-cycles', 'contract/circle.ts', "import './circle2';"],
]; // oxfmt-ignore

const alsoThere = {
  'contract/circle2.ts': "import './circle';",
  'server/commands/seed.ts': 'export const seed = 1;',
  'tests/support/x.ts': 'export const x = 1;',
};

test('every violation is found, in TypeScript, in JSX and in imports of types', () => {
  const { status, report } = check({
    ...alsoThere,
    ...Object.fromEntries(planted.map(([, file, text]) => [file, text])),
  });
  expect(status).toBe(1);
  const unreported = planted.filter(([rule, file]) => !report.includes(`${rule}: ${file} →`));
  expect(unreported, report).toEqual([]);
});

test('cycles of folders are found at any depth, also if no files are directly in a folder', () => {
  const log = { 'server/db/log/unit.ts': "import '../engine/queue';\nexport const unit = 1;" };
  const engine = { 'server/db/engine/queue.ts': 'export const queue = 1;' };
  expect(check({ ...log, ...engine })).toMatchObject({ status: 0 });
  const backwardImport = {
    'server/db/undo/undo.ts':
      "import type { Unit } from '../log/types';\nexport const undo = (unit: Unit) => unit;",
    'server/db/log/types.ts': 'export type Unit = number;',
    'server/db/engine/pool.ts': "export { undo } from '../undo/undo';",
  };
  const { status, report } = check({ ...log, ...engine, ...backwardImport });
  expect(status).toBe(1);
  expect(report).toContain(
    'folders in a circle: server/db/log → server/db/engine, server/db/log/unit.ts → server/db/engine/queue.ts',
  );
  expect(report).toContain('folders in a circle: server/db/undo → server/db/log, ');
  expect(report).toContain(' 0 violations, 3 ways between folders in a circle, ');
});
