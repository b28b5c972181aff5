import { startRecorder, undoSession } from './capture';
import { type BenchCase, casesOf, listSearches, topSearches } from './cases';
import type { Institute } from './institute';
import { marksOf } from './additions';
import type { AssignmentLoad } from './assignments';

type Recorder = Awaited<ReturnType<typeof startRecorder>>;

interface Timing {
  name: string;
  /** Limit in milliseconds; 0 for none. */
  most: number;
  /** What the limit is for; without it the time of the whole call. */
  isFor?: 'statements' | 'processor';
  repetitions: number;
  before?: (recorder: Recorder) => Promise<void>;
  run: (recorder: Recorder) => ReturnType<Recorder['ask']>;
}

const get = (name: string, path: string, most = 0, repetitions = 7): Timing => ({
  name,
  most,
  repetitions,
  run: ({ ask }) => ask({ method: 'GET', path }),
});

/** The same, with a limit of the processor time. */
const working = (...of: Parameters<typeof get>): Timing => ({ ...get(...of), isFor: 'processor' });

/** Of what takes a few milliseconds: its first calls, which Node has not compiled yet, are then few among them. */
const often = 200;

/** The time that a search of students may take in the database (`workspace.md`), rows and total together. */
const searchTime = 15;

const searching = (name: string, one: BenchCase): Timing => ({
  name,
  most: searchTime,
  isFor: 'statements',
  repetitions: 15,
  run: ({ ask }) => ask(one),
});

const undoLatest = ({ ask }: Recorder) => ask({ method: 'POST', path: '/api/undo/latest' }, {});

/** Single requests without other load, with the limits of the issues. */
function timingsOf(institute: Institute): Timing[] {
  const { large, assignments, batchName, dailyCode, circle, date } = institute;
  const [code = ''] = large.codes;
  const sheet = `${encodeURIComponent(large.name)}/${encodeURIComponent(code)}`;
  const day = `${encodeURIComponent(batchName)}/${encodeURIComponent(dailyCode)}/${date}`;
  const ofBatch = new URLSearchParams({ batchName: large.name });
  const { id, number, userId } = large.student;
  return [
    get('sheet of 1,000', `/api/grades/${sheet}`),
    get('statistics of 1,000', `/api/grades/statistics/${sheet}`),
    get('register of a circle of 20', `/api/absences/${day}?circle_id=${circle.id}`, 5, often),
    get(
      'daily records of a circle of 20',
      `/api/daily-records/${day}?kind=all&circle_id=${circle.id}`,
      5,
      often,
    ),
    savesOf(institute, 'circle-register-save', 'register of a circle of 20, saved'),
    savesOf(institute, 'circle-records-save', 'daily records of a circle of 20, saved'),
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
    ...listSearches.map((one) => searching(`list: ${one.name}`, one)),
    ...topSearches.map((one) => searching(`top: ${one.name}`, one)),
    {
      name: 'undo of 5,000 marks',
      most: 1_000,
      repetitions: 3,
      before: (recorder) => changeMarks(recorder, 5_000),
      run: undoLatest,
    },
    {
      name: 'undo of a batch of 5,005 rows',
      most: 1_000,
      repetitions: 3,
      before: async ({ ask }) => void (await ask({ method: 'DELETE', path: `/api/batches/${large.id}` })),
      run: undoLatest,
    },
    {
      name: 'deletion of 5,005 rows',
      most: 0,
      repetitions: 3,
      run: ({ ask }) => ask({ method: 'DELETE', path: `/api/batches/${large.id}` }),
    },
    ...assignmentTimings(assignments),
    ...memorisationTimings(institute),
  ];
}

/** Of students with two years of records. */
function memorisationTimings({ batchId, dailyCode, circle, date }: Institute): Timing[] {
  const [student = ''] = circle.students;
  let count = 0;
  return [
    working('memorisation: map of one', `/api/hifz/${encodeURIComponent(student)}/map`, 20, often),
    working('memorisation: map of 40', `/api/hifz/batch/${batchId}/map`, 200, 20),
    working('memorisation: tasks of 20', `/api/circles/${circle.id}/tasks?date=${date}`, 50, 40),
    {
      name: 'save of a record with faults',
      most: 0,
      repetitions: 40,
      run: ({ ask }) => {
        count += 1;
        const faults = [{ kind: 'prompt', ayah: '2:2', count: 1 + (count % 9) }];
        const heard = { studentId: student, ranges: [{ from: '2:1', to: '2:20' }], faults };
        const body = { ...heard, subjectCode: dailyCode, recordDate: date, kind: 'far' };
        return ask({ method: 'POST', path: '/api/daily-records/again' }, body);
      },
    },
  ];
}

/** A case of saves, each of which changes what the one before has saved. */
function savesOf(institute: Institute, name: string, shown: string): Timing {
  const one = casesOf(institute).find((found) => found.name === name);
  if (!one) throw new Error(`no case is called ${name}`);
  let count = 0;
  return {
    name: shown,
    most: 0,
    repetitions: often,
    run: ({ ask }) => ask(one, one.body?.((count += 1))),
  };
}

/** The assignments that the issue describes. */
function assignmentTimings({ subjectId, handedInId, openIds, tokens, answersTo }: AssignmentLoad): Timing[] {
  const left = [...openIds];
  let isGraded = false;
  return [
    get('500 assignments', `/api/assignments/subject/${subjectId}`, 100),
    get('1,000 submissions', `/api/assignments/${handedInId}/submissions`),
    {
      name: 'auto-grading of 20,000 answers',
      most: 3_000,
      repetitions: 3,
      before: async (recorder) => void (isGraded && (await undoLatest(recorder))),
      run: async ({ ask }) => {
        isGraded = true;
        return ask({ method: 'POST', path: `/api/assignments/${handedInId}/auto-grade` }, {});
      },
    },
    {
      name: '200 hand in at once, p99',
      most: 500,
      repetitions: openIds.length,
      run: async ({ askAll }) => {
        const id = left.pop() ?? 0;
        const answers = answersTo(id);
        const path = `/api/assignments/${id}/submit`;
        const took = await askAll(tokens.map((token) => ({ path, token, body: { answers } })));
        const milliseconds = took[Math.floor(took.length * 0.99)] ?? 0;
        return { milliseconds, inStatements: 0, ofProcessor: 0, statements: [] };
      },
    },
  ];
}

let changes = 0;

/** Changes marks in this many rows, as one operation of the admin. */
async function changeMarks({ data }: Recorder, count: number): Promise<void> {
  changes += 1;
  const rows = await data.read.selectFrom('grades').select('id').orderBy('id').limit(count).execute();
  const admin = await data.read
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  const actor = { userId: admin.id, name: admin.name, role: admin.role, undoSession };
  await data.write(actor, async (unit) => {
    unit.describe('update', 'grades', null, 'bench');
    await unit.updateMany(
      'grades',
      rows.map(({ id }) => ({ id, changes: marksOf(id + changes) })),
    );
  });
}

/**
 * Prints the times of single requests; the third column is the part of it in statements, the fourth processor time.
 * @param only the beginning of their names
 */
export async function timings(recorder: Recorder, institute: Institute, only = ''): Promise<void> {
  console.log(
    `\nSingle requests on ${recorder.data.kind}: median and longest time, ms; of it in statements; of the processor`,
  );
  for (const one of timingsOf(institute)) {
    if (!one.name.startsWith(only)) continue;
    const taken: Omit<Awaited<ReturnType<Timing['run']>>, 'statements'>[] = [];
    for (let count = 0; count < one.repetitions; count += 1) {
      await one.before?.(recorder);
      taken.push(await one.run(recorder));
      if (one.name.startsWith('deletion')) await undoLatest(recorder);
    }
    const all = taken.map(({ milliseconds }) => milliseconds);
    const inStatements = medianOf(taken.map((call) => call.inStatements));
    const ofProcessor = medianOf(taken.map((call) => call.ofProcessor));
    const figures = [medianOf(all), Math.max(...all), inStatements, ofProcessor];
    const cells = figures.map((figure) => figure.toFixed(1).padStart(9)).join('');
    const measured = { statements: inStatements, processor: ofProcessor, call: medianOf(all) };
    const verdict = measured[one.isFor ?? 'call'] > one.most ? 'MISSED' : 'met';
    const where = one.isFor ? ` of ${one.isFor}` : '';
    console.log(
      `${one.name.padEnd(30)}${cells}${one.most ? `   at most ${one.most}${where}: ${verdict}` : ''}`,
    );
  }
}

/** The upper one of an even number of figures. */
const medianOf = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
