import { startSession } from '../../server/auth/sessions';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { placedStudents } from '../support/placedStudents';
import { query } from './cases';
import { type Asked, type Call, inTurn, keepAsking, spread, timeOf } from './client';
import { addLargeBatch, analyze, type LargeBatch, signIn, studentAccount } from './institute';
import { memoryOf, startServer } from './processes';

interface ReportOptions {
  url: string;
  milliseconds: number;
  rounds: number;
  /** Added by this measurement if it is missing. */
  large?: LargeBatch;
}

const clients = 10;

/** Prints how long reports take under load. */
export async function measureReports({ url, milliseconds, rounds, large }: ReportOptions): Promise<void> {
  const data = await openInstitute(url);
  const reports = await reportsOf(data, large ?? (await addLargeBatch(data)));
  const { count: marks } = await data.read
    .selectFrom('grades')
    .select((on) => on.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  await analyze(data);
  await data.close();
  const { child, port, end } = await startServer(url);
  const rows = reports.map((row) => ({ ...row, asked: [] as Asked[] }));
  const load = (calls: readonly Call[], count: number, time: number) =>
    keepAsking(port, count, inTurn(calls), timeOf(time));
  // All kinds in rounds, so that the first-time work of the server does not fall on one of them.
  for (const { calls, count } of rows) await load(calls, count, 500);
  for (let round = 0; round < rounds; round += 1)
    for (const { calls, count, asked } of rows)
      asked.push(...(await load(calls, count, milliseconds / rounds)));
  console.log(`\nReports at ${Number(marks)} marks: requests, p50, p99 and longest, ms`);
  for (const { name, count, asked, most } of rows) tell(`${name}, ${count} clients`, asked, most);
  const memory = memoryOf(child)?.most ?? NaN;
  console.log(`Memory of the server, MB: ${memory}   at most 300: ${memory > 300 ? 'MISSED' : 'met'}`);
  await end();
}

function tell(name: string, asked: readonly Asked[], most: number): void {
  const { count, p50, p99, longest } = spread(asked);
  const cells = [p50, p99, longest].map((figure) => figure.toFixed(1).padStart(9)).join('');
  const refused = asked.filter(({ isRefused }) => isRefused).length;
  const verdict = most ? `   at most ${most.toFixed(0)}: ${p99 > most ? 'MISSED' : 'met'}` : '';
  const told = refused > 0 ? `   refused: ${refused}` : '';
  console.log(`${name.padEnd(44)}${String(count).padStart(9)}${cells}${verdict}${told}`);
}

/** Calls of an admin and of 200 students of each kind, who read their own reports. */
async function reportsOf(data: Data, large: LargeBatch) {
  const { id } = await data.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  const token = await data.writeUnlogged((trx) =>
    startSession(trx, id, data.now(), { address: '127.0.0.1', device: 'bench' }),
  );
  const [people, ofLarge] = [await peopleOf(data, large.id, '<>'), await peopleOf(data, large.id, '=')];
  const get = (path: string, own = token): Call => ({ method: 'GET', path, token: own });
  const transcripts = (of: typeof people) =>
    of.map(({ student_id, batch_name: batchName }) =>
      get(`/api/reports/transcript/${student_id}?${query({ batchName: batchName ?? '' })}`),
    );
  const own = async (of: typeof people) =>
    (await signIn(data, of.map(studentAccount))).map((one) =>
      get(`/api/reports/student/${one.id}`, one.token),
    );
  const [code = ''] = large.codes;
  const sheet = [get(`/api/reports/subject/${encodeURIComponent(code)}?${query({ batchName: large.name })}`)];
  const row = (name: string, calls: Call[], count: number, most: number) => ({ name, calls, count, most });
  return [
    row('transcript', transcripts(people), clients, 200),
    row('transcript, batch of 1,000', transcripts(ofLarge), clients, 200),
    row('own report', await own(people), clients, 200),
    row('own report, batch of 1,000', await own(ofLarge), clients, 200),
    row('subject sheet of 1,000', sheet, 1, 300),
    row('subject sheet of 1,000', sheet, clients, 0),
  ];
}

/** 200 students without an account, of the large batch, or evenly from all others. */
async function peopleOf({ read }: Data, largeId: number, isLarge: '=' | '<>') {
  const people = await read
    .selectFrom(placedStudents(read))
    .innerJoin('batches', 'batches.id', 'students.batch_id')
    .leftJoin('users', 'users.student_row_id', 'students.id')
    .select(['students.id', 'student_id', 'full_name', 'batch_name'])
    .where('batches.id', isLarge, largeId)
    .where('users.id', 'is', null)
    .orderBy('students.id')
    .execute();
  const step = Math.max(1, Math.floor(people.length / 200));
  return people.filter((_, place) => place % step === 0).slice(0, 200);
}
