import { sql } from 'kysely';
import { importChunkSize, type ImportResult } from '../../contract/imports';
import type { BatchJob } from '../../contract/reports/papers';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import type { Data } from '../../server/db/data';
import { type BenchCase, buildCases, buildQuery } from './cases';
import type { Call } from './client';
import type { Cell, HandIn, MorningInstitute } from './clusterInstitute';
import { buildChunk } from './imports';

export interface Step extends Call {
  kind: string;
  /** A status that is no failure, such as 404 for a job whose server was killed. */
  allowedStatus?: number;
  onAnswer?: (body: string, status: number) => void;
}

/** Makes one call at a time. A step returns null if it has no more work. */
export interface MorningClient {
  pauseMs: number;
  steps: readonly (() => Step | null)[];
  /** True if the costs of its calls do not change, and 42 calls are whole rounds of its steps. */
  isSteady?: boolean;
  /** Compares acknowledged writes with the database. @returns a line for each difference */
  findDamage?: (data: Data) => Promise<string[]>;
}

export function buildClients(institute: MorningInstitute, minutes: number): MorningClient[] {
  const { adminToken, cells, handIns } = institute;
  const rows = Math.ceil((20_000 * Math.min(1, minutes / 5)) / importChunkSize) * importChunkSize;
  const handInClients = 3;
  return [
    ...cells.map(teacherClient),
    ...cells.slice(0, 6).map((cell) => readerClient(cell, adminToken)),
    ...cells.slice(0, 2).map((cell) => reportClient(cell, adminToken)),
    ...Array.from({ length: handInClients }, (_, index) =>
      handInClient(handIns.filter((_pair, place) => place % handInClients === index)),
    ),
    ...cells.slice(0, 1).map((cell) => paperClient(cell, adminToken)),
    ...cells.slice(1, 2).map(batchPaperClient),
    importClient(institute, rows, minutes),
  ];
}

const toStep = ({ name, method, path }: BenchCase, token: string, body?: unknown): Step => ({
  kind: name,
  method,
  path,
  token,
  ...(body !== undefined && { body }),
});
const pickCases = (cell: Cell, names: readonly string[]) =>
  names.map((name) => {
    const benchCase = buildCases(cell).find((one) => one.name === name);
    if (!benchCase) throw new Error(`no case is called ${name}`);
    return benchCase;
  });
const readSteps = (cell: Cell, names: readonly string[], token: string) =>
  pickCases(cell, names).map((benchCase) => () => toStep(benchCase, token));

/** Reads and saves the register, the recitations and the marks of his batch. */
function teacherClient(cell: Cell): MorningClient {
  let count = 0;
  let writes = 0;
  const saved = new Map<string, SavedBodies>();
  const names = [
    'register-day',
    'register-save',
    'circle-records-day',
    'circle-records-save',
    'grade-sheet',
    'grade-save',
  ];
  const steps = pickCases(cell, names).map((benchCase) => (): Step => {
    if (!benchCase.body) return toStep(benchCase, cell.token);
    const body = benchCase.body((count += 1)) as SavedBodies;
    const onAnswer = () => {
      saved.set(benchCase.name, body);
      writes += 1;
    };
    return { ...toStep(benchCase, cell.token, body), onAnswer };
  });
  return {
    pauseMs: 500,
    steps,
    isSteady: true,
    findDamage: (data) => findDamageOfCell(data, cell, saved, writes),
  };
}

interface SavedBodies {
  absentStudents: { studentId: string; type: string }[];
  records: { studentId: string; pagesCount: number; performanceLevel: string }[];
  grades: ({ studentId: string } & Record<string, number>)[];
}

async function findDamageOfCell(data: Data, cell: Cell, saved: Map<string, SavedBodies>, writes: number) {
  const load = async (
    table: 'absences' | 'daily_records' | 'grades',
    subjectId: number,
    columns: string[],
    day?: string,
  ) => {
    const { rows } = await sql<Record<string, unknown>>`
      select student_id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} as written
      join students on students.id = written.student_row_id where subject_id = ${subjectId}
        ${day === undefined ? sql`` : sql`and date = ${day}`}`.execute(data.read);
    return rows.map((row) => ['student_id', ...columns].map((column) => row[column]));
  };
  const { dailyId, gradedId, date, userId, batchName } = cell;
  const damage: string[] = [];
  const compare = (
    kind: string,
    expected: readonly unknown[][] | undefined,
    actual: readonly unknown[][],
  ) => {
    const sort = (rows: readonly unknown[][]) =>
      rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n');
    if (expected && sort(expected) !== sort(actual)) damage.push(`${batchName}: the last ${kind} is lost`);
  };
  compare(
    'register-save',
    saved.get('register-save')?.absentStudents.map(({ studentId, type }) => [studentId, type]),
    await load('absences', gradedId, ['type'], date),
  );
  compare(
    'circle-records-save',
    saved
      .get('circle-records-save')
      ?.records.map((one) => [one.studentId, one.pagesCount, one.performanceLevel]),
    await load('daily_records', dailyId, ['pages_count', 'performance_level'], date),
  );
  compare(
    'grade-save',
    saved
      .get('grade-save')
      ?.grades.map((one) => [one.studentId, ...gradeColumns.map((column) => one[`${column}Grade`])]),
    await load('grades', gradedId, [...gradeColumns]),
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from operations where user_id = ${userId}`.execute(data.read);
  const operations = Number(rows[0]?.count);
  if (operations !== writes)
    damage.push(`${batchName}: ${writes} acknowledged saves, ${operations} in the log`);
  return damage;
}

const readerClient = (cell: Cell, token: string): MorningClient => {
  const names = [
    'page',
    'common-word',
    'rare-word',
    'no-match',
    'search-common',
    'dashboard-stats',
    'audit-page',
  ];
  return { pauseMs: 500, steps: readSteps(cell, names, token), isSteady: true };
};

function reportClient({ students, batchName, gradedCode }: Cell, token: string): MorningClient {
  let count = 0;
  const query = buildQuery({ batchName });
  const code = encodeURIComponent(gradedCode);
  const get = (kind: string, buildPath: (student: string) => string) => (): Step => ({
    kind,
    method: 'GET',
    path: `/api/reports/${buildPath(students[(count += 1) % students.length] ?? '')}?${query}`,
    token,
  });
  return {
    pauseMs: 700,
    isSteady: true,
    steps: [
      get('report: transcript', (student) => `transcript/${student}`),
      get('report: sheet', () => `subject/${code}`),
      get('report: student in subject', (student) => `student-subject/${student}/${code}`),
    ],
  };
}

function handInClient(handIns: readonly HandIn[]): MorningClient {
  const acknowledged: HandIn[] = [];
  const pending = [...handIns];
  const buildText = ({ studentId, assignmentId }: HandIn) => `جواب ${studentId}/${assignmentId}`;
  const handIn = (): Step | null => {
    const pair = pending.pop();
    if (!pair) return null;
    return {
      kind: 'hand-in',
      method: 'POST',
      path: `/api/assignments/${pair.assignmentId}/submit`,
      token: pair.token,
      body: { answers: [{ question_id: pair.questionId, answer_text: buildText(pair) }] },
      onAnswer: () => void acknowledged.push(pair),
    };
  };
  const findDamage = async (data: Data) => {
    const { rows } = await sql<{ assignment_id: number; student_row_id: number; answer_text: string }>`
      select assignment_id, student_row_id, answer_text from submissions
      join submission_answers on submission_answers.submission_id = submissions.id`.execute(data.read);
    return acknowledged.flatMap((pair) => {
      const texts = rows.filter(
        (row) => row.assignment_id === pair.assignmentId && row.student_row_id === pair.studentId,
      );
      const isStoredOnce = texts.length === 1 && texts[0]?.answer_text === buildText(pair);
      return isStoredOnce ? [] : [`${buildText(pair)} is stored ${texts.length} times`];
    });
  };
  return { pauseMs: 400, steps: [handIn], findDamage };
}

function paperClient({ students, batchName }: Cell, token: string): MorningClient {
  let count = 0;
  let acknowledged = 0;
  const make = (): Step => ({
    kind: 'paper',
    method: 'POST',
    path: '/api/papers',
    token,
    body: { type: 'transcript', batchName, studentId: students[(count += 1) % students.length] },
    onAnswer: () => void (acknowledged += 1),
  });
  const findDamage = (data: Data) => findMissingPapers(data, batchName, acknowledged);
  return { pauseMs: 2_000, steps: [make], findDamage };
}

/** A repeated call issues another paper, so there can be more papers than answers. */
async function findMissingPapers(data: Data, batchName: string, acknowledged: number): Promise<string[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from issued_papers
    where batch_name = ${batchName} and withdrawn_at is null`.execute(data.read);
  const valid = Number(rows[0]?.count);
  return valid >= acknowledged ? [] : [`${batchName}: ${acknowledged} acknowledged papers, ${valid} valid`];
}

/** Starts the transcripts of a batch, polls them, and downloads the file, each on the next server. */
function batchPaperClient({ batchName, token }: Cell): MorningClient {
  let job: BatchJob | null = null;
  let acknowledged = 0;
  const path = '/api/papers/batches';
  const next = (): Step => {
    const onAnswer = (body: string, status: number) => {
      job = status === 404 ? null : (JSON.parse(body) as BatchJob);
      if (job?.state === 'failed') job = null;
    };
    if (!job) {
      const body = { batchName, form: 'zip' };
      return { kind: 'papers: start', method: 'POST', path, token, body, onAnswer };
    }
    const { id, state, total } = job;
    // A killed server does not finish its job.
    const call = { method: 'GET', token, allowedStatus: 404 } as const;
    if (state === 'running') return { ...call, kind: 'papers: poll', path: `${path}/${id}`, onAnswer };
    const onFile = (_body: string, status: number) => {
      job = null;
      if (status !== 404) acknowledged += total;
    };
    return { ...call, kind: 'papers: file', path: `${path}/${id}/file`, onAnswer: onFile };
  };
  const findDamage = (data: Data) => findMissingPapers(data, batchName, acknowledged);
  return { pauseMs: 1_000, steps: [next], findDamage };
}

/** Imports students in requests like the browser, with pauses of seven tenths of the time. */
function importClient(
  { adminToken, importBatch }: MorningInstitute,
  rows: number,
  minutes: number,
): MorningClient {
  const importId = 'bench-of-cluster';
  let start = 0;
  let imported = 0;
  const refused: string[] = [];
  const send = (): Step | null => {
    if (start > rows) return null;
    const first = start;
    start += importChunkSize;
    const call = { method: 'POST', token: adminToken } as const;
    if (first === rows)
      return { ...call, kind: 'import: end', path: `/api/imports/${importId}/finish`, body: {} };
    return {
      ...call,
      kind: 'import',
      path: '/api/students/import',
      headers: { 'x-import-id': importId },
      body: { data: buildChunk(first, importBatch) },
      onAnswer: (body) => {
        const result = JSON.parse(body) as Pick<ImportResult, 'imported' | 'errors'>;
        imported += result.imported;
        refused.push(...result.errors.map(({ row, message }) => `row ${first + row}: ${message}`));
      },
    };
  };
  const findDamage = async (data: Data) => {
    const { rows: counts } = await sql<{ count: number }>`
      select count(*) as count from enrolments join batches on batches.id = enrolments.batch_id
      where batch_name = ${importBatch}`.execute(data.read);
    const stored = Number(counts[0]?.count);
    const expected = Math.min(start, rows);
    return stored === expected && imported === expected
      ? []
      : [`import: ${expected} sent, ${imported} acknowledged, ${stored} stored`, ...refused];
  };
  return { pauseMs: (minutes * 60_000 * 0.7) / (rows / importChunkSize), steps: [send], findDamage };
}
