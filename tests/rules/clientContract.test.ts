import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { register } from '../../contract/absences';
import { user } from '../../contract/accounts/users';
import { batch } from '../../contract/batches';
import { isEmptyOrEmail, optionalEmail } from '../../contract/fields';
import { isProgramCode, program, programCode } from '../../contract/programs';
import { student } from '../../contract/students/students';
import { subject } from '../../contract/subjects';
import { absenceTypes } from '../../contract/vocabulary';
import { clientContract } from '../../scripts/clientContract';
import { isRegister } from '../../src/dataProvider/outbox/registerCheck';
import { type ResourceName, resources } from '../../src/dataProvider/resources';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Builds a screen that consists of this code, and returns its script. */
async function buildScreen(code: string): Promise<string> {
  const entry = 'virtual-screen';
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
      clientContract,
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

test('a screen gets the method and path of its calls, and no schema', async () => {
  const script = await buildScreen(`
    import { programsApi } from '${here('contract/programs.ts')}';
    import { importsApi } from '${here('contract/imports.ts')}';
    console.log(programsApi, importsApi);
  `);
  expect(script).toMatch(/update: \{\s+method: "PUT",\s+path: "\/programs\/\{id\}"\s+\}/);
  expect(script).toMatch(/path: `\/\$\{type\}\/import\/check`/);
  expect(script).not.toMatch(/Zod|summary|roles|response/);
});

test('a build fails if a screen uses a schema', async () => {
  const screen = buildScreen(`
    import { programCode } from '${here('contract/programs.ts')}';
    console.log(programCode.safeParse('SHR'));
  `);
  await expect(screen).rejects.toThrow(/contains zod/);
});

test('screens read only the method and path of an endpoint, because the built contract has no more', () => {
  const files = readdirSync(here('src'), { recursive: true, encoding: 'utf8' });
  const reads = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(here(`src/${file}`), 'utf8').matchAll(/\b(?:\w+Api\.\w+|endpoint)\.(\w+)/g),
    ]);
  expect(reads.length).toBeGreaterThan(5);
  expect(new Set(reads.map(([, property]) => property))).toEqual(new Set(['method', 'path']));
});

test.each([
  ['programs', program],
  ['batches', batch],
  ['subjects', subject],
  ['students', student],
  ['users', user],
] as const)('the form of %s sends the fields that the specification has', (name: ResourceName, row) => {
  const { fields, specified } = resources[name];
  const inTable = Object.entries(fields).flatMap(([key, field]) => ('isAddition' in field ? [] : [key]));
  const inContract = Object.entries(row.shape).flatMap(([key, field]) =>
    field.meta()?.['isAddition'] === true ? [] : [key],
  );
  const onlyInWrites = new Set(['base_subject_code', 'password']);
  const inRows = [...inTable, ...specified].filter((key) => !onlyInWrites.has(key));
  expect(inRows.toSorted()).toEqual(inContract.toSorted());
});

/** Texts of the characters that the checks distinguish. */
const texts = fc.oneof(
  fc.emailAddress(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aA1٣ /@.-_\t\u200B\u200C\u202E\u0301é𝒳ر'), maxLength: 60 }),
  fc.integer({ min: 0, max: 300 }).map((length) => 'a'.repeat(length)),
);

test('forms check a code and an email as the schemas do', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(isEmptyOrEmail(text)).toBe(optionalEmail.safeParse(text).success);
      expect(text.trim() !== '' && isProgramCode(text)).toBe(programCode.safeParse(text).success);
    }),
    { numRuns: 2_000 },
  );
  expect([null, undefined, 5].map(isEmptyOrEmail)).toEqual([true, true, false]);
});

const validRegister = {
  students: [{ studentId: '1', studentName: 'أحمد' }],
  absences: [{ id: 1, studentId: '1', studentName: 'أحمد', type: absenceTypes[0], notes: null }],
  taken: true,
  version: 0,
  circles: [{ circle_id: null, taken: false, version: 2 }],
};
const badValues = [null, undefined, '', 'x', -1, 0, 1, 1.5, true, [], {}, [null]];

/** The value, and its copies with a wrong value at each place, at any depth. */
function* withWrongValues(value: unknown): Generator<unknown> {
  yield* badValues;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value))
    for (const wrong of withWrongValues(part))
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong };
}

test('the register of a refused save is checked as its schema does', () => {
  const registers = [validRegister, ...withWrongValues(validRegister)];
  expect(isRegister(validRegister)).toBe(true);
  for (const value of registers)
    expect(isRegister(value), JSON.stringify(value)).toBe(register.safeParse(value).success);
});
