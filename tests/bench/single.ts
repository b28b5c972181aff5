import { type BenchCase, buildCases, listSearches, buildQuery, topSearches } from './cases';
import { guardianAdder, pageSender } from './families';
import { type Institute, buildMarks } from './institute';
import { type Recording, type Recorder, undoSession } from './recorder';

interface Timing {
  name: string;
  /** Milliseconds; 0 for no limit. */
  limit: number;
  limitOf: 'call' | 'statements' | 'cpu';
  repetitions: number;
  run: (recorder: Recorder) => Promise<Recording>;
  before?: (recorder: Recorder) => Promise<unknown>;
  after?: (recorder: Recorder) => Promise<unknown>;
}

/** Many repetitions reduce the weight of the first calls, whose code Node has not yet compiled. */
const manyRepetitions = 200;

const buildTiming = (
  name: string,
  limit: number,
  repetitions: number,
  run: Timing['run'],
  options = {},
): Timing => ({
  name,
  limit,
  limitOf: 'call',
  repetitions,
  run,
  ...options,
});
const timeRead = (
  name: string,
  path: string,
  limit = 0,
  repetitions = 7,
  limitOf: Timing['limitOf'] = 'call',
) => buildTiming(name, limit, repetitions, ({ sendCall }) => sendCall({ method: 'GET', path }), { limitOf });
/** A search of students may take 15 ms in the database, for rows and total together. */
const timeSearch = (screen: string) => (benchCase: BenchCase) =>
  buildTiming(`${screen}: ${benchCase.name}`, 15, 15, ({ sendCall }) => sendCall(benchCase), {
    limitOf: 'statements',
  });
const undoLatest = ({ sendCall }: Recorder) => sendCall({ method: 'POST', path: '/api/undo/latest' }, {});

/** Single calls without other load, with the time limits of the GitHub issues. */
function buildTimings(institute: Institute): Timing[] {
  const { large, batchName, batchId, dailyCode, circle, date } = institute;
  const [code = ''] = large.codes;
  const sheet = `${encodeURIComponent(large.name)}/${encodeURIComponent(code)}`;
  const day = `${encodeURIComponent(batchName)}/${encodeURIComponent(dailyCode)}/${date}`;
  const batchQuery = buildQuery({ batchName: large.name });
  const { id, number, userId } = large.student;
  const [student = ''] = circle.students;
  const recordsPath = `/api/daily-records/${day}?kind=all&circle_id=${circle.id}`;
  const deleteBatch = ({ sendCall }: Recorder) =>
    sendCall({ method: 'DELETE', path: `/api/batches/${large.id}` });
  let count = 0;
  /** Each save changes the result of the previous one. */
  const timeSave = (caseName: string, label: string) => {
    const benchCase = buildCases(institute).find(({ name }) => name === caseName);
    if (!benchCase) throw new Error(`no case is called ${caseName}`);
    return buildTiming(label, 0, manyRepetitions, ({ sendCall }) =>
      sendCall(benchCase, benchCase.body?.((count += 1))),
    );
  };
  return [
    timeRead('sheet of 1,000', `/api/grades/${sheet}`),
    timeRead('statistics of 1,000', `/api/grades/statistics/${sheet}`),
    timeRead('register of a circle of 20', `/api/absences/${day}?circle_id=${circle.id}`, 5, manyRepetitions),
    timeRead('daily records of a circle of 20', recordsPath, 5, manyRepetitions),
    timeSave('circle-register-save', 'register of a circle of 20, saved'),
    timeSave('circle-records-save', 'daily records of a circle of 20, saved'),
    timeRead('report: own, batch of 1,000', `/api/reports/student/${userId}`, 200),
    timeRead('report: transcript', `/api/reports/transcript/${number}?${batchQuery}`, 200),
    timeRead('report: sheet of 1,000', `/api/reports/subject/${encodeURIComponent(code)}?${batchQuery}`, 300),
    timeRead(
      'report: student in subject',
      `/api/reports/student-subject/${number}/${code}?${batchQuery}`,
      200,
    ),
    timeRead('card of a student', `/api/students/${id}/card`, 30, manyRepetitions),
    timeRead('card of a batch of 1,000', `/api/batches/${large.id}/card`, 30, manyRepetitions),
    timeRead('dashboard: stats', '/api/dashboard/stats', 200),
    timeRead('dashboard: performance', '/api/dashboard/performance', 200),
    timeRead('dashboard: recent', '/api/dashboard/recent-activities', 200),
    timeRead('archive page', '/api/archive/deleted-records?page=1&limit=50', 50),
    timeRead('archive page 1,000', '/api/archive/deleted-records?page=1000&limit=50', 50),
    timeRead('archive stats', '/api/archive/stats'),
    ...listSearches.map(timeSearch('list')),
    ...topSearches.map(timeSearch('top')),
    buildTiming('undo of 5,000 marks', 1_000, 3, undoLatest, {
      before: (recorder: Recorder) => changeMarks(recorder, 5_000),
    }),
    buildTiming('undo of a batch of 5,005 rows', 1_000, 3, undoLatest, { before: deleteBatch }),
    buildTiming('deletion of 5,005 rows', 0, 3, deleteBatch, { after: undoLatest }),
    timeRead(
      'memorisation: map of one',
      `/api/hifz/${encodeURIComponent(student)}/map`,
      20,
      manyRepetitions,
      'cpu',
    ),
    timeRead('memorisation: map of 40', `/api/hifz/batch/${batchId}/map`, 200, 20, 'cpu'),
    timeRead('memorisation: tasks of 20', `/api/circles/${circle.id}/tasks?date=${date}`, 50, 40, 'cpu'),
    buildTiming('guardian’s page with six students', 20, manyRepetitions, pageSender(institute), {
      limitOf: 'cpu',
    }),
    buildTiming(
      'links of 2,000 guardians',
      5_000,
      5,
      ({ sendCall }) =>
        sendCall(
          { method: 'POST', path: '/api/guardian-links/batch' },
          { batch_id: large.id, only_missing: false },
        ),
      { before: guardianAdder(institute) },
    ),
    buildTiming('save of a record with faults', 0, 40, ({ sendCall }) => {
      const faults = [{ kind: 'prompt', ayah: '2:2', count: 1 + ((count += 1) % 9) }];
      const recitation = { studentId: student, ranges: [{ from: '2:1', to: '2:20' }], faults };
      const body = { ...recitation, subjectCode: dailyCode, recordDate: date, kind: 'far' };
      return sendCall({ method: 'POST', path: '/api/daily-records/again' }, body);
    }),
  ];
}

let changeCount = 0;

async function changeMarks({ data }: Recorder, count: number): Promise<void> {
  changeCount += 1;
  const rows = await data.read.selectFrom('grades').select('id').orderBy('id').limit(count).execute();
  const admin = data.read.selectFrom('users').select(['id', 'name', 'role']).where('username', '=', 'admin');
  const { id: userId, ...actor } = await admin.executeTakeFirstOrThrow();
  await data.write({ userId, ...actor, undoSession }, async (unit) => {
    unit.describe('update', 'grades', null, 'bench');
    const marks = rows.map(({ id }) => ({ id, changes: buildMarks(id + changeCount) }));
    await unit.updateMany('grades', marks);
  });
}

/**
 * Prints median and longest time, time in statements, and CPU time.
 *
 * @param namePrefix runs only timings with this prefix
 */
export async function printTimings(recorder: Recorder, institute: Institute, namePrefix = ''): Promise<void> {
  const columns = 'median and longest time, time in statements, CPU time; ms';
  console.log(`\nSingle requests on ${recorder.data.kind}: ${columns}`);
  for (const { name, limit, limitOf, repetitions, run, before, after } of buildTimings(institute)) {
    if (!name.startsWith(namePrefix)) continue;
    const recordings: Recording[] = [];
    for (let count = 0; count < repetitions; count += 1) {
      await before?.(recorder);
      recordings.push(await run(recorder));
      await after?.(recorder);
    }
    const sortBy = (readValue: (one: Recording) => number) =>
      recordings.map(readValue).toSorted((a, b) => a - b);
    const computeMedian = (values: readonly number[]) => values[Math.floor(values.length / 2)] ?? 0;
    const callTimes = sortBy(({ milliseconds }) => milliseconds);
    const [call, longest] = [computeMedian(callTimes), callTimes.at(-1) ?? 0];
    const statements = computeMedian(sortBy(({ statementMs }) => statementMs));
    const cpu = computeMedian(sortBy(({ cpuMs }) => cpuMs));
    const cells = [call, longest, statements, cpu].map((value) => value.toFixed(1).padStart(9)).join('');
    const verdict = { call, statements, cpu }[limitOf] > limit ? 'MISSED' : 'met';
    const limitText = limit
      ? `   limit ${limit} ms${limitOf === 'call' ? '' : ` (${limitOf})`}: ${verdict}`
      : '';
    console.log(`${name.padEnd(38)}${cells}${limitText}`);
  }
}
