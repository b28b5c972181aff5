import { setTimeout } from 'node:timers/promises';
import type { BatchWork } from '../../contract/papers';
import type { LargeBatch } from './additions';
import { type Asked, askFor, type Asking, clientOf, keepAsking, spread } from './asking';
import { endOf, memoryOf, memoryOfChildren, portOf, run } from './processes';
import { addReaders, type Readers } from './readers';

interface PapersOptions {
  url: string;
  /** The built server. */
  server: string;
  milliseconds: number;
  rounds: number;
  /** Added by this measurement if it is missing. */
  large?: LargeBatch;
}

interface Bench extends PapersOptions {
  port: number;
  readers: Readers;
}

const clients = 10;
/**
 * Limits of the issue: p99 of a report and of a sheet in ms, seconds of a batch, and the factor by which others may
 * be delayed.
 */
const most = { report: 200, sheet: 300, batch: 10, times: 4 };
/** Resident memory, from `quality.md`. */
const maxMegabytes = 300;
/** After this time the typesetter has ended and the file is deleted. */
const restMs = 65_000;

const figure = (value: number, digits = 1) => value.toFixed(digits).padStart(9);
const verdict = (value: number, limit: number) => `   at most ${limit}: ${value > limit ? 'MISSED' : 'met'}`;
const refused = (asked: readonly Asked[]) => {
  const { length } = asked.filter(({ isRefused }) => isRefused);
  return length > 0 ? `   refused: ${length}` : '';
};

/** Prints how long reports take under load, and the transcripts of a batch while others work. */
export async function measurePapers(options: PapersOptions): Promise<void> {
  const readers = await addReaders(options.url, options.large);
  const program = run([options.server], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: options.url,
    LOG_LEVEL: 'error',
    CALL_LIMITS: '10000',
  });
  const port = await portOf(program, /Rasd is ready: \S+:(\d+)/);
  const bench = { ...options, port, readers };
  await measureReports(bench);
  const told = (found: ReturnType<typeof memoryOf>) =>
    found ? `${found.now} MB, at most ${found.most} MB so far` : 'not told by the system';
  const memory = () =>
    `${told(memoryOf(program.child))}; of its typesetter: ${told(memoryOfChildren(program.child))}`;
  console.log(`\nMemory of the server before papers: ${memory()}`);
  await measureBatches(bench);
  console.log(`\nMemory of the server after papers: ${memory()}`);
  const peak = memoryOf(program.child)?.most;
  if (peak) console.log(`${'most memory, MB'.padEnd(44)}${figure(peak, 0)}${verdict(peak, maxMegabytes)}`);
  await setTimeout(restMs);
  console.log(`A minute later: ${memory()}`);
  await endOf(program);
}

/** All kinds in rounds, so that the first-time work of the server does not fall on one of them. */
async function measureReports({ port, readers, milliseconds, rounds }: Bench): Promise<void> {
  const { transcripts, ownReports, transcriptsOfLarge, ownReportsOfLarge, sheet } = readers;
  const row = (name: string, requests: readonly Asking[], count: number, limit: number) => ({
    name: `${name}, ${count} ${count === 1 ? 'client' : 'clients'}`,
    ask: (time: number) => askFor(time, port, requests, count),
    limit,
    asked: [] as Asked[],
  });
  const rows = [
    row('transcript', transcripts, clients, most.report),
    row('transcript, batch of 1,000', transcriptsOfLarge, clients, most.report),
    row('own report', ownReports, clients, most.report),
    row('own report, batch of 1,000', ownReportsOfLarge, clients, most.report),
    row('subject sheet of 1,000', [sheet], 1, most.sheet),
    row('subject sheet of 1,000', [sheet], clients, 0),
  ];
  for (const { ask } of rows) await ask(500);
  for (let round = 0; round < rounds; round += 1)
    for (const { ask, asked } of rows) asked.push(...(await ask(milliseconds / rounds)));
  console.log(`\nReports at ${readers.marks} marks: requests, p50, p99 and longest, ms`);
  for (const { name, asked, limit } of rows) {
    const { p50, p99, longest } = spread(asked);
    const cells = figure(asked.length, 0) + [p50, p99, longest].map((value) => figure(value)).join('');
    console.log(`${name.padEnd(44)}${cells}${limit ? verdict(p99, limit) : ''}${refused(asked)}`);
  }
}

async function measureBatches(bench: Bench): Promise<void> {
  console.log(
    `\nTranscripts of ${bench.readers.batch.students} students as one PDF: times made, median and longest, s`,
  );
  // The first one starts the typesetter.
  const alone: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) alone.push(await secondsOfBatch(bench));
  printSeconds('nobody else about', alone);
  for (const count of [1, clients]) await measureMeanwhile(bench, count);
}

function printSeconds(name: string, seconds: readonly number[]): void {
  const sorted = seconds.toSorted((a, b) => a - b);
  const longest = sorted.at(-1) ?? NaN;
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const cells = figure(sorted.length, 0) + figure(median, 2) + figure(longest, 2);
  console.log(`${name.padEnd(44)}${cells}${verdict(longest, most.batch)}`);
}

/** The same calls alone, and while batches are made, in turns. */
async function measureMeanwhile(bench: Bench, count: number): Promise<void> {
  const { port, readers, rounds, milliseconds } = bench;
  const alone: Asked[] = [];
  const meanwhile: Asked[] = [];
  const seconds: number[] = [];
  await askFor(500, port, readers.others, count);
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await askFor(milliseconds, port, readers.others, count)));
    let isOver = false;
    const batches = batchesFor(bench, milliseconds).finally(() => {
      isOver = true;
    });
    meanwhile.push(...(await keepAsking(port, readers.others, count, () => isOver)));
    seconds.push(...(await batches));
  }
  printSeconds(`others at ${count} ${count === 1 ? 'client' : 'clients'}`, seconds);
  console.log('  of the others p99 alone, p99 meanwhile, ms; ratio; requests meanwhile');
  for (const kind of ['all', ...new Set(meanwhile.map((one) => one.kind))]) {
    const ofKind = (asked: readonly Asked[]) =>
      spread(asked.filter((one) => kind === 'all' || one.kind === kind));
    const [before, during] = [ofKind(alone), ofKind(meanwhile)];
    const ratio = during.p99 / before.p99;
    const cells = [before.p99, during.p99, ratio].map((value) => figure(value)).join('');
    console.log(`  ${kind.padEnd(42)}${cells}${figure(during.count, 0)}${verdict(ratio, most.times)}`);
  }
  const text = refused([...alone, ...meanwhile]);
  if (text) console.log(text);
}

/** Makes batches one by one for this time, at least one. */
async function batchesFor(bench: Bench, milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds;
  const seconds: number[] = [];
  do seconds.push(await secondsOfBatch(bench));
  while (performance.now() < end);
  return seconds;
}

/** From the request to the last byte of the file. @throws unless it has a page for each student */
async function secondsOfBatch({ port, readers }: Bench): Promise<number> {
  const { name: batchName, students } = readers.batch;
  const { ask, close } = clientOf(port, readers.admin);
  const told = (bytes: Buffer) => JSON.parse(bytes.toString()) as BatchWork;
  const began = performance.now();
  let work = told(await ask('POST', '/api/papers/batches', { batchName, form: 'pdf' }));
  while (work.state === 'running') {
    await setTimeout(100);
    work = told(await ask('GET', `/api/papers/batches/${work.id}`));
  }
  const file = await ask('GET', `/api/papers/batches/${work.id}/file`);
  const seconds = (performance.now() - began) / 1_000;
  close();
  const pages = file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  if (pages < students) throw new Error(`${pages} pages for ${students} students`);
  return seconds;
}
