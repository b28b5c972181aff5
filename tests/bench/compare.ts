import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureStatements, type Recipe } from './bare';
import { type BenchCase, buildCases } from './cases';
import { type CallResult, type Call, runClients, summariseTimes, startDeadline } from './client';
import { type Institute, prepareInstitute } from './institute';
import {
  readCpuTime,
  stopProgram,
  readMemory,
  waitForPort,
  type Program,
  startProgram,
  benchProgram,
  startServer,
} from './processes';
import { startRecorder } from './recorder';

interface CompareOptions {
  folder: string;
  file: string;
  only: string | undefined;
  milliseconds: number;
  rounds: number;
  profile: string | undefined;
  deletions: number;
}

type Contestant = 'ours' | 'bare' | 'grouped';
type Programs = Record<Contestant, Pick<Program, 'child' | 'ended'> & { port: number }>;
const clients = [10, 50];

/** Prints requests per second and latencies of our server and of bare handlers, measured alternately. */
export async function compare(options: CompareOptions): Promise<Institute> {
  const recorder = await startRecorder(`sqlite:${options.file}`);
  const institute = await prepareInstitute(recorder.data, options.deletions);
  await recorder.close();
  const selectedCases = buildCases(institute).filter(
    ({ name }) => !options.only || name.startsWith(options.only),
  );
  const headings = 'conns req/s bare ratio p50 bare p99 bare ratio cpu-ms bare ratio slowest'.split(' ');
  console.log(formatRow('', headings));
  const misses: string[] = [];
  for (const cases of [
    selectedCases.filter(({ hasOwnPass }) => !hasOwnPass),
    selectedCases.filter(({ hasOwnPass }) => hasOwnPass),
  ])
    if (cases.length > 0) await measurePass(options, cases, misses);
  console.log('* compared with handlers that group simultaneous writes in one transaction');
  console.log(misses.length > 0 ? `\nMissed:\n${misses.join('\n')}` : '\nNo goal missed');
  return institute;
}

/** @param misses receives the missed goals */
async function measurePass(
  options: CompareOptions,
  cases: readonly BenchCase[],
  misses: string[],
): Promise<void> {
  const recorder = await startRecorder(`sqlite:${options.file}`);
  const recipes: Recipe[] = [];
  for (const benchCase of cases) recipes.push(await recorder.recordCase(benchCase));
  const { token, teacherToken } = recorder;
  await recorder.close();
  const programs = await startPrograms(options, recipes);
  let count = 1_000_000;
  const measure = async (
    contestant: Contestant,
    benchCase: BenchCase,
    connections: number,
    milliseconds: number,
  ) => {
    const { child, port } = programs[contestant];
    const nextCall = () => buildCall(benchCase, benchCase.isTeacher ? teacherToken : token, (count += 1));
    const cpuBefore = readCpuTime(child);
    const startedAt = performance.now();
    const results = await runClients(port, connections, nextCall, startDeadline(milliseconds));
    if (contestant !== 'ours' && (results.length === 0 || results.some(({ isRefused }) => isRefused)))
      throw new Error(
        `${benchCase.name} has no baseline: the ${contestant} handler did not answer every request`,
      );
    return { results, seconds: (performance.now() - startedAt) / 1_000, cpu: readCpuTime(child) - cpuBefore };
  };
  for (const [index, benchCase] of cases.entries()) {
    const slowest = Math.max(
      0,
      ...measureStatements(join(options.folder, 'bare.db'), recipes[index] as Recipe),
    );
    // Only writes have a period, and only writes can be grouped.
    const contestants: Contestant[] = benchCase.period ? ['ours', 'bare', 'grouped'] : ['ours', 'bare'];
    for (const connections of clients) {
      const rounds: Record<Contestant, Round[]> = { ours: [], bare: [], grouped: [] };
      for (const contestant of contestants) await measure(contestant, benchCase, connections, 500);
      for (let round = 0; round < options.rounds; round += 1)
        for (const contestant of contestants)
          rounds[contestant].push(
            await measure(contestant, benchCase, connections, options.milliseconds / options.rounds),
          );
      const [ours, bare] = [summariseRounds(rounds.ours), summariseRounds(rounds.bare)];
      console.log(formatLine(benchCase.name, connections, ours, bare, slowest));
      if (benchCase.period)
        console.log(
          formatLine(`${benchCase.name} *`, connections, ours, summariseRounds(rounds.grouped), slowest),
        );
      misses.push(...listMisses(benchCase, connections, ours, bare, slowest));
    }
  }
  const memory = readMemory(programs.ours.child);
  if (memory) console.log(`Memory of the server under load: ${memory.now} MB, at most ${memory.max} MB`);
  await Promise.all(Object.values(programs).map(stopProgram));
}

async function startPrograms(
  { folder, file, profile }: CompareOptions,
  recipes: readonly Recipe[],
): Promise<Programs> {
  const recipesFile = join(folder, 'recipes.json');
  writeFileSync(recipesFile, JSON.stringify(recipes));
  const startBare = async (name: string, ...options: string[]) => {
    const copy = join(folder, `${name}.db`);
    // SQLite would read files of the previous pass as part of the new copy.
    for (const suffix of ['-wal', '-shm']) rmSync(copy + suffix, { force: true });
    copyFileSync(file, copy);
    const program = startProgram([benchProgram, 'bare', copy, recipesFile, ...options]);
    return { ...program, port: await waitForPort(program) };
  };
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const [bare, grouped] = [await startBare('bare'), await startBare('grouped', 'grouped')];
  const ourServer = await startServer(`sqlite:${file}`, { LOG_LEVEL: 'info' }, flags);
  return { ours: ourServer, bare, grouped };
}

const buildCall = ({ method, path, body, isKeyed }: BenchCase, token: string, count: number): Call => ({
  method,
  path,
  token,
  body: body?.(count),
  headers: isKeyed ? { 'Idempotency-Key': `bench-key-${count}` } : {},
});

interface Round {
  results: CallResult[];
  seconds: number;
  cpu: number;
}
type Summary = ReturnType<typeof summariseRounds>;

function summariseRounds(rounds: readonly Round[]) {
  const results = rounds.flatMap((round) => round.results);
  const sumField = (field: 'seconds' | 'cpu') => rounds.reduce((total, round) => total + round[field], 0);
  return {
    ...summariseTimes(results),
    perSecond: results.length / sumField('seconds'),
    failures: results.filter(({ isRefused }) => isRefused).length,
    cpu: (sumField('cpu') / results.length) * 1_000,
  };
}

const formatRow = (name: string, cells: readonly string[]) =>
  name.padEnd(24) + cells.map((cell) => cell.padStart(8)).join('');
const formatPercent = (share: number) => `${(share * 100).toFixed(0)} %`;

function formatLine(
  name: string,
  connections: number,
  ours: Summary,
  bare: Summary,
  slowest: number,
): string {
  const formatBoth = (field: 'p50' | 'p99' | 'cpu', digits = 1) => [
    ours[field].toFixed(digits),
    bare[field].toFixed(digits),
  ];
  const cells = [
    String(connections),
    ours.perSecond.toFixed(0),
    bare.perSecond.toFixed(0),
    formatPercent(ours.perSecond / bare.perSecond),
    ...formatBoth('p50'),
    ...formatBoth('p99'),
    (ours.p99 / bare.p99).toFixed(1),
    ...formatBoth('cpu', 2),
    formatPercent(bare.cpu / ours.cpu),
    slowest.toFixed(2),
  ];
  return formatRow(name, cells) + (ours.failures > 0 ? ` failures: ${ours.failures}` : '');
}

function listMisses(
  { name, goal }: BenchCase,
  connections: number,
  ours: Summary,
  bare: Summary,
  slowest: number,
) {
  if (!goal) return [];
  const share = (ours.perSecond / bare.perSecond) * 100;
  const p99 = ours.p99 / bare.p99;
  const { share: minShare, p99: maxP99 = Infinity, query: maxQueryMs = Infinity } = goal;
  const misses = [
    ...(share < minShare ? [`${share.toFixed(0)} % of the bare handler; goal: at least ${minShare} %`] : []),
    ...(p99 > maxP99 ? [`p99 is ${p99.toFixed(1)} times the bare one; goal: at most ${maxP99}`] : []),
    ...(slowest > maxQueryMs
      ? [`a statement takes ${slowest.toFixed(1)} ms; goal: at most ${maxQueryMs}`]
      : []),
  ];
  return misses.map((miss) => `${name} at ${connections} clients: ${miss}`);
}
