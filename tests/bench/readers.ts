import { sql } from 'kysely';
import { operationDescriptions } from '../../contract/successMessages';
import { startSession } from '../../server/auth/sessions';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { systemActor } from '../../server/db/log/operationLog';
import { placedStudents } from '../support/placedStudents';
import { addLargeBatch, type LargeBatch } from './additions';
import type { Asking } from './asking';

const fromBench = { address: '127.0.0.1', device: 'bench' };

/** People who read reports and make papers, with their requests. */
export interface Readers {
  marks: number;
  /** Transcripts of students of the whole institute, whose batches have 40 students, and of the batch of 1,000. */
  transcripts: Asking[];
  ownReports: Asking[];
  transcriptsOfLarge: Asking[];
  ownReportsOfLarge: Asking[];
  /** The sheet of 1,000 students. */
  sheet: Asking;
  /** Other requests while papers are made. */
  others: Asking[];
  admin: string;
  /** A batch of 40 of the seeded institute. */
  batch: { name: string; students: number };
}

/** Number of students of each kind who sign in. */
const signedIn = 200;

interface Person {
  id: number;
  number: string;
  name: string;
  batchName: string;
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

const transcriptOf =
  (token: string) =>
  ({ number, batchName }: Person): Asking => ({
    kind: 'transcript',
    method: 'GET',
    path: `/api/reports/transcript/${number}?${query({ batchName })}`,
    token,
  });

/** Creates accounts for students and signs them in, each to read their own report. */
export async function addReaders(url: string, known?: LargeBatch): Promise<Readers> {
  const data = await openInstitute(url);
  try {
    const large = known ?? (await addLargeBatch(data));
    const marks = await data.read
      .selectFrom('grades')
      .select((on) => on.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const [ofLarge, all] = [await peopleOf(data, large.id, true), await peopleOf(data, large.id, false)];
    const [ownReports, ownReportsOfLarge] = [await signIn(data, all), await signIn(data, ofLarge)];
    const admin = await adminOf(data);
    // PostgreSQL does this by itself within a minute; SQLite needs no statistics.
    if (data.kind === 'postgres') await sql`analyze`.execute(data.read);
    const [code = ''] = large.codes;
    const transcripts = all.map(transcriptOf(admin));
    return {
      marks: Number(marks.count),
      transcripts,
      ownReports,
      transcriptsOfLarge: ofLarge.map(transcriptOf(admin)),
      ownReportsOfLarge,
      sheet: {
        kind: 'subject sheet',
        method: 'GET',
        path: `/api/reports/subject/${encodeURIComponent(code)}?${query({ batchName: large.name })}`,
        token: admin,
      },
      others: othersOf(transcripts, ownReports, large, admin),
      admin,
      batch: await fullBatch(data),
    };
  } finally {
    await data.close();
  }
}

/** Reads and a write, in turns. */
function othersOf(
  transcripts: readonly Asking[],
  ownReports: readonly Asking[],
  { id }: LargeBatch,
  token: string,
): Asking[] {
  const page = query({ range: '[0,24]', sort: '["full_name","ASC"]', filter: '{"q":"محمد"}' });
  return ownReports.flatMap((ownReport, place) => [
    ownReport,
    ...transcripts.slice(place, place + 1),
    { kind: 'page of students', method: 'GET', path: `/api/students?${page}`, token },
    {
      kind: 'save of a batch',
      method: 'PUT',
      path: `/api/batches/${id}`,
      token,
      body: { batch_number: 1_000 + place },
    },
  ]);
}

/** Students without an account, of the large batch, or evenly from all others. */
async function peopleOf(data: Data, largeId: number, isOfLarge: boolean): Promise<Person[]> {
  const people = await data.read
    .selectFrom(placedStudents(data.read))
    .innerJoin('batches', 'batches.id', 'students.batch_id')
    .leftJoin('users', 'users.student_row_id', 'students.id')
    .select(['students.id', 'student_id as number', 'full_name as name', 'batch_name as batchName'])
    .where('batches.id', isOfLarge ? '=' : '<>', largeId)
    .where('users.id', 'is', null)
    .orderBy('students.id')
    .execute();
  const step = Math.max(1, Math.floor(people.length / signedIn));
  return people.filter((_, place) => place % step === 0).slice(0, signedIn);
}

async function signIn(data: Data, people: readonly Person[]): Promise<Asking[]> {
  const users = await data.write(systemActor, async (unit) => {
    unit.describe('import', 'users', null, operationDescriptions.seeded);
    return unit.insertMany('users', people.map(accountOf));
  });
  return data.writeUnlogged(async (trx) => {
    const asking: Asking[] = [];
    for (const { id } of users) {
      const token = await startSession(trx, id, data.now(), fromBench);
      asking.push({ kind: 'own report', method: 'GET', path: `/api/reports/student/${id}`, token });
    }
    return asking;
  });
}

const accountOf = ({ id, name }: Person) => ({
  username: `reader-${id}`,
  name,
  email: null,
  phone: null,
  role: 'student' as const,
  password_hash: '-',
  is_active: 1,
  must_change_password: 0,
  student_row_id: id,
  last_login: null,
});

async function adminOf(data: Data): Promise<string> {
  const { id } = await data.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  return data.writeUnlogged((trx) => startSession(trx, id, data.now(), fromBench));
}

/** The first seeded batch: all of them but the last have 40 students. */
async function fullBatch(data: Data): Promise<Readers['batch']> {
  const { name, students } = await data.read
    .selectFrom('batches')
    .innerJoin(placedStudents(data.read), 'students.batch_id', 'batches.id')
    .select((on) => ['batch_name as name', on.fn.count('students.id').as('students')])
    .groupBy(['batches.id', 'batch_name'])
    .orderBy('batches.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { name, students: Number(students) };
}
