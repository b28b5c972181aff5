import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chunk, groupChunks } from '../../scripts/chunkGroups';

/** A chunk with one module of the same name. */
const chunk = (name: string, size: number, imports: string[] = [], dynamicImports: string[] = []): Chunk => ({
  file: name,
  imports,
  dynamicImports,
  facade: name,
  isEntry: name === 'main',
  modules: [name],
  size,
});

const shell = (screens: string[]) => [
  chunk('main', 1_000, ['react'], ['app']),
  chunk('react', 1_000),
  chunk('app', 1_000, ['react', 'frame'], screens),
  chunk('frame', 1_000),
];

const modulesOfGroups = (chunks: Chunk[]) =>
  groupChunks(chunks, 'app').map(({ modules }) => modules.toSorted().join(' '));

test('the entry and the frame have one chunk each, without the modules of screens', () => {
  const groups = modulesOfGroups([...shell(['list']), chunk('list', 1_000, ['frame'])]);
  expect(groups).toEqual(['main react', 'app frame', 'list']);
});

test('small parts that two screens share are one chunk, and a large part of one screen stays with it', () => {
  const groups = modulesOfGroups([
    ...shell(['list', 'form']),
    chunk('list', 90_000, ['icon', 'table']),
    chunk('form', 90_000, ['icon', 'table']),
    chunk('icon', 100, ['table']),
    chunk('table', 200),
  ]);
  expect(groups.slice(2)).toEqual(['icon table', 'list', 'form']);
});

test('a large dialog is no part of its screen', () => {
  const groups = modulesOfGroups([
    ...shell(['list']),
    chunk('list', 1_000, [], ['dialog']),
    chunk('dialog', 90_000),
  ]);
  expect(groups.slice(2).toSorted()).toEqual(['dialog', 'list']);
});

test('a group imports only groups before it, and each module is in one group', () => {
  const graph = fc.array(
    fc.record({
      size: fc.integer({ min: 10, max: 40_000 }),
      imports: fc.array(fc.nat(23), { maxLength: 3 }),
    }),
    { minLength: 12, maxLength: 24 },
  );
  fc.assert(
    fc.property(graph, fc.nat(8), (nodes, screenCount) => {
      // The first nodes are screens. A node imports only nodes after it, and some nodes open as dialogs.
      const names = nodes.map((_, index) => `part${index}`);
      const parts = nodes.map(({ size, imports }, index) => {
        const later = [...new Set(imports)].filter((one) => one > index && one < nodes.length);
        const [dialog, ...others] = later.map((one) => `part${one}`);
        return index % 2 === 0 || dialog === undefined
          ? chunk(
              `part${index}`,
              size,
              later.map((one) => `part${one}`),
            )
          : chunk(`part${index}`, size, others, [dialog]);
      });
      const chunks = [...shell(names.slice(0, screenCount + 1)), ...parts];
      const groups = groupChunks(chunks, 'app').map(({ modules }) => modules);
      const grouped = groups.flat();
      expect(new Set(grouped).size).toBe(grouped.length);
      const groupOf = (module: string) => groups.findIndex((modules) => modules.includes(module));
      for (const { file, imports } of chunks.filter((one) => grouped.includes(one.file)))
        for (const imported of imports) {
          expect(grouped).toContain(imported);
          expect(groupOf(imported)).toBeLessThanOrEqual(groupOf(file));
        }
    }),
    { numRuns: 300 },
  );
});
