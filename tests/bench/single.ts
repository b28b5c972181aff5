import { type BenchCase, buildCases, listSearches, buildQuery, topSearches } from './cases';
import { type Institute, buildMarks } from './institute';
import { type Recording, type Recorder, undoSession } from './recorder';

interface Timing {
  name: string;
  /** Milliseconds; 0 for no limit. */
  limit: number;
  limitOf: 'call' | 'statements' | 'processor';
  repetitions: number;
  run: (recorder: Recorder) => Promise<Recording>;
  before?: (recorder: Recorder) => Promise<unknown>;
  after?: (recorder: Recorder) => Promise<unknown>;
}

/** For calls of a few milliseconds: the first calls, which Node has not yet compiled, must not count much. */
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
const readTiming = (
  name: string,
  path: string,
  limit = 0,
  repetitions = 7,
  limitOf: Timing['limitOf'] = 'call',
) => buildTiming(name, limit, repetitions, ({ sendCall }) => sendCall({ method: 'GET', path }), { limitOf });
/** A search of students has 15 ms in the database, for rows and total together. */
const toSearchTiming = (screen: string) => (benchCase: BenchCase) =>
  buildTiming(`${screen}: ${benchCase.name}`, 15, 15, ({ sendCall }) => sendCall(benchCase), {
    limitOf: 'statements',
  });
const undoLatest = ({ sendCall }: Recorder) => sendCall({ method: 'POST', path: '/api/undo/latest' }, {});

/** Single calls without other load, with the limits of the issues. */
function buildTimings(institute: Institute): Timing[] {
  const { large, batchName, batchId, dailyCode, circle, date } = institute;
  const [code = ''] = large.codes;
  const sheet = `${encodeURIComponent(large.name)}/${encodeURIComponent(code)}`;
  const day = `${encodeURIComponent(batchName)}/${encodeURIComponent(dailyCode)}/${date}`;
  const batchQuery = buildQuery({ batchName: large.name });
  const { id, number, userId } = large.student;
  const [student = ''] = circle.students;
  const records = `/api/daily-records/${day}?kind=all&circle_id=${circle.id}`;
  const deleteBatch = ({ sendCall }: Recorder) =>
    sendCall({ method: 'DELETE', path: `/api/batches/${large.id}` });
  let count = 0;
  /** Each save changes the result of the previous one. */
  const saveTiming = (caseName: string, label: string) => {
    const benchCase = buildCases(institute).find(({ name }) => name === caseName);
    if (!benchCase) throw new Error(`no case is called ${caseName}`);
    return buildTiming(label, 0, manyRepetitions, ({ sendCall }) =>
      sendCall(benchCase, benchCase.body?.((count += 1))),
    );
  };
  return [
    readTiming('sheet of 1,000', `/api/grades/${sheet}`),
    readTiming('statistics of 1,000', `/api/grades/statistics/${sheet}`),
    readTiming(
      'register of a circle of 20',
      `/api/absences/${day}?circle_id=${circle.id}`,
      5,
      manyRepetitions,
    ),
    readTiming('daily records of a circle of 20', records, 5, manyRepetitions),
    saveTiming('circle-register-save', 'register of a circle of 20, saved'),
    saveTiming('circle-records-save', 'daily records of a circle of 20, saved'),
    readTiming('report: own, batch of 1,000', `/api/reports/student/${userId}`, 200),
    readTiming('report: transcript', `/api/reports/transcript/${number}?${batchQuery}`, 200),
    readTiming(
      'report: sheet of 1,000',
      `/api/reports/subject/${encodeURIComponent(code)}?${batchQuery}`,
      300,
    ),
    readTiming(
      'report: student in subject',
      `/api/reports/student-subject/${number}/${code}?${batchQuery}`,
      200,
    ),
    readTiming('card of a student', `/api/students/${id}/card`, 30, manyRepetitions),
    readTiming('card of a batch of 1,000', `/api/batches/${large.id}/card`, 30, manyRepetitions),
    readTiming('dashboard: stats', '/api/dashboard/stats', 200),
    readTiming('dashboard: performance', '/api/dashboard/performance', 200),
    readTiming('dashboard: recent', '/api/dashboard/recent-activities', 200),
    readTiming('archive page', '/api/archive/deleted-records?page=1&limit=50', 50),
    readTiming('archive page 1,000', '/api/archive/deleted-records?page=1000&limit=50', 50),
    readTiming('archive stats', '/api/archive/stats'),
    ...listSearches.map(toSearchTiming('list')),
    ...topSearches.map(toSearchTiming('top')),
    buildTiming('undo of 5,000 marks', 1_000, 3, undoLatest, {
      before: (recorder: Recorder) => changeMarks(recorder, 5_000),
    }),
    buildTiming('undo of a batch of 5,005 rows', 1_000, 3, undoLatest, { before: deleteBatch }),
    buildTiming('deletion of 5,005 rows', 0, 3, deleteBatch, { after: undoLatest }),
    readTiming(
      'memorisation: map of one',
      `/api/hifz/${encodeURIComponent(student)}/map`,
      20,
      manyRepetitions,
      'processor',
    ),
    readTiming('memorisation: map of 40', `/api/hifz/batch/${batchId}/map`, 200, 20, 'processor'),
    readTiming(
      'memorisation: tasks of 20',
      `/api/circles/${circle.id}/tasks?date=${date}`,
      50,
      40,
      'processor',
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

/** Prints median and longest time, time in statements, and CPU time. @param only prefix of the names */
export async function printTimings(recorder: Recorder, institute: Institute, only = ''): Promise<void> {
  const columns = 'median and longest time, time in statements, CPU time; ms';
  console.log(`\nSingle requests on ${recorder.data.kind}: ${columns}`);
  for (const { name, limit, limitOf, repetitions, run, before, after } of buildTimings(institute)) {
    if (!name.startsWith(only)) continue;
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
    const processor = computeMedian(sortBy(({ cpuMs }) => cpuMs));
    const cells = [call, longest, statements, processor]
      .map((value) => value.toFixed(1).padStart(9))
      .join('');
    const verdict = { call, statements, processor }[limitOf] > limit ? 'MISSED' : 'met';
    const limitText = limit
      ? `   at most ${limit}${limitOf === 'call' ? '' : ` of ${limitOf}`}: ${verdict}`
      : '';
    console.log(`${name.padEnd(38)}${cells}${limitText}`);
  }
}
