import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseTimes, type Recipe } from './bare';
import { type BenchCase, casesOf } from './cases';
import { type Asked, type Call, keepAsking, spread, timeOf } from './client';
import { type Institute, preparedInstitute } from './institute';
import { cpuOf, endOf, memoryOf, portOf, type Run, run, self, startServer } from './processes';
import { startRecorder } from './recorder';

interface CompareOptions {
  folder: string;
  /** The database. */
  file: string;
  only: string | undefined;
  milliseconds: number;
  rounds: number;
  profile: string | undefined;
  deletions: number;
}

type Contestant = 'ours' | 'bare' | 'grouped';
type Programs = Record<Contestant, Pick<Run, 'child' | 'ended'> & { port: number }>;
const clients = [10, 50];

/** Prints a table of requests per second and latencies: our server beside bare handlers, measured in turns. */
export async function compare(options: CompareOptions): Promise<Institute> {
  const recorder = await startRecorder(`sqlite:${options.file}`);
  const institute = await preparedInstitute(recorder.data, options.deletions);
  await recorder.close();
  const all = casesOf(institute).filter(({ name }) => !options.only || name.startsWith(options.only));
  const heads = 'conns req/s bare ratio p50 bare p99 bare ratio cpu-ms bare ratio slowest'.split(' ');
  console.log(row('', heads));
  const misses: string[] = [];
  for (const cases of [all.filter(({ isApart }) => !isApart), all.filter(({ isApart }) => isApart)])
    if (cases.length > 0) await measurePass(options, cases, misses);
  console.log('* beside the same statements with a transaction for all that arrive together');
  console.log(misses.length > 0 ? `\nMissed:\n${misses.join('\n')}` : '\nNo goal missed');
  return institute;
}

/** Measures some cases with handlers of their own. @param misses gets the missed goals */
async function measurePass(
  options: CompareOptions,
  cases: readonly BenchCase[],
  misses: string[],
): Promise<void> {
  const recorder = await startRecorder(`sqlite:${options.file}`);
  const recipes: Recipe[] = [];
  for (const one of cases) recipes.push(await recorder.recipe(one));
  const { token, teacherToken } = recorder;
  await recorder.close();
  const programs = await start(options, recipes);
  let count = 1_000_000;
  const measure = async (which: Contestant, one: BenchCase, connections: number, milliseconds: number) => {
    const { child, port } = programs[which];
    const next = () => callOf(one, one.isTeacher ? teacherToken : token, (count += 1));
    const before = cpuOf(child);
    const began = performance.now();
    const asked = await keepAsking(port, connections, next, timeOf(milliseconds));
    if (which !== 'ours' && (asked.length === 0 || asked.some(({ isRefused }) => isRefused)))
      throw new Error(`${one.name} has no baseline: the ${which} handler did not answer every request`);
    return { asked, seconds: (performance.now() - began) / 1_000, cpu: cpuOf(child) - before };
  };
  for (const [place, one] of cases.entries()) {
    const slowest = Math.max(0, ...databaseTimes(join(options.folder, 'bare.db'), recipes[place] as Recipe));
    const contestants: Contestant[] = one.period ? ['ours', 'bare', 'grouped'] : ['ours', 'bare'];
    for (const connections of clients) {
      const rounds: Record<Contestant, Round[]> = { ours: [], bare: [], grouped: [] };
      for (const which of contestants) await measure(which, one, connections, 500);
      for (let round = 0; round < options.rounds; round += 1)
        for (const which of contestants)
          rounds[which].push(await measure(which, one, connections, options.milliseconds / options.rounds));
      const [ours, bare] = [summary(rounds.ours), summary(rounds.bare)];
      console.log(line(one.name, connections, ours, bare, slowest));
      if (one.period) console.log(line(`${one.name} *`, connections, ours, summary(rounds.grouped), slowest));
      misses.push(...missedGoals(one, connections, ours, bare, slowest));
    }
  }
  const memory = memoryOf(programs.ours.child);
  if (memory) console.log(`Memory of the server under load: ${memory.now} MB, at most ${memory.most} MB`);
  await Promise.all(Object.values(programs).map(endOf));
}

async function start(
  { folder, file, profile }: CompareOptions,
  recipes: readonly Recipe[],
): Promise<Programs> {
  const recipesFile = join(folder, 'recipes.json');
  writeFileSync(recipesFile, JSON.stringify(recipes));
  const bare = async (name: string, ...more: string[]) => {
    const copy = join(folder, `${name}.db`);
    // Those of the pass before would be read as part of the new file.
    for (const beside of ['-wal', '-shm']) rmSync(copy + beside, { force: true });
    copyFileSync(file, copy);
    const program = run([self, 'bare', copy, recipesFile, ...more]);
    return { ...program, port: await portOf(program) };
  };
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const [own, grouped] = [await bare('bare'), await bare('grouped', 'grouped')];
  const ours = await startServer(`sqlite:${file}`, { LOG_LEVEL: 'info' }, flags);
  return { ours, bare: own, grouped };
}

const callOf = ({ method, path, body, isKeyed }: BenchCase, token: string, count: number): Call => ({
  method,
  path,
  token,
  body: body?.(count),
  headers: isKeyed ? { 'Idempotency-Key': `bench-key-${count}` } : {},
});

interface Round {
  asked: Asked[];
  seconds: number;
  /** Processor time of the server meanwhile, in seconds. */
  cpu: number;
}
type Summary = ReturnType<typeof summary>;

function summary(rounds: readonly Round[]) {
  const asked = rounds.flatMap((round) => round.asked);
  const sum = (of: 'seconds' | 'cpu') => rounds.reduce((total, round) => total + round[of], 0);
  return {
    ...spread(asked),
    perSecond: asked.length / sum('seconds'),
    failures: asked.filter(({ isRefused }) => isRefused).length,
    cpu: (sum('cpu') / asked.length) * 1_000,
  };
}

const row = (name: string, cells: readonly string[]) =>
  name.padEnd(24) + cells.map((cell) => cell.padStart(8)).join('');
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

function line(name: string, connections: number, ours: Summary, bare: Summary, slowest: number): string {
  const both = (of: 'p50' | 'p99' | 'cpu', digits = 1) => [
    ours[of].toFixed(digits),
    bare[of].toFixed(digits),
  ];
  const cells = [
    String(connections),
    ours.perSecond.toFixed(0),
    bare.perSecond.toFixed(0),
    percent(ours.perSecond / bare.perSecond),
    ...both('p50'),
    ...both('p99'),
    (ours.p99 / bare.p99).toFixed(1),
    ...both('cpu', 2),
    percent(bare.cpu / ours.cpu),
    slowest.toFixed(2),
  ];
  return row(name, cells) + (ours.failures > 0 ? ` failures: ${ours.failures}` : '');
}

/** The goals of a case that were missed, a sentence for each. */
function missedGoals(
  { name, goal }: BenchCase,
  connections: number,
  ours: Summary,
  bare: Summary,
  slowest: number,
) {
  if (!goal) return [];
  const share = (ours.perSecond / bare.perSecond) * 100;
  const p99 = ours.p99 / bare.p99;
  const { share: least, p99: mostP99 = Infinity, query: longest = Infinity } = goal;
  const found = [
    ...(share < least ? [`${share.toFixed(0)} % of the bare handler, not ${least} %`] : []),
    ...(p99 > mostP99 ? [`p99 is ${p99.toFixed(1)} times the bare one, not ${mostP99}`] : []),
    ...(slowest > longest ? [`a statement takes ${slowest.toFixed(1)} ms, not ${longest}`] : []),
  ];
  return found.map((miss) => `${name} at ${connections} clients: ${miss}`);
}
