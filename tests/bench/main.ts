import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInstitute } from '../../server/domain/openInstitute';
import { serveBare } from './bare';
import { measureGrid } from './browser';
import { measureCalendar } from './calendar';
import { benchCluster } from './cluster';
import { compare } from './compare';
import { measureExport } from './exports';
import { measureImports } from './imports';
import { addLargeBatch, type Institute, prepareInstitute } from './institute';
import { serveJson } from './jsonServer';
import { withPostgres } from './postgres';
import { serverProgram, endAll, startProgram, startServer } from './processes';
import { startRecorder } from './recorder';
import { measureReports } from './reports';
import { printTimings } from './single';
import { measureHeavy, measureHostile } from './waiting';

const help = `npm run bench -- [PART] [OPTIONS]

Without a part: compares our built server with bare handlers of the same statements, on SQLite and on PostgreSQL;
then all parts but --browser, --calendar and --long. It takes about 16 minutes on two cores.
  --table              the table of README.md: the same calls of our server, a bare handler and json-server
  --single             times of single calls, then reports under load
  --browser            times of the grid of marks in a browser
  --hostile            how long other users wait during hostile requests, and during calls about [--students N]
                       students, at most 1,000
  --imports N          imports N students through the API
  --export             exports all data of the institute: time, memory, and how long other calls wait
  --cluster            three servers on one PostgreSQL for [--minutes M] (5): one is killed, one added, one stopped,
                       PostgreSQL restarted; every acknowledged write is checked; then the CPU time of a call
  --calendar           CPU time of attendance and progress, without holidays and with a year of holidays
  --long               5,000 random sequences of writes, moves, statuses and undos: stored results equal computed ones
                       (SEED, which it prints, repeats a run; SEQUENCES: their number, from 60 on; TEST_DB)

  --only NAME          only lines that begin with NAME; with --single also "reports"
  --sqlite, --postgres compares, or --single, on this database only
  --students N         size of institute (100000)    --deletions N        size of its archive (100000)
  --seconds S          time of each line (0.8)       --rounds R           rounds of each line (2)
  --database FILE      copies this database          --profile FOLDER     CPU profiles of our server`;

const options = {
  students: { type: 'string', default: '100000' },
  deletions: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '0.8' },
  rounds: { type: 'string', default: '2' },
  only: { type: 'string' },
  profile: { type: 'string' },
  database: { type: 'string' },
  imports: { type: 'string' },
  export: { type: 'boolean' },
  minutes: { type: 'string', default: '5' },
  cluster: { type: 'boolean' },
  single: { type: 'boolean' },
  sqlite: { type: 'boolean' },
  postgres: { type: 'boolean' },
  table: { type: 'boolean' },
  browser: { type: 'boolean' },
  calendar: { type: 'boolean' },
  hostile: { type: 'boolean' },
  long: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The largest batch of an institute. */
const maxCrowdSize = 1_000;
/** For a run without a part; it takes as long as all other parts with 100,000 students. */
const maxImportSize = 20_000;

/** A run that hangs must end. */
const maxMinutes = 45;

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'bare') await serveBare(rest[0] ?? '', rest[1] ?? '');
else if (mode === 'json-server') serveJson(rest[0] ?? '');
else await runBench();

async function runBench(): Promise<void> {
  setTimeout(
    () => fail(new Error(`The benchmark did not end within ${maxMinutes} minutes.`)),
    maxMinutes * 60_000,
  ).unref();
  try {
    await bench(parseArgs({ options }).values);
  } catch (error) {
    fail(error);
  }
}

/** Ends with a sentence and exit code 1. */
function fail(error: unknown): never {
  console.error(`\nThe benchmark failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function bench(values: Options): Promise<void> {
  if (values.help) return console.log(help);
  if (values.long) return runLongTests();
  const folder = mkdtempSync(join(tmpdir(), 'rasd-bench-'));
  const file = join(folder, 'ours.db');
  const url = `sqlite:${file}`;
  try {
    if (values.cluster)
      return await benchCluster((clusterUrl) => seed(clusterUrl, values.students), parseMinutes(values));
    if (values.hostile) return await benchHostile(url, folder, values);
    if (values.imports) return await measureImports(folder, Number(values.imports));
    if (values.postgres) return await benchPostgres(folder, values);
    if (values.database) copyFileSync(values.database, file);
    else await seed(url, values.students);
    if (values.export) return await measureExport(url);
    if (values.calendar)
      return await measureCalendar({ url, file, only: values.only, ...parseTimes(values) });
    if (values.browser) return await benchBrowser(url);
    if (values.single) return await benchSingle(url, values);
    return await benchAll(url, folder, values);
  } finally {
    endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed(url: string, students: string): Promise<void> {
  const startedAt = performance.now();
  const seeding = startProgram([serverProgram('seed.js'), '--students', students, '--database', url]);
  if ((await seeding.ended) !== 0) throw new Error(`seed failed: ${seeding.output()}`);
  console.error(`Seeding ${students} students: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

function parseTimes({ seconds, rounds }: Options) {
  return { milliseconds: Math.min(Number(seconds), 60) * 1_000, rounds: Math.min(Number(rounds), 20) };
}

function parseMinutes({ minutes }: Options): number {
  if (!(Number(minutes) > 0 && Number(minutes) < maxMinutes))
    throw new Error(`--minutes is a number above 0 and below ${maxMinutes}.`);
  return Number(minutes);
}

async function benchAll(url: string, folder: string, values: Options): Promise<void> {
  const institute = await benchCompare(url, folder, values);
  if (values.table || (values.only && values.sqlite)) return;
  if (values.only) return benchPostgres(folder, values);
  await benchSingle(url, values, institute);
  await measureHostile(url);
  await measureHeavy(url, maxCrowdSize, '');
  await measureExport(url);
  await measureImports(folder, Math.min(maxImportSize, Number(values.students)));
  if (!values.sqlite) await benchPostgres(folder, values);
}

function benchCompare(url: string, folder: string, values: Options): Promise<Institute> {
  const { only, profile, deletions, table: isTable = false } = values;
  return compare({
    folder,
    url,
    only,
    isTable,
    profile,
    deletions: Number(deletions),
    ...parseTimes(values),
  });
}

function benchPostgres(folder: string, values: Options): Promise<void> {
  return withPostgres(async (url) => {
    await seed(url, values.students);
    if (values.export) await measureExport(url);
    else if (values.single) await benchSingle(url, values);
    else await benchCompare(url, folder, values);
  });
}

async function benchSingle(url: string, values: Options, preparedInstitute?: Institute): Promise<void> {
  const { only, deletions } = values;
  if (only === 'reports') return measureReports({ url, ...parseTimes(values) });
  const recorder = await startRecorder(url);
  const institute = preparedInstitute ?? (await prepareInstitute(recorder.data, Number(deletions)));
  await printTimings(recorder, institute, only);
  await recorder.close();
  if (!only) await measureReports({ url, ...parseTimes(values), large: institute.large });
}

async function benchHostile(url: string, folder: string, { only = '', students }: Options): Promise<void> {
  if (!only) await measureHostile(`sqlite:${join(folder, 'hostile.db')}`);
  await seed(url, String(maxCrowdSize));
  await measureHeavy(url, Math.min(maxCrowdSize, Number(students)), only);
}

async function benchBrowser(url: string): Promise<void> {
  const data = await openInstitute(url);
  const large = await addLargeBatch(data);
  await data.close();
  const { port, end } = await startServer(url);
  await measureGrid(`http://127.0.0.1:${port}`, large);
  await end();
}

/** Runs the tests of random sequences, on PostgreSQL with `TEST_DB` and `TEST_DATABASE_URL`. */
function runLongTests(): void {
  const seedNumber = process.env['SEED'] ?? String(Math.trunc(Math.random() * 2 ** 31));
  console.log(`random sequences begin with SEED=${seedNumber}`);
  const names = ['gradeResults', 'registersAtOnce', 'registersInterleaved', 'hifzSequences'];
  const files = names.map((name) => `tests/server/both/${name}.test.ts`);
  const env = { SEQUENCES: '5000', TEST_DB: 'sqlite', ...process.env, SEED: seedNumber };
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'both', ...files], {
    env,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
