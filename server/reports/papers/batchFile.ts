import { zipSync } from 'fflate';
import { documentFor } from '../../../contract/documents/document';
import { transcriptDocument } from '../../../contract/documents/transcript';
import { ruleMessages } from '../../../contract/errors';
import { type BatchFormat, type Issue, maxBatchPapers, maxBatchRows } from '../../../contract/reports/papers';
import { paperText } from '../../../contract/reports/paperText';
import type { Db } from '../../db/schema';
import { isOnRoster } from '../../domain/enrolments';
import { findBatchId } from '../../domain/offering';
import type { Call, FileResponse } from '../../mount';
import { invalid, notFound } from '../../problem';
import { findStudent } from '../reportStudent';
import { buildTranscript } from '../transcript';
import { fileName, loadLetterhead, typesetPapers } from './documents';
import { type IssueRequest, issuePapers } from './issuing';
import type { PaperContent } from './paperData';
import { paperQueue } from './typesetter';

export type BatchCaller = Pick<Call, 'data' | 'user' | 'scope' | 'config' | 'origin'>;
export interface BatchRequest {
  batchName: string;
  level?: number | undefined;
  form: BatchFormat;
}

export interface JobProgress {
  addDone: () => Promise<void>;
  isCancelled: (db?: Db) => Promise<boolean>;
}

/** The papers become valid when the user downloads the file. */
export interface BatchResult {
  file: FileResponse;
  issues: Issue[];
  batchName: string;
  studentIds: readonly string[];
}

/**
 * Returns academic numbers, sorted by the student's name.
 * @throws NOT_FOUND; VALIDATION for no students or too many
 */
export async function findStudentsOfBatch(
  { data, scope }: BatchCaller,
  { batchName, form }: BatchRequest,
): Promise<string[]> {
  const callerScope = await scope();
  const batchId = await findBatchId(data.read, batchName, callerScope.batches);
  const students = await data.read
    .selectFrom('enrolments')
    .innerJoin('students', 'students.id', 'enrolments.student_row_id')
    .select('student_id')
    .where('enrolments.batch_id', '=', batchId)
    .where(isOnRoster)
    .where(callerScope.students)
    .orderBy('full_name_sort')
    .orderBy('students.id')
    .limit(maxBatchPapers + 1)
    .execute();
  const { subjects } = await data.read
    .selectFrom('subjects')
    .select((builder) => builder.fn.countAll().as('subjects'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  const hasTooManyRows = form === 'pdf' && Number(subjects) * students.length > maxBatchRows;
  const problem =
    students.length === 0
      ? ruleMessages.batchWithoutStudents
      : students.length > maxBatchPapers
        ? ruleMessages.batchTooLarge(maxBatchPapers)
        : hasTooManyRows && ruleMessages.batchTooLong;
  if (problem) throw invalid({ path: 'batchName', message: problem });
  return students.map(({ student_id }) => student_id);
}

/** Runs before each paper and the download: the scope can shrink during a long job. @throws NOT_FOUND */
export async function refuseOutsideScope(
  { data, scope }: Pick<BatchCaller, 'data' | 'scope'>,
  batchName: string,
  studentIds: readonly string[],
): Promise<void> {
  const callerScope = await scope();
  await findBatchId(data.read, batchName, callerScope.batches);
  const { visible: visibleCount } = await data.read
    .selectFrom('students')
    .select((builder) => builder.fn.countAll().as('visible'))
    .where('student_id', 'in', studentIds)
    .where(callerScope.students)
    .executeTakeFirstOrThrow();
  if (Number(visibleCount) < new Set(studentIds).size) throw notFound();
}

/** After each transcript, other papers get a turn. @returns null if the job was cancelled */
export async function buildBatchFile(
  job: JobProgress,
  call: BatchCaller,
  { batchName, level, form }: BatchRequest,
  studentIds: readonly string[],
): Promise<BatchResult | null> {
  const { data } = call;
  const letterhead = await loadLetterhead(data.read, data.now());
  const papers: IssueRequest[] = [];
  const inTurn = <T>(step: () => Promise<T>): Promise<T | null> =>
    paperQueue.run(call.user, async () => ((await job.isCancelled()) ? null : step()), { isStep: true });
  for (const studentId of studentIds) {
    const paper = await inTurn(async () => {
      const student = await findStudent(call, { studentId, batchName });
      return { student, transcript: await buildTranscript(data.read, student, level), level: level ?? null };
    });
    if (!paper) return null;
    papers.push(paper);
    if (form === 'pdf') await job.addDone();
  }
  const issues = await inTurn(() => issuePapers(call, papers, job.isCancelled));
  if (!issues) return null;
  const contents = papers.map(({ student, transcript }, index) => ({
    document: documentFor(student.section, transcriptDocument(transcript, level ?? null)),
    issue: issues[index] ?? null,
  }));
  const typesetInTurn = (paperContents: readonly PaperContent[]) =>
    inTurn(async () => {
      await refuseOutsideScope(call, batchName, studentIds);
      return typesetPapers(paperContents, letterhead);
    });
  const result = { issues, batchName, studentIds };
  const name = `${paperText.batchFile} - ${batchName}`;
  if (form === 'pdf') {
    const bytes = await typesetInTurn(contents);
    if (!bytes) return null;
    return { file: { bytes, mediaType: 'application/pdf', name: fileName(name, 'pdf') }, ...result };
  } else {
    const entries = await zipPapers(job, contents, papers, (content) => typesetInTurn([content]));
    if (!entries) return null;
    // The papers are already compressed, so the archive does not compress them again.
    const bytes = zipSync(entries, { level: 0 });
    return { file: { bytes, mediaType: 'application/zip', name: fileName(name, 'zip') }, ...result };
  }
}

async function zipPapers(
  job: JobProgress,
  contents: readonly PaperContent[],
  papers: readonly IssueRequest[],
  typesetPaper: (content: PaperContent) => Promise<Uint8Array | null>,
): Promise<Record<string, Uint8Array> | null> {
  const entries: Record<string, Uint8Array> = {};
  for (const [index, content] of contents.entries()) {
    const bytes = await typesetPaper(content);
    if (!bytes) return null;
    const student = papers[index]?.student;
    // The academic number distinguishes students with the same name.
    entries[fileName(student?.studentName ?? '', 'pdf', student?.studentId)] = bytes;
    await job.addDone();
  }
  return entries;
}
