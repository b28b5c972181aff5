import { copyFileSync, writeFileSync } from 'node:fs';
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
  const { institute, token, teacherToken, chosen, recipes } = await recorded(options);
  const files = { bare: join(options.folder, 'bare.db'), grouped: join(options.folder, 'grouped.db') };
  for (const file of Object.values(files)) copyFileSync(options.file, file);
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
    return { ...result, cpu: cpuOf(started[which].child) - before };
  };
  console.log(tableHead());
  const misses: string[] = [];
  for (const [place, one] of chosen.entries()) {
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
  console.log('* beside the same statements with a transaction for all that arrive together');
  console.log(misses.length > 0 ? `\nMissed:\n${misses.join('\n')}` : '\nNo goal missed');
  const memory = memoryOf(started.ours.child);
  if (memory) console.log(`\nMemory of the server under load: ${memory.now} MB, at most ${memory.most} MB`);
  await Promise.all(Object.values(started).map(endOf));
  return institute;
}

/** The statements of each case; the second run, without first-time work. */
async function recorded({ file, only, deletions }: CompareOptions) {
  const recorder = await startRecorder(`sqlite:${file}`);
  const institute = await preparedInstitute(recorder.data, deletions);
  const chosen = casesOf(institute).filter(({ name }) => !only || name.startsWith(only));
  const recipes: Recipe[] = [];
  for (const one of chosen) recipes.push(await recorder.recipe(one));
  const { token, teacherToken } = recorder;
  await recorder.close();
  return { institute, token, teacherToken, chosen, recipes };
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
