import { startSession } from '../../server/auth/sessions';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { enrolledStudents } from '../support/enrolledStudents';
import { buildQuery } from './cases';
import {
  type CallResult,
  type Call,
  repeatCalls,
  requireAnswers,
  runClients,
  summariseTimes,
  startDeadline,
} from './client';
import { addLargeBatch, analyze, type LargeBatch, signIn, studentAccount } from './institute';
import { readMemory, startServer } from './processes';

interface ReportOptions {
  url: string;
  milliseconds: number;
  rounds: number;
  large?: LargeBatch;
}

const clients = 10;

export async function measureReports({ url, milliseconds, rounds, large }: ReportOptions): Promise<void> {
  const data = await openInstitute(url);
  const reportRows = await buildReportRows(data, large ?? (await addLargeBatch(data)));
  const { count: marks } = await data.read
    .selectFrom('grades')
    .select((builder) => builder.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  await analyze(data);
  await data.close();
  const { child, port, end } = await startServer(url);
  const rows = reportRows.map((row) => ({ ...row, results: [] as CallResult[] }));
  const runLoad = (calls: readonly Call[], count: number, durationMs: number) =>
    runClients(port, count, repeatCalls(calls), startDeadline(durationMs));
  // The server compiles code at its first use, so each round has all kinds of reports.
  for (const { calls, count } of rows) await runLoad(calls, count, 500);
  for (let round = 0; round < rounds; round += 1)
    for (const { calls, count, results } of rows)
      results.push(...(await runLoad(calls, count, milliseconds / rounds)));
  console.log(`\nReports at ${Number(marks)} marks: requests, p50, p99 and longest, ms`);
  for (const { name, count, results, limit } of rows) printRow(`${name}, ${count} clients`, results, limit);
  const memory = readMemory(child)?.max ?? NaN;
  console.log(`Memory of the server, MB: ${memory}   at most 300: ${memory > 300 ? 'MISSED' : 'met'}`);
  await end();
}

function printRow(name: string, results: readonly CallResult[], limit: number): void {
  requireAnswers(name, results);
  const { count, p50, p99, longest } = summariseTimes(results);
  const cells = [p50, p99, longest].map((milliseconds) => milliseconds.toFixed(1).padStart(9)).join('');
  const verdict = limit ? `   at most ${limit.toFixed(0)}: ${p99 > limit ? 'MISSED' : 'met'}` : '';
  console.log(`${name.padEnd(44)}${String(count).padStart(9)}${cells}${verdict}`);
}

/** Calls of an admin, and of 200 students of each kind for their own reports. */
async function buildReportRows(data: Data, large: LargeBatch) {
  const { id } = await data.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  const token = await data.writeUnlogged((trx) =>
    startSession(trx, id, data.now(), { address: '127.0.0.1', device: 'bench' }),
  );
  const [students, largeBatchStudents] = [
    await loadStudents(data, large.id, '<>'),
    await loadStudents(data, large.id, '='),
  ];
  const get = (path: string, callToken = token): Call => ({ method: 'GET', path, token: callToken });
  const buildTranscriptCalls = (batchStudents: typeof students) =>
    batchStudents.map(({ student_id, batch_name: batchName }) =>
      get(`/api/reports/transcript/${student_id}?${buildQuery({ batchName: batchName ?? '' })}`),
    );
  const buildOwnReportCalls = async (batchStudents: typeof students) =>
    (await signIn(data, batchStudents.map(studentAccount))).map((session) =>
      get(`/api/reports/student/${session.id}`, session.token),
    );
  const [code = ''] = large.codes;
  const sheet = [
    get(`/api/reports/subject/${encodeURIComponent(code)}?${buildQuery({ batchName: large.name })}`),
  ];
  const buildRow = (name: string, calls: Call[], count: number, limit: number) => ({
    name,
    calls,
    count,
    limit,
  });
  return [
    buildRow('transcript', buildTranscriptCalls(students), clients, 200),
    buildRow('transcript, batch of 1,000', buildTranscriptCalls(largeBatchStudents), clients, 200),
    buildRow('own report', await buildOwnReportCalls(students), clients, 200),
    buildRow('own report, batch of 1,000', await buildOwnReportCalls(largeBatchStudents), clients, 200),
    buildRow('subject sheet of 1,000', sheet, 1, 300),
    buildRow('subject sheet of 1,000', sheet, clients, 0),
  ];
}

/** 200 students without an account: of the large batch, or evenly distributed over all others. */
async function loadStudents({ read }: Data, largeId: number, operator: '=' | '<>') {
  const students = await read
    .selectFrom(enrolledStudents(read))
    .innerJoin('batches', 'batches.id', 'students.batch_id')
    .leftJoin('users', 'users.student_row_id', 'students.id')
    .select(['students.id', 'student_id', 'full_name', 'batch_name'])
    .where('batches.id', operator, largeId)
    .where('users.id', 'is', null)
    .orderBy('students.id')
    .execute();
  const step = Math.max(1, Math.floor(students.length / 200));
  return students.filter((_, index) => index % step === 0).slice(0, 200);
}
