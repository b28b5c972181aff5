// Decides which modules share a chunk. Without it, each set of modules that a screen shares with a dialog is a file, and
// a screen loads a hundred files.
import { basename } from 'node:path';
import { build } from 'vite';

/** A further file costs a screen as much as this many minified bytes. */
const fileCost = 25_000;
/** A user opens a dialog less often than its screen. */
const weights = { screen: 1, dialog: 0.1 };

/**
 * Returns Rolldown's chunk groups: one for the entry, one for the frame, and some for the screens that the frame
 * loads by `import()`. A first build without groups shows which modules each screen needs. Modules that only dialogs
 * need are in no group.
 * @param app the module of the frame
 */
export async function createChunkGroups(config, app) {
  const { output } = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      rolldownOptions: { experimental: { chunkOptimization: false } },
    },
  });
  const groups = groupChunks(output.filter(({ type }) => type === 'chunk').map(readChunk), app);
  return groups.map(({ name, modules }, index) => {
    const ids = new Set(modules);
    return { name, test: (id) => ids.has(id), priority: groups.length - index };
  });
}

const readChunk = ({ fileName, imports, dynamicImports, facadeModuleId, isEntry, modules, code }) => ({
  file: fileName,
  imports,
  dynamicImports,
  facade: facadeModuleId,
  isEntry,
  modules: Object.keys(modules),
  size: code.length,
});

/**
 * Returns groups of modules, each with a name. A group imports only from groups before it.
 * @param chunks the chunks of a build without groups
 */
export function groupChunks(chunks, app) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const find = (files) => files.flatMap((file) => byFile.get(file) ?? []);
  const importsOf = ({ imports }) => find(imports);
  const entry = collect([chunks.find(({ isEntry }) => isEntry)], importsOf);
  const frame = collect([chunks.find(({ facade }) => facade === app)], importsOf);
  const screens = listScreens(new Set([...entry, ...frame]), find);
  const groups = mergeGroups(
    [...new Set([...screens.values()].flatMap(({ loaded }) => [...loaded]))].map((chunk) => ({
      chunks: [chunk],
      size: chunk.size,
    })),
    screens,
    find,
  );
  const modulesOf = (some) => some.flatMap(({ modules }) => modules);
  return [
    { name: 'index', modules: modulesOf([...entry]) },
    { name: 'app', modules: modulesOf([...frame].filter((chunk) => !entry.has(chunk))) },
    ...groups.map((group) => ({ name: nameGroup(group, screens), modules: modulesOf(group.chunks) })),
  ];
}

/**
 * Maps the first chunk of each screen and dialog to its weight and to the chunks that it loads. A dialog does not load
 * the chunks that every screen with this dialog has loaded.
 * @param shell the chunks that are always loaded
 */
function listScreens(shell, find) {
  const screens = new Map();
  const queue = [{ screens: findParts(shell, find), before: shell, weight: weights.screen }];
  for (const { screens: parts, before, weight } of queue)
    for (const part of parts) {
      const stored = screens.get(part);
      const common = stored ? new Set([...stored.before].filter((chunk) => before.has(chunk))) : before;
      if (stored && common.size === stored.before.size) continue;
      const all = collect([part], ({ imports }) => find(imports));
      const loaded = new Set([...all].filter((chunk) => !common.has(chunk)));
      screens.set(part, { before: common, loaded, weight: stored?.weight ?? weight });
      queue.push({
        screens: findParts(all, find),
        before: new Set([...common, ...all]),
        weight: weights.dialog,
      });
    }
  return screens;
}

const findParts = (chunks, find) =>
  new Set([...chunks].flatMap(({ dynamicImports }) => find(dynamicImports)));

function nameGroup({ chunks }, screens) {
  const screen = chunks.find((chunk) => screens.has(chunk));
  return screen ? basename(screen.facade).replace(/\.\w+$/, '') : 'shared';
}

/** Merges two groups at a time, while the saved files are worth more than the unused bytes. */
function mergeGroups(groups, screens, find) {
  for (;;) {
    const { importsOf, screensOf } = readGraph(groups, screens, find);
    const isCycle = (from, to) => {
      const others = [...importsOf(from)].filter((group) => group !== to);
      return collect(others, importsOf).has(to);
    };
    const best = listMerges(groups, screensOf).find(({ a, b }) => !isCycle(a, b) && !isCycle(b, a));
    if (!best) return sortByImports(groups, importsOf);
    const { a, b } = best;
    groups = groups.filter((group) => group !== a && group !== b);
    groups.push({ chunks: [...a.chunks, ...b.chunks], size: a.size + b.size });
  }
}

/** Returns the groups that a group imports, and the screens that load it. */
function readGraph(groups, screens, find) {
  const groupOf = new Map(groups.flatMap((group) => group.chunks.map((chunk) => [chunk, group])));
  const findGroups = (chunks) => chunks.flatMap((chunk) => groupOf.get(chunk) ?? []);
  const imports = new Map(
    groups.map((group) => [
      group,
      new Set(findGroups(find(group.chunks.flatMap((chunk) => chunk.imports))).filter((one) => one !== group)),
    ]),
  );
  const importsOf = (group) => imports.get(group);
  const screensOf = new Map(groups.map((group) => [group, new Set()]));
  for (const screen of screens.values())
    for (const group of collect(findGroups([...screen.loaded]), importsOf)) screensOf.get(group).add(screen);
  return { importsOf, screensOf };
}

/** Returns the merges that save something, the best first. */
function listMerges(groups, screensOf) {
  const weigh = (screens) => screens.reduce((sum, { weight }) => sum + weight, 0);
  const merges = [];
  for (const [index, a] of groups.entries())
    for (const b of groups.slice(index + 1)) {
      const [ofA, ofB] = [screensOf.get(a), screensOf.get(b)];
      const both = weigh([...ofA].filter((screen) => ofB.has(screen)));
      const unused = a.size * (weigh([...ofB]) - both) + b.size * (weigh([...ofA]) - both);
      const cost = unused - fileCost * both;
      if (cost < 0) merges.push({ a, b, cost });
    }
  return merges.toSorted((one, other) => one.cost - other.cost);
}

/** A group is after the groups that it imports. */
function sortByImports(groups, importsOf) {
  const sorted = new Set();
  const add = (group) => {
    for (const imported of importsOf(group)) if (!sorted.has(imported)) add(imported);
    sorted.add(group);
  };
  for (const group of groups) add(group);
  return [...sorted];
}

/** Returns the items and everything reachable from them. */
function collect(items, next) {
  const collected = new Set(items);
  for (const item of collected) for (const reached of next(item)) collected.add(reached);
  return collected;
}
