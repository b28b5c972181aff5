import { basename } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';

/** A chunk of a build without groups. */
export interface Chunk {
  file: string;
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** The module of an entry or an `import()`. */
  facade: string | null;
  isEntry: boolean;
  modules: readonly string[];
  size: number;
}

interface Group {
  chunks: readonly Chunk[];
  size: number;
}

/** A screen or a dialog. */
interface Screen {
  weight: number;
  before: ReadonlySet<Chunk>;
  loaded: ReadonlySet<Chunk>;
}

type Find = (files: readonly string[]) => readonly Chunk[];

/** A further file costs a screen as much as this many minified bytes. */
const fileCost = 30_000;
/** A user opens a dialog less often than its screen. */
const weights = { screen: 1, dialog: 0.1 };

/**
 * Returns Rolldown's chunk groups: one for the entry, one for the frame, and some for screens and dialogs. A first
 * build without groups shows which modules each screen needs. Rolldown alone makes a chunk of each set of modules with
 * the same users. A screen would then load a hundred files.
 * @param app the module of the frame
 */
export async function createChunkGroups(config: InlineConfig, app: string) {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      rolldownOptions: { experimental: { chunkOptimization: false } },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [readChunk(file)] : []));
  const groups = groupChunks(chunks, app);
  return groups.map(({ name, modules }, index) => {
    const ids = new Set(modules);
    return { name, test: (id: string) => ids.has(id), priority: groups.length - index };
  });
}

const readChunk = (chunk: Rolldown.OutputChunk): Chunk => ({
  file: chunk.fileName,
  imports: chunk.imports,
  dynamicImports: chunk.dynamicImports,
  facade: chunk.facadeModuleId,
  isEntry: chunk.isEntry,
  modules: chunk.moduleIds,
  size: chunk.code.length,
});

/** Returns groups of modules, each with a name. A group imports only from groups before it. */
export function groupChunks(chunks: readonly Chunk[], app: string) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const find: Find = (files) => files.flatMap((file) => byFile.get(file) ?? []);
  const loadWith = (isFirst: (chunk: Chunk) => boolean) =>
    collect(chunks.filter(isFirst).slice(0, 1), ({ imports }) => find(imports));
  const entry = loadWith(({ isEntry }) => isEntry);
  const frame = loadWith(({ facade }) => facade === app);
  const screens = listScreens(new Set([...entry, ...frame]), find);
  const loaded = new Set([...screens.values()].flatMap((screen) => [...screen.loaded]));
  const groups = mergeGroups(
    [...loaded].map((chunk) => ({ chunks: [chunk], size: chunk.size })),
    [...screens.values()],
    find,
  );
  const modulesOf = (some: readonly Chunk[]) => some.flatMap(({ modules }) => modules);
  return [
    { name: 'index', modules: modulesOf([...entry]) },
    { name: 'app', modules: modulesOf([...frame].filter((chunk) => !entry.has(chunk))) },
    ...groups.map(({ chunks: merged }) => ({
      name: nameGroup(merged.find((chunk) => screens.has(chunk))),
      modules: modulesOf(merged),
    })),
  ];
}

const nameGroup = (screen: Chunk | undefined) =>
  screen?.facade ? basename(screen.facade).replace(/\.\w+$/, '') : 'shared';

/**
 * Maps the first chunk of each screen and dialog to the chunks that it loads. A dialog does not load the chunks that
 * every screen with this dialog has loaded.
 * @param shell the chunks that are always loaded
 */
function listScreens(shell: ReadonlySet<Chunk>, find: Find): Map<Chunk, Screen> {
  const screens = new Map<Chunk, Screen>();
  const findParts = (chunks: Iterable<Chunk>) =>
    new Set([...chunks].flatMap(({ dynamicImports }) => find(dynamicImports)));
  const queue = [{ parts: findParts(shell), before: shell, weight: weights.screen }];
  for (const { parts, before, weight } of queue)
    for (const part of parts) {
      const stored = screens.get(part);
      const common = stored ? new Set([...stored.before].filter((chunk) => before.has(chunk))) : before;
      if (stored && common.size === stored.before.size) continue;
      const all = collect([part], ({ imports }) => find(imports));
      screens.set(part, {
        weight: stored?.weight ?? weight,
        before: common,
        loaded: new Set([...all].filter((chunk) => !common.has(chunk))),
      });
      queue.push({
        parts: findParts(all),
        before: new Set([...common, ...all]),
        weight: weights.dialog,
      });
    }
  return screens;
}

/** Merges two groups at a time, while the saved files are worth more than the unused bytes. */
function mergeGroups(groups: readonly Group[], screens: readonly Screen[], find: Find): Group[] {
  for (;;) {
    const graph = readGraph(groups, screens, find);
    const best = findBestMerge(groups, graph);
    if (!best) return sortByImports(groups, graph.importsOf);
    const { a, b } = best;
    groups = [
      ...groups.filter((group) => group !== a && group !== b),
      { chunks: [...a.chunks, ...b.chunks], size: a.size + b.size },
    ];
  }
}

interface Graph {
  importsOf: (group: Group) => ReadonlySet<Group>;
  /** The group, and all groups that load with it. */
  closureOf: (group: Group) => ReadonlySet<Group>;
  screensOf: (group: Group) => ReadonlySet<Screen>;
}

function readGraph(groups: readonly Group[], screens: readonly Screen[], find: Find): Graph {
  const groupOf = new Map(groups.flatMap((group) => group.chunks.map((chunk) => [chunk, group])));
  const findGroups = (chunks: readonly Chunk[]) => chunks.flatMap((chunk) => groupOf.get(chunk) ?? []);
  const imports = new Map(
    groups.map((group) => {
      const imported = findGroups(find(group.chunks.flatMap((chunk) => chunk.imports)));
      return [group, new Set(imported.filter((one) => one !== group))];
    }),
  );
  const importsOf = (group: Group): ReadonlySet<Group> => imports.get(group) ?? new Set();
  const closures = new Map(groups.map((group) => [group, collect([group], importsOf)]));
  const loading = new Map(groups.map((group) => [group, new Set<Screen>()]));
  for (const screen of screens)
    for (const group of collect(findGroups([...screen.loaded]), importsOf)) loading.get(group)?.add(screen);
  return {
    importsOf,
    closureOf: (group) => closures.get(group) ?? new Set(),
    screensOf: (group) => loading.get(group) ?? new Set(),
  };
}

const weigh = (screens: Iterable<Screen>) => [...screens].reduce((sum, { weight }) => sum + weight, 0);

interface Merge {
  a: Group;
  b: Group;
  /** Negative if the merge saves something. */
  cost: number;
}

function findBestMerge(groups: readonly Group[], graph: Graph): Merge | undefined {
  const { importsOf, closureOf } = graph;
  const isCycle = (from: Group, to: Group) =>
    [...importsOf(from)].some((group) => group !== to && closureOf(group).has(to));
  let best: Merge | undefined;
  for (const { a, b, cost } of listMerges(groups, graph)) {
    // The further imports only add to the cost, and the list is sorted.
    if (cost >= (best?.cost ?? 0)) break;
    if (isCycle(a, b) || isCycle(b, a)) continue;
    const fullCost = cost + weighImports(a, b, graph) + weighImports(b, a, graph);
    if (fullCost < (best?.cost ?? 0)) best = { a, b, cost: fullCost };
  }
  return best;
}

/** Returns the possible merges by their cost, without the cost of further imports. */
function listMerges(groups: readonly Group[], { screensOf }: Graph): readonly Merge[] {
  const merges: Merge[] = [];
  for (const [index, a] of groups.entries())
    for (const b of groups.slice(index + 1)) {
      const [ofA, ofB] = [screensOf(a), screensOf(b)];
      const both = weigh([...ofA].filter((screen) => ofB.has(screen)));
      const unused = a.size * (weigh(ofB) - both) + b.size * (weigh(ofA) - both);
      const cost = unused - fileCost * both;
      if (cost < 0) merges.push({ a, b, cost });
    }
  return merges.toSorted((one, other) => one.cost - other.cost);
}

/** Weighs the imports of `added` that the screens with only `group` would have to load. */
function weighImports(group: Group, added: Group, { closureOf, screensOf }: Graph): number {
  const ofAdded = screensOf(added);
  const newScreens = [...screensOf(group)].filter((screen) => !ofAdded.has(screen));
  if (newScreens.length === 0) return 0;
  let cost = 0;
  for (const imported of closureOf(added)) {
    if (imported === added || imported === group) continue;
    const ofImported = screensOf(imported);
    const weight = weigh(newScreens.filter((screen) => !ofImported.has(screen)));
    cost += weight * (imported.size + fileCost);
  }
  return cost;
}

/** A group is after the groups that it imports. */
function sortByImports(groups: readonly Group[], importsOf: (group: Group) => ReadonlySet<Group>): Group[] {
  const sorted = new Set<Group>();
  const add = (group: Group) => {
    for (const imported of importsOf(group)) if (!sorted.has(imported)) add(imported);
    sorted.add(group);
  };
  for (const group of groups) add(group);
  return [...sorted];
}

/** Returns the items and everything reachable from them. */
function collect<T>(items: Iterable<T>, next: (item: T) => Iterable<T>): Set<T> {
  const collected = new Set(items);
  for (const item of collected) for (const reached of next(item)) collected.add(reached);
  return collected;
}
