import { type BenchCase, casesOf, listSearches, query, topSearches } from './cases';
import { type Institute, marksOf } from './institute';
import { type Answered, type Recorder, undoSession } from './recorder';

interface Timing {
  name: string;
  /** Limit in milliseconds; 0 for none. */
  most: number;
  /** What the limit is for. */
  of: 'call' | 'statements' | 'processor';
  repetitions: number;
  run: (recorder: Recorder) => Promise<Answered>;
  before?: (recorder: Recorder) => Promise<unknown>;
  after?: (recorder: Recorder) => Promise<unknown>;
}

/** Of what takes a few milliseconds: its first calls, which Node has not compiled yet, are then few among them. */
const often = 200;

const timing = (name: string, most: number, repetitions: number, run: Timing['run'], more = {}): Timing => ({
  name,
  most,
  of: 'call',
  repetitions,
  run,
  ...more,
});
const get = (name: string, path: string, most = 0, repetitions = 7, of: Timing['of'] = 'call') =>
  timing(name, most, repetitions, ({ ask }) => ask({ method: 'GET', path }), { of });
/** The time that a search of students may take in the database, rows and total together, is 15 ms. */
const searching = (where: string) => (one: BenchCase) =>
  timing(`${where}: ${one.name}`, 15, 15, ({ ask }) => ask(one), { of: 'statements' });
const undoLatest = ({ ask }: Recorder) => ask({ method: 'POST', path: '/api/undo/latest' }, {});

/** Single calls without other load, with the limits of the issues. */
function timingsOf(institute: Institute): Timing[] {
  const { large, batchName, batchId, dailyCode, circle, date } = institute;
  const [code = ''] = large.codes;
  const sheet = `${encodeURIComponent(large.name)}/${encodeURIComponent(code)}`;
  const day = `${encodeURIComponent(batchName)}/${encodeURIComponent(dailyCode)}/${date}`;
  const ofBatch = query({ batchName: large.name });
  const { id, number, userId } = large.student;
  const [student = ''] = circle.students;
  const records = `/api/daily-records/${day}?kind=all&circle_id=${circle.id}`;
  const deleteBatch = ({ ask }: Recorder) => ask({ method: 'DELETE', path: `/api/batches/${large.id}` });
  let count = 0;
  /** A case of saves, each of which changes what the one before has saved. */
  const saves = (of: string, shown: string) => {
    const one = casesOf(institute).find(({ name }) => name === of);
    if (!one) throw new Error(`no case is called ${of}`);
    return timing(shown, 0, often, ({ ask }) => ask(one, one.body?.((count += 1))));
  };
  return [
    get('sheet of 1,000', `/api/grades/${sheet}`),
    get('statistics of 1,000', `/api/grades/statistics/${sheet}`),
    get('register of a circle of 20', `/api/absences/${day}?circle_id=${circle.id}`, 5, often),
    get('daily records of a circle of 20', records, 5, often),
    saves('circle-register-save', 'register of a circle of 20, saved'),
    saves('circle-records-save', 'daily records of a circle of 20, saved'),
    get('report: own, batch of 1,000', `/api/reports/student/${userId}`, 200),
    get('report: transcript', `/api/reports/transcript/${number}?${ofBatch}`, 200),
    get('report: sheet of 1,000', `/api/reports/subject/${encodeURIComponent(code)}?${ofBatch}`, 300),
    get('report: student in subject', `/api/reports/student-subject/${number}/${code}?${ofBatch}`, 200),
    get('card of a student', `/api/students/${id}/card`, 30, often),
    get('card of a batch of 1,000', `/api/batches/${large.id}/card`, 30, often),
    get('dashboard: stats', '/api/dashboard/stats', 200),
    get('dashboard: performance', '/api/dashboard/performance', 200),
    get('dashboard: recent', '/api/dashboard/recent-activities', 200),
    get('archive page', '/api/archive/deleted-records?page=1&limit=50', 50),
    get('archive page 1,000', '/api/archive/deleted-records?page=1000&limit=50', 50),
    get('archive stats', '/api/archive/stats'),
    ...listSearches.map(searching('list')),
    ...topSearches.map(searching('top')),
    timing('undo of 5,000 marks', 1_000, 3, undoLatest, { before: (on: Recorder) => changeMarks(on, 5_000) }),
    timing('undo of a batch of 5,005 rows', 1_000, 3, undoLatest, { before: deleteBatch }),
    timing('deletion of 5,005 rows', 0, 3, deleteBatch, { after: undoLatest }),
    get('memorisation: map of one', `/api/hifz/${encodeURIComponent(student)}/map`, 20, often, 'processor'),
    get('memorisation: map of 40', `/api/hifz/batch/${batchId}/map`, 200, 20, 'processor'),
    get('memorisation: tasks of 20', `/api/circles/${circle.id}/tasks?date=${date}`, 50, 40, 'processor'),
    timing('save of a record with faults', 0, 40, ({ ask }) => {
      const faults = [{ kind: 'prompt', ayah: '2:2', count: 1 + ((count += 1) % 9) }];
      const heard = { studentId: student, ranges: [{ from: '2:1', to: '2:20' }], faults };
      const body = { ...heard, subjectCode: dailyCode, recordDate: date, kind: 'far' };
      return ask({ method: 'POST', path: '/api/daily-records/again' }, body);
    }),
  ];
}

let changes = 0;

/** Changes marks in this many rows, as one operation of the admin. */
async function changeMarks({ data }: Recorder, count: number): Promise<void> {
  changes += 1;
  const rows = await data.read.selectFrom('grades').select('id').orderBy('id').limit(count).execute();
  const admin = data.read.selectFrom('users').select(['id', 'name', 'role']).where('username', '=', 'admin');
  const { id: userId, ...own } = await admin.executeTakeFirstOrThrow();
  await data.write({ userId, ...own, undoSession }, async (unit) => {
    unit.describe('update', 'grades', null, 'bench');
    const marks = rows.map(({ id }) => ({ id, changes: marksOf(id + changes) }));
    await unit.updateMany('grades', marks);
  });
}

/**
 * Prints the times of single calls; the third column is the part of it in statements, the fourth processor time.
 * @param only the beginning of their names
 */
export async function timings(recorder: Recorder, institute: Institute, only = ''): Promise<void> {
  const columns = 'median and longest time, ms; of it in statements; of the processor';
  console.log(`\nSingle requests on ${recorder.data.kind}: ${columns}`);
  for (const { name, most, of, repetitions, run, before, after } of timingsOf(institute)) {
    if (!name.startsWith(only)) continue;
    const taken: Answered[] = [];
    for (let count = 0; count < repetitions; count += 1) {
      await before?.(recorder);
      taken.push(await run(recorder));
      await after?.(recorder);
    }
    const sorted = (figure: (one: Answered) => number) => taken.map(figure).toSorted((a, b) => a - b);
    const median = (figures: readonly number[]) => figures[Math.floor(figures.length / 2)] ?? 0;
    const all = sorted(({ milliseconds }) => milliseconds);
    const [call, longest] = [median(all), all.at(-1) ?? 0];
    const statements = median(sorted(({ inStatements }) => inStatements));
    const processor = median(sorted(({ ofProcessor }) => ofProcessor));
    const cells = [call, longest, statements, processor]
      .map((figure) => figure.toFixed(1).padStart(9))
      .join('');
    const verdict = { call, statements, processor }[of] > most ? 'MISSED' : 'met';
    const limit = most ? `   at most ${most}${of === 'call' ? '' : ` of ${of}`}: ${verdict}` : '';
    console.log(`${name.padEnd(38)}${cells}${limit}`);
  }
}
