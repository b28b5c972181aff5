// The table of speeds: our built server beside a bare handler with the same statements, in turns.
//   npm run bench -- [--students N] [--seconds S] [--rounds R] [--only NAME] [--profile FOLDER]
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { databaseTimes, serveBare } from './bare';
import { startRecorder } from './capture';
import { type BenchCase, cases, type Recipe } from './cases';
import { load, type LoadOrder, type LoadResult } from './load';
import { tableHead, tableLine, summary } from './table';
import { endAll, loadFrom, memoryOf, portOf, run } from './processes';

const self = fileURLToPath(import.meta.url);
const server = (name: string) => join(self, '..', '..', 'server', name);
const [mode, ...rest] = process.argv.slice(2);

if (mode === 'bare') serveBare(rest[0] ?? '', rest[1] ?? '');
else if (mode === 'load') console.log(JSON.stringify(await load(JSON.parse(rest[0] ?? '{}') as LoadOrder)));
else await bench();

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      students: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      profile: { type: 'string' },
      database: { type: 'string' },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'rasd-bench-'));
  try {
    const file = join(folder, 'ours.db');
    if (values.database) copyFileSync(values.database, file);
    else await seed(file, values.students);
    const chosen = cases.filter(({ name }) => !values.only || name.startsWith(values.only));
    await compare(folder, file, chosen, {
      milliseconds: Math.min(Number(values.seconds), 60) * 1_000,
      rounds: Math.min(Number(values.rounds), 20),
      profile: values.profile,
    });
  } finally {
    endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed(file: string, students: string): Promise<void> {
  const began = performance.now();
  const seeding = run([server('seed.js'), '--students', students, '--database', `sqlite:${file}`]);
  if ((await seeding.ended) !== 0) throw new Error(`seed failed: ${seeding.output()}`);
  console.log(`Seeding ${students} students: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

interface Options {
  milliseconds: number;
  rounds: number;
  profile: string | undefined;
}

async function compare(folder: string, file: string, chosen: BenchCase[], options: Options): Promise<void> {
  const recorder = await startRecorder(`sqlite:${file}`);
  for (const one of chosen) if (!one.body) await recorder.run(one); // the second time is without first-time work
  const recipes: Recipe[] = [];
  for (const one of chosen) recipes.push(await recorder.run(one));
  const { token } = recorder;
  await recorder.close();
  const bareFile = join(folder, 'bare.db');
  copyFileSync(file, bareFile);
  const recipesFile = join(folder, 'recipes.json');
  writeFileSync(recipesFile, JSON.stringify(recipes));

  const flags = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [];
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: `sqlite:${file}`,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
  };
  const ours = run([server('main.js')], env, flags);
  const bare = run([self, 'bare', bareFile, recipesFile]);
  const ports = {
    ours: await portOf(ours, /Rasd is ready: \S+:(\d+)/),
    bare: await portOf(bare, /ready (\d+)/),
  };

  let first = 1;
  const measure = async (port: number, name: string, connections: number, milliseconds: number) => {
    const result = await loadFrom(self, { port, name, connections, milliseconds, token, first });
    first += 1_000_000;
    return result;
  };
  console.log(tableHead());
  for (const one of chosen) {
    const recipe = recipes.find(({ name }) => name === one.name) as Recipe;
    const times = databaseTimes(bareFile, recipe);
    for (const connections of [10, 50]) {
      const results = { ours: [] as LoadResult[], bare: [] as LoadResult[] };
      for (const which of ['ours', 'bare'] as const) await measure(ports[which], one.name, connections, 500);
      for (let round = 0; round < options.rounds; round += 1)
        for (const which of ['ours', 'bare'] as const)
          results[which].push(
            await measure(ports[which], one.name, connections, options.milliseconds / options.rounds),
          );
      console.log(tableLine(one.name, connections, summary(results.ours), summary(results.bare), times));
    }
  }
  const memory = memoryOf(ours.child);
  if (memory) console.log(`\nMemory of the server under load: ${memory.now} MB, at most ${memory.most} MB`);
  ours.child.kill('SIGTERM');
  bare.child.kill('SIGTERM');
  await Promise.all([ours.ended, bare.ended]);
}
