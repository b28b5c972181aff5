// The table of speeds: our built server beside bare handlers with the same statements, in turns; then single requests.
//   npm run bench -- [--students N] [--seconds S] [--rounds R] [--only NAME] [--profile FOLDER] [--deletions N]
//   npm run bench -- --single      single requests alone, then reports and papers under load; --postgres: these on PostgreSQL
//   npm run bench -- --single --only papers    reports and papers alone; also with --postgres
//   npm run bench -- --single --only memorisation    the requests alone whose names begin so; also with --postgres
//   npm run bench -- --browser     visits of the installed app, the grid of marks, the map of the mushaf and the import in a
//                                browser; --only map or --only visits: that alone
//   npm run bench -- --hostile     how long others wait while nobody sends what is meant to stop the server, and while one
//                                person asks about [--students N] students, at most 1,000; --only NAME: these lines alone
//   npm run bench -- --long        5,000 random sequences of writes, moves, statuses and undos: what is kept equals what is worked out
//                                (`SEED`, which it prints, repeats a run; `SEQUENCES`: another number, from 60 on);
//                                as many of saves of registers at once, and of what happens to memorisation
//   npm run bench -- --key-cost    what an Idempotency-Key adds to a save of marks, in [--rounds R] pairs of turns
//   npm run bench -- --imports N   the import of so many students by the calls, and its undo
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serveBare } from './bare';
import { measureBrowser } from './browser';
import { startRecorder } from './capture';
import { compare } from './compare';
import { measureHeavy } from './heavy';
import { measureHostile } from './hostile';
import { measureImports } from './imports';
import { measureKeyCost } from './keyCost';
import { type Institute, preparedInstitute } from './institute';
import { load, type LoadOrder } from './load';
import { measurePapers } from './papers';
import { withPostgres } from './postgres';
import { endAll, endOf, portOf, run } from './processes';
import { timings } from './timings';

const self = fileURLToPath(import.meta.url);
const built = (name: string) => join(self, '..', '..', 'server', name);
const [mode, ...rest] = process.argv.slice(2);
/** Tests that read the number of sequences from the environment. */
const longTests = ['gradeResults', 'registersAtOnce', 'registersInterleaved', 'hifzSequences'];

/** The largest batch that an institute has. */
const maxCrowd = 1_000;

if (mode === 'bare') serveBare(rest[0] ?? '', rest[1] ?? '', rest[2] === 'grouped');
else if (mode === 'load') console.log(JSON.stringify(await load(JSON.parse(rest[0] ?? '{}') as LoadOrder)));
else await bench();

type Options = ReturnType<typeof readOptions>;

/** The tests of kept results, of registers saved at once and of memorisation with very many sequences; on PostgreSQL with `TEST_DB` and `TEST_DATABASE_URL`, as it. */
function tryLong(): void {
  const start = process.env['SEED'] ?? String(Math.trunc(Math.random() * 2 ** 31));
  console.log(`random sequences of kept results begin at SEED=${start}`);
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'both', ...longTests.map((name) => `tests/server/both/${name}.test.ts`)],
    {
      env: { SEQUENCES: '5000', TEST_DB: 'sqlite', ...process.env, SEED: start },
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      students: { type: 'string', default: '100000' },
      deletions: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      profile: { type: 'string' },
      database: { type: 'string' },
      single: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      hostile: { type: 'boolean', default: false },
      imports: { type: 'string' },
      'key-cost': { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
    },
  });
  return values;
}

async function bench(): Promise<void> {
  const options = readOptions();
  if (options.long) return tryLong();
  const folder = mkdtempSync(join(tmpdir(), 'rasd-bench-'));
  const file = join(folder, 'ours.db');
  try {
    if (options.hostile) return await hostile(folder, options);
    if (options.imports) return await measureImports(folder, built('main.js'), Number(options.imports));
    if (options.postgres) {
      await withPostgres(async (url) => {
        await seed(url, options);
        await single(url, options);
      });
      return;
    }
    if (options.database) copyFileSync(options.database, file);
    else await seed(`sqlite:${file}`, options);
    if (options['key-cost'])
      return await measureKeyCost({ self, server: built('main.js'), file, pairs: Number(options.rounds) });
    if (options.browser) await browser(`sqlite:${file}`, options);
    else if (options.single) await single(`sqlite:${file}`, options);
    else await all(folder, file, options);
  } finally {
    endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function hostile(folder: string, { only = '', ...options }: Options): Promise<void> {
  const server = built('main.js');
  if (!only) await measureHostile(`sqlite:${join(folder, 'hostile.db')}`, server);
  const url = `sqlite:${join(folder, 'ours.db')}`;
  await seed(url, { ...options, students: String(maxCrowd) });
  await measureHeavy({ url, server, students: Math.min(maxCrowd, Number(options.students)), only });
}

async function seed(url: string, { students }: Pick<Options, 'students'>): Promise<void> {
  const began = performance.now();
  const seeding = run([built('seed.js'), '--students', students, '--database', url]);
  if ((await seeding.ended) !== 0) throw new Error(`seed failed: ${seeding.output()}`);
  console.log(`Seeding ${students} students: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

async function all(folder: string, file: string, options: Options): Promise<void> {
  const { only, profile, deletions, seconds, rounds } = options;
  const institute = await compare({
    self,
    folder,
    file,
    only,
    profile,
    server: built('main.js'),
    deletions: Number(deletions),
    milliseconds: Math.min(Number(seconds), 60) * 1_000,
    rounds: Math.min(Number(rounds), 20),
  });
  if (only) return;
  const recorder = await startRecorder(`sqlite:${file}`);
  await timings(recorder, institute);
  await recorder.close();
  await papers(`sqlite:${file}`, options, institute);
  await measureHostile(`sqlite:${file}`, built('main.js'));
  await measureHeavy({ url: `sqlite:${file}`, server: built('main.js'), students: maxCrowd, only: '' });
}

async function single(url: string, options: Options): Promise<void> {
  if (options.only === 'papers') return papers(url, options);
  const recorder = await startRecorder(url);
  const institute = await preparedInstitute(recorder.data, Number(options.deletions));
  await timings(recorder, institute, options.only);
  await recorder.close();
  if (!options.only) await papers(url, options, institute);
}

async function papers(url: string, { seconds, rounds }: Options, institute?: Institute): Promise<void> {
  await measurePapers({
    url,
    server: built('main.js'),
    milliseconds: Math.min(Number(seconds), 60) * 1_000,
    rounds: Math.min(Number(rounds), 20),
    ...(institute && { large: institute.large }),
  });
}

async function browser(url: string, { deletions, only }: Options): Promise<void> {
  const recorder = await startRecorder(url);
  const { large, circle } = await preparedInstitute(recorder.data, Number(deletions));
  const { id: memoriser } = await recorder.data.read
    .selectFrom('students')
    .select('id')
    .where('student_id', '=', circle.students[0] ?? '')
    .executeTakeFirstOrThrow();
  await recorder.close();
  const server = run([built('main.js')], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    CALL_LIMITS: '10000',
  });
  const port = await portOf(server, /Rasd is ready: \S+:(\d+)/);
  await measureBrowser(`http://127.0.0.1:${port}`, { batch: large, memoriser, only });
  await endOf(server);
}
