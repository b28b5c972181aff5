import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseTimes } from './bare';
import { startRecorder } from './capture';
import { type BenchCase, casesOf } from './cases';
import { type Institute, preparedInstitute } from './institute';
import type { LoadResult } from './load';
import { cpuOf, endOf, loadFrom, memoryOf, portOf, run } from './processes';
import type { Recipe } from './recipe';
import { missedGoals, summary, tableHead, tableLine } from './table';

export interface CompareOptions {
  /** The path of this program; `server` is the built server. */
  self: string;
  server: string;
  folder: string;
  file: string;
  only: string | undefined;
  milliseconds: number;
  rounds: number;
  profile: string | undefined;
  deletions: number;
}

type Contestant = 'ours' | 'bare' | 'grouped';
type Ports = Record<Contestant, number>;

const clients = [10, 50];

/** Prints a table of requests per second and latencies: our server beside bare handlers, measured in turns. */
export async function compare(options: CompareOptions): Promise<Institute> {
  const institute = await prepared(options);
  const all = casesOf(institute).filter(({ name }) => !options.only || name.startsWith(options.only));
  const passes = [all.filter(({ isApart }) => !isApart), all.filter(({ isApart }) => isApart)];
  console.log(tableHead());
  const misses: string[] = [];
  let memory: ReturnType<typeof memoryOf> = null;
  for (const cases of passes)
    if (cases.length > 0) memory = await measurePass(options, institute, cases, misses);
  console.log('* beside the same statements with a transaction for all that arrive together');
  console.log(misses.length > 0 ? `\nMissed:\n${misses.join('\n')}` : '\nNo goal missed');
  if (memory) console.log(`\nMemory of the server under load: ${memory.now} MB, at most ${memory.most} MB`);
  return institute;
}

async function prepared({ file, deletions }: CompareOptions): Promise<Institute> {
  const recorder = await startRecorder(`sqlite:${file}`);
  const institute = await preparedInstitute(recorder.data, deletions);
  await recorder.close();
  return institute;
}

/** Measures some cases with handlers of their own. @param misses gets the missed goals @returns the memory of our server */
async function measurePass(
  options: CompareOptions,
  institute: Institute,
  cases: readonly BenchCase[],
  misses: string[],
): Promise<ReturnType<typeof memoryOf>> {
  const { token, teacherToken, recipes } = await recorded(options, cases);
  const files = { bare: join(options.folder, 'bare.db'), grouped: join(options.folder, 'grouped.db') };
  for (const file of Object.values(files)) {
    // Those of the pass before would be read as part of the new file.
    for (const beside of ['-wal', '-shm']) rmSync(file + beside, { force: true });
    copyFileSync(options.file, file);
  }
  const started = start(options, files, recipes);
  const ports: Ports = {
    ours: await portOf(started.ours, /Rasd is ready: \S+:(\d+)/),
    bare: await portOf(started.bare, /ready (\d+)/),
    grouped: await portOf(started.grouped, /ready (\d+)/),
  };

  let first = 1_000_000;
  const measure = async (
    which: Contestant,
    { name, isTeacher }: BenchCase,
    connections: number,
    milliseconds: number,
  ) => {
    const own = isTeacher ? teacherToken : token;
    const order = { port: ports[which], name, connections, milliseconds, token: own, institute, first };
    first += 1_000_000;
    const before = cpuOf(started[which].child);
    const result = await loadFrom(options.self, order);
    refuseNoBaseline(which, name, result);
    return { ...result, cpu: cpuOf(started[which].child) - before };
  };
  for (const [place, one] of cases.entries()) {
    const times = databaseTimes(files.bare, recipes[place] as Recipe);
    const contestants: Contestant[] = one.period ? ['ours', 'bare', 'grouped'] : ['ours', 'bare'];
    for (const connections of clients) {
      const results: Record<Contestant, LoadResult[]> = { ours: [], bare: [], grouped: [] };
      for (const which of contestants) await measure(which, one, connections, 500);
      for (let round = 0; round < options.rounds; round += 1)
        for (const which of contestants)
          results[which].push(await measure(which, one, connections, options.milliseconds / options.rounds));
      const [ours, bare] = [summary(results.ours), summary(results.bare)];
      console.log(tableLine(one.name, connections, ours, bare, times));
      if (one.period)
        console.log(tableLine(`${one.name} *`, connections, ours, summary(results.grouped), times));
      misses.push(...missedGoals(one, connections, ours, bare, times));
    }
  }
  const memory = memoryOf(started.ours.child);
  await Promise.all(Object.values(started).map(endOf));
  return memory;
}

/** @throws if a bare handler has not answered every request: a case without a baseline has no ratio */
function refuseNoBaseline(which: Contestant, name: string, { requests, failures }: LoadResult): void {
  if (which === 'ours' || (requests > 0 && failures === 0)) return;
  throw new Error(
    `${name} has no baseline: the ${which} handler answered ${requests}, and ${failures} failed`,
  );
}

/** The statements of each case; the second run, without first-time work. */
async function recorded({ file }: CompareOptions, cases: readonly BenchCase[]) {
  const recorder = await startRecorder(`sqlite:${file}`);
  const recipes: Recipe[] = [];
  for (const one of cases) recipes.push(await recorder.recipe(one));
  const { token, teacherToken } = recorder;
  await recorder.close();
  return { token, teacherToken, recipes };
}

function start(
  { self, server, folder, file, profile }: CompareOptions,
  files: { bare: string; grouped: string },
  recipes: readonly Recipe[],
) {
  const recipesFile = join(folder, 'recipes.json');
  writeFileSync(recipesFile, JSON.stringify(recipes));
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: `sqlite:${file}`,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    CALL_LIMITS: '10000',
  };
  return {
    ours: run([server], env, profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
    bare: run([self, 'bare', files.bare, recipesFile]),
    grouped: run([self, 'bare', files.grouped, recipesFile, 'grouped']),
  };
}
