import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInstitute } from '../../server/domain/openInstitute';
import { serveBare } from './bare';
import { measureGrid } from './browser';
import { compare } from './compare';
import { measureImports } from './imports';
import { addLargeBatch, type Institute, preparedInstitute } from './institute';
import { withPostgres } from './postgres';
import { built, endAll, run, startServer } from './processes';
import { startRecorder } from './recorder';
import { measureReports } from './reports';
import { timings } from './single';
import { measureHeavy, measureHostile } from './waiting';

const help = `npm run bench -- [PART] [OPTIONS]

Without a part: our built server beside bare handlers with the same statements, in turns; then all but --browser.
  --single             single calls alone, then reports under load
  --browser            the grid of marks in a browser
  --hostile            how long others wait while nobody sends what is meant to stop the server, and while one person
                       asks about [--students N] students, at most 1,000
  --imports N          the import of so many students by the calls
  --long               5,000 random sequences of writes, moves, statuses and undos: what is kept equals what is worked out
                       (SEED, which it prints, repeats a run; SEQUENCES: another number, from 60 on; TEST_DB)

  --only NAME          the lines alone whose names begin so; of --single also "reports"
  --postgres           --single on PostgreSQL
  --students N         of the institute (100000)     --deletions N        in its archive (100000)
  --seconds S          of each line (3)              --rounds R           of turns in them (3)
  --database FILE      a copy of this one instead    --profile FOLDER     processor profiles of our server`;

const options = {
  students: { type: 'string', default: '100000' },
  deletions: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '3' },
  only: { type: 'string' },
  profile: { type: 'string' },
  database: { type: 'string' },
  imports: { type: 'string' },
  single: { type: 'boolean' },
  postgres: { type: 'boolean' },
  browser: { type: 'boolean' },
  hostile: { type: 'boolean' },
  long: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The largest batch that an institute has. */
const maxCrowd = 1_000;

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'bare') serveBare(rest[0] ?? '', rest[1] ?? '', rest[2] === 'grouped');
else await bench(parseArgs({ options }).values);

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function bench(values: Options): Promise<void> {
  if (values.help) return console.log(help);
  if (values.long) return tryLong();
  const folder = mkdtempSync(join(tmpdir(), 'rasd-bench-'));
  const file = join(folder, 'ours.db');
  const url = `sqlite:${file}`;
  try {
    if (values.hostile) return await hostile(url, folder, values);
    if (values.imports) return await measureImports(folder, Number(values.imports));
    if (values.postgres)
      return await withPostgres(async (own) => {
        await seed(own, values.students);
        await single(own, values);
      });
    if (values.database) copyFileSync(values.database, file);
    else await seed(url, values.students);
    if (values.browser) return await browser(url);
    if (values.single) return await single(url, values);
    return await all(url, folder, file, values);
  } finally {
    endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed(url: string, students: string): Promise<void> {
  const began = performance.now();
  const seeding = run([built('seed.js'), '--students', students, '--database', url]);
  if ((await seeding.ended) !== 0) throw new Error(`seed failed: ${seeding.output()}`);
  console.log(`Seeding ${students} students: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

/** The times of the lines, and in how many rounds. */
function timesOf({ seconds, rounds }: Options) {
  return { milliseconds: Math.min(Number(seconds), 60) * 1_000, rounds: Math.min(Number(rounds), 20) };
}

async function all(url: string, folder: string, file: string, values: Options): Promise<void> {
  const { only, profile, deletions } = values;
  const own = { folder, file, only, profile, deletions: Number(deletions), ...timesOf(values) };
  const institute = await compare(own);
  if (only) return;
  await single(url, values, institute);
  await measureHostile(url);
  await measureHeavy(url, maxCrowd, '');
  await measureImports(folder, Number(values.students));
}

async function single(url: string, values: Options, known?: Institute): Promise<void> {
  const { only, deletions } = values;
  if (only === 'reports') return measureReports({ url, ...timesOf(values) });
  const recorder = await startRecorder(url);
  const institute = known ?? (await preparedInstitute(recorder.data, Number(deletions)));
  await timings(recorder, institute, only);
  await recorder.close();
  if (!only) await measureReports({ url, ...timesOf(values), large: institute.large });
}

async function hostile(url: string, folder: string, { only = '', students }: Options): Promise<void> {
  if (!only) await measureHostile(`sqlite:${join(folder, 'hostile.db')}`);
  await seed(url, String(maxCrowd));
  await measureHeavy(url, Math.min(maxCrowd, Number(students)), only);
}

async function browser(url: string): Promise<void> {
  const data = await openInstitute(url);
  const large = await addLargeBatch(data);
  await data.close();
  const { port, end } = await startServer(url);
  await measureGrid(`http://127.0.0.1:${port}`, large);
  await end();
}

/** Tests with very many sequences; on PostgreSQL with `TEST_DB` and `TEST_DATABASE_URL`, as they. */
function tryLong(): void {
  const start = process.env['SEED'] ?? String(Math.trunc(Math.random() * 2 ** 31));
  console.log(`random sequences of kept results begin at SEED=${start}`);
  const names = ['gradeResults', 'registersAtOnce', 'registersInterleaved', 'hifzSequences'];
  const files = names.map((name) => `tests/server/both/${name}.test.ts`);
  const env = { SEQUENCES: '5000', TEST_DB: 'sqlite', ...process.env, SEED: start };
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'both', ...files], {
    env,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
