import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Baseline, baselineHeaders, measureSlowest, type Recipe } from './bare';
import { copyDatabase, openBareDatabase } from './bareDatabase';
import { type BenchCase, buildCases } from './cases';
import { type Call, runClients, sendCall, startDeadline } from './client';
import {
  formatLine,
  formatTable,
  headingRow,
  listMisses,
  type Round,
  type Summary,
  summariseRounds,
  type TableRow,
} from './figures';
import { type Institute, prepareInstitute } from './institute';
import { installJsonServer, writeJsonFile } from './jsonServer';
import {
  benchProgram,
  readCpuTime,
  readMemory,
  startProgram,
  startServer,
  stopProgram,
  waitForPort,
  type Program,
} from './processes';
import { startRecorder, type Tokens } from './recorder';

interface CompareOptions {
  folder: string;
  url: string;
  only: string | undefined;
  /** Only the calls of the table in `README.md`. */
  isTable: boolean;
  milliseconds: number;
  rounds: number;
  profile: string | undefined;
  deletions: number;
}

type RunningProgram = Pick<Program, 'child' | 'ended'> & { port: number };
interface Programs {
  ours: RunningProgram;
  bare: RunningProgram;
  /** Only for the table. */
  json: RunningProgram | null;
}

/** A server, and the call that it answers. */
interface Contestant {
  name: string;
  program: RunningProgram;
  buildCall(count: number): Call;
  status: number;
}

const allClients = [10, 50];
/** json-server would write its whole file 50 times after the last round. */
const tableClients = 10;
const warmUpMs = 250;

/** Prints rates and latencies of our server and of its baselines, measured alternately. */
export async function compare(options: CompareOptions): Promise<Institute> {
  const { url, folder, only, isTable } = options;
  const preparation = await startRecorder(url);
  const { data, token, teacherToken } = preparation;
  const institute = await prepareInstitute(data, options.deletions);
  // Reads come first: repeated writes add more rows to the copy than to our database.
  const cases = buildCases(institute)
    .filter(({ name, table }) => (!isTable || table) && (!only || name.startsWith(only)))
    .toSorted((one, other) => (one.period ?? 0) - (other.period ?? 0));
  if (cases.length === 0) throw new Error(`No case begins with ${only}.`);
  if (isTable) await writeJsonFile(data, join(folder, 'db.json'));
  await preparation.close();
  const bareUrl = await copyDatabase(url, folder);
  const tokens = { token, teacherToken };
  const recipes = await recordCases(url, cases, tokens);
  const programs = await startPrograms(options, bareUrl, recipes);
  if (!isTable) console.log(`\nOur server and its baselines on ${data.kind}\n${headingRow}`);
  const tableRows: TableRow[] = [];
  const bareDatabase = openBareDatabase(bareUrl);
  for (const [index, benchCase] of cases.entries()) {
    const recipe = recipes[index];
    if (!recipe) throw new Error(`${benchCase.name} was not recorded.`);
    const slowestMs = await measureSlowest(bareDatabase, recipe);
    for (const clients of isTable ? [tableClients] : allClients)
      tableRows.push(
        ...(await measureCase({ benchCase, recipe, programs, tokens, slowestMs }, clients, options)),
      );
  }
  await bareDatabase.close();
  const memory = readMemory(programs.ours.child);
  if (isTable) console.log(formatTable(tableRows));
  else if (memory) console.log(`Memory of the server under load: ${memory.now} MB, at most ${memory.max} MB`);
  await Promise.all(Object.values(programs).map((program) => program && stopProgram(program)));
  return institute;
}

async function recordCases(url: string, cases: readonly BenchCase[], tokens: Tokens): Promise<Recipe[]> {
  const recorder = await startRecorder(url, tokens);
  const recipes: Recipe[] = [];
  for (const benchCase of cases) recipes.push(await recorder.recordCase(benchCase));
  await recorder.close();
  return recipes;
}

async function startPrograms(
  { folder, url, profile, isTable }: CompareOptions,
  bareUrl: string,
  recipes: readonly Recipe[],
): Promise<Programs> {
  const recipesFile = join(folder, 'recipes.json');
  writeFileSync(recipesFile, JSON.stringify(recipes));
  const startBench = async (...args: string[]) => {
    const program = startProgram([benchProgram, ...args]);
    return { ...program, port: await waitForPort(program) };
  };
  if (isTable) installJsonServer();
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  return {
    bare: await startBench('bare', bareUrl, recipesFile),
    json: isTable ? await startBench('json-server', join(folder, 'db.json')) : null,
    ours: await startServer(url, { LOG_LEVEL: 'info' }, flags),
  };
}

interface MeasuredCase {
  benchCase: BenchCase;
  recipe: Recipe;
  programs: Programs;
  tokens: Tokens;
  slowestMs: number;
}

/** @returns a row of the table; without the table, prints a line for each baseline */
async function measureCase(
  { benchCase, recipe, programs, tokens, slowestMs }: MeasuredCase,
  clients: number,
  { milliseconds, rounds }: CompareOptions,
): Promise<TableRow[]> {
  const { name, goal, table, period } = benchCase;
  const baselines = [...new Set<Baseline>(['bare', ...(period ? ['grouped' as const] : []), goal.against])];
  const contestants = [
    buildOurs(benchCase, recipe, programs.ours, tokens),
    ...baselines.map((baseline) => buildBaseline(benchCase, recipe, programs.bare, baseline)),
  ];
  if (table && programs.json)
    contestants.push(await buildJsonContestant(benchCase, table, recipe, programs.json));
  const measured = contestants.map((contestant) => ({ contestant, rounds: [] as Round[] }));
  for (const { contestant } of measured) await runRound(contestant, clients, warmUpMs);
  for (let round = 0; round < rounds; round += 1)
    for (const { contestant, rounds: ownRounds } of measured)
      ownRounds.push(await runRound(contestant, clients, milliseconds / rounds));
  const summaries = new Map(
    measured.map(({ contestant, rounds: ownRounds }) => [
      contestant.name,
      summariseRounds(`${name}, ${contestant.name}`, ownRounds, contestant.status),
    ]),
  );
  const find = (contestant: string): Summary => {
    const summary = summaries.get(contestant);
    if (!summary) throw new Error(`${name} has no baseline ${contestant}.`);
    return summary;
  };
  if (table && programs.json)
    return [{ title: table.title, ours: find('ours'), bare: find('bare'), jsonServer: find('json-server') }];
  for (const baseline of baselines) {
    const misses = baseline === goal.against ? listMisses(goal, find('ours'), find(baseline), slowestMs) : [];
    const line = formatLine(`${name} / ${baseline}`, clients, find('ours'), find(baseline), slowestMs);
    console.log(misses.length > 0 ? `${line}  MISSED: ${misses.join(', ')}` : line);
  }
  return [];
}

/** Unique for each request of the run. */
let count = 1_000_000;

async function runRound(
  { program, buildCall }: Contestant,
  clients: number,
  milliseconds: number,
): Promise<Round> {
  const [cpuBefore, startedAt] = [readCpuTime(program.child), performance.now()];
  const results = await runClients(
    program.port,
    clients,
    () => buildCall((count += 1)),
    startDeadline(milliseconds),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return { results, seconds, cpu: readCpuTime(program.child) - cpuBefore };
}

function buildOurs(
  { method, path, body, isKeyed, isTeacher }: BenchCase,
  { status }: Recipe,
  program: RunningProgram,
  { token, teacherToken }: Tokens,
): Contestant {
  const buildCall = (number: number): Call => ({
    method,
    path,
    token: isTeacher ? teacherToken : token,
    body: body?.(number),
    headers: isKeyed ? { 'Idempotency-Key': `bench-key-${number}` } : {},
  });
  return { name: 'ours', program, buildCall, status };
}

function buildBaseline(
  { method, path, body }: BenchCase,
  { name, status }: Recipe,
  program: RunningProgram,
  baseline: Baseline,
): Contestant {
  const headers = baselineHeaders(name, baseline);
  return {
    name: baseline,
    program,
    buildCall: (number) => ({ method, path, body: body?.(number), headers }),
    status,
  };
}

/** @throws if json-server finds another number of rows than our server */
async function buildJsonContestant(
  { name, body }: BenchCase,
  { method = 'GET', path }: NonNullable<BenchCase['table']>,
  { answer }: Recipe,
  program: RunningProgram,
): Promise<Contestant> {
  const buildCall = (number: number): Call => ({ method, path, body: body?.(number) });
  const jsonAnswer: unknown = JSON.parse((await sendCall(program.port, buildCall(0))).toString());
  const countRows = (rows: unknown) => (Array.isArray(rows) ? rows.length : 1);
  if (countRows(jsonAnswer) !== countRows(answer))
    throw new Error(
      `${name}: json-server finds ${countRows(jsonAnswer)} rows, our server ${countRows(answer)}.`,
    );
  return { name: 'json-server', program, buildCall, status: 200 };
}
