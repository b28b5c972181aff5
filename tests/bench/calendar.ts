import { copyFileSync } from 'node:fs';
import { daysAfter } from '../../server/demo/calendar';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { type Call, repeatCalls, requireAnswers, runClients, startDeadline } from './client';
import { analyze, type Institute, prepareInstitute, writeSeeded } from './institute';
import { readCpuTime, startServer } from './processes';
import { startRecorder } from './recorder';

interface CalendarOptions {
  /** URL and file of the same database. */
  url: string;
  file: string;
  milliseconds: number;
  rounds: number;
  /** Only the lines that begin with this name. */
  only: string | undefined;
}

/** A year with this number of holidays of two days. */
const holidayCount = 60;
/** Percent of the CPU time without holidays. */
const maxShare = 105;

/** Prints the CPU time of a call without holidays, and with a year of holidays, measured alternately. */
export async function measureCalendar(options: CalendarOptions): Promise<void> {
  const { url, file, milliseconds, rounds, only = '' } = options;
  const recorder = await startRecorder(url);
  const institute = await prepareInstitute(recorder.data, 100);
  const { token } = recorder;
  await recorder.data.writeUnlogged((trx) => trx.deleteFrom('holidays').execute());
  await analyze(recorder.data);
  await recorder.close();
  const holidayFile = `${file}.holidays`;
  copyFileSync(file, holidayFile);
  const data = await openInstitute(`sqlite:${holidayFile}`);
  await addHolidays(data, institute.date);
  await data.close();
  const servers = [await startServer(url), await startServer(`sqlite:${holidayFile}`)];
  console.log('\nCPU time of a call, ms: without holidays, with holidays, share');
  for (const [name, path] of buildPaths(institute).filter(([line]) => line.startsWith(only))) {
    const call: Call = { method: 'GET', path, token };
    const sums = servers.map(() => ({ seconds: 0, calls: 0 }));
    // The first round only compiles the code.
    for (let round = 0; round <= rounds; round += 1)
      for (const [index, { child, port }] of servers.entries()) {
        const before = readCpuTime(child);
        const results = await runClients(port, 1, repeatCalls([call]), startDeadline(milliseconds));
        requireAnswers(name, results);
        const sum = sums[index];
        if (round === 0 || !sum) continue;
        sum.seconds += readCpuTime(child) - before;
        sum.calls += results.length;
      }
    printLine(name, sums);
  }
  for (const { end } of servers) await end();
}

function printLine(name: string, sums: readonly { seconds: number; calls: number }[]): void {
  const [without = Number.NaN, withHolidays = Number.NaN] = sums.map(
    ({ seconds, calls }) => (seconds * 1_000) / calls,
  );
  const share = (withHolidays / without) * 100;
  const cells = [without, withHolidays].map((time) => time.toFixed(3).padStart(10)).join('');
  const verdict = `at most ${maxShare} %: ${share > maxShare ? 'MISSED' : 'met'}`;
  console.log(`${name.padEnd(28)}${cells}${share.toFixed(1).padStart(8)} %   ${verdict}`);
}

const buildPaths = ({ batchName, batchId, circle, large, date }: Institute): [string, string][] => [
  ['report of a student', `/api/reports/student/${large.student.userId}`],
  ['attendance of a batch', `/api/absences/statistics/${encodeURIComponent(batchName)}`],
  ['attendance of all', '/api/absences/statistics/all'],
  ['progress of a circle of 20', `/api/circles/${circle.id}/progress`],
  ['progress of a batch', `/api/hifz/batch/${batchId}/progress`],
  ['tasks of a circle of 20', `/api/circles/${circle.id}/tasks?date=${date}`],
  ['work of a day', '/api/today?range=[0,24]'],
];

/** One holiday in six excludes its registers. */
const addHolidays = (data: Data, date: string): Promise<unknown> =>
  writeSeeded(data, (unit) =>
    unit.insertMany(
      'holidays',
      Array.from({ length: holidayCount }, (_, index) => {
        const from_date = daysAfter(date, -6 * index - 3);
        return {
          name: `إجازة ${index}`,
          kind: 'holiday' as const,
          from_date,
          to_date: daysAfter(from_date, 1),
          section: null,
          program_row_id: null,
          batch_id: null,
          excludes_registers: Number(index % 6 === 0),
        };
      }),
    ),
  );
