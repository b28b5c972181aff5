import { zipSync } from 'fflate';
import { transcriptDocument } from '../../../contract/documents/transcript';
import { ruleMessages } from '../../../contract/errors';
import { type BatchForm, type Issue, maxBatchPapers, maxBatchRows } from '../../../contract/reports/papers';
import { paperText } from '../../../contract/reports/paperText';
import { isOnRoster } from '../../domain/enrolments';
import { findBatchId } from '../../domain/offering';
import type { Call, FileAnswer } from '../../mount';
import { invalid, notFound } from '../../problem';
import { findPerson } from '../person';
import { transcriptOf } from '../transcript';
import { fileName, letterhead, pdfOf } from './documents';
import { type Issuable, issuePapers } from './issuing';
import type { PaperContent } from './paperData';
import { paperQueue } from './typesetter';

export type BatchCaller = Pick<Call, 'data' | 'user' | 'scope' | 'config' | 'origin'>;
export interface AskedBatch {
  batchName: string;
  level?: number | undefined;
  form: BatchForm;
}

/** The progress, and whether to continue. */
export interface Progress {
  done: number;
  isGivenUp: () => boolean;
}

/** The file, and the papers that become valid when it is handed out. */
export interface MadeBatch {
  file: FileAnswer;
  issues: Issue[];
  batchName: string;
  /** The academic numbers of its students. */
  students: readonly string[];
}

/** The row numbers of the students of a batch, by name. @throws NOT_FOUND, and VALIDATION for none or too many */
export async function studentsOfBatch(
  { data, scope }: BatchCaller,
  { batchName, form }: AskedBatch,
): Promise<string[]> {
  const limits = await scope();
  const batchId = await findBatchId(data.read, batchName, limits.batches);
  const students = await data.read
    .selectFrom('enrolments')
    .innerJoin('students', 'students.id', 'enrolments.student_row_id')
    .select('student_id')
    .where('enrolments.batch_id', '=', batchId)
    .where(isOnRoster)
    .where(limits.students)
    .orderBy('full_name_sort')
    .orderBy('students.id')
    .limit(maxBatchPapers + 1)
    .execute();
  const { subjects } = await data.read
    .selectFrom('subjects')
    .select((on) => on.fn.countAll().as('subjects'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  const isLong = form === 'pdf' && Number(subjects) * students.length > maxBatchRows;
  const problem =
    students.length === 0
      ? ruleMessages.batchWithoutStudents
      : students.length > maxBatchPapers
        ? ruleMessages.batchTooLarge(maxBatchPapers)
        : isLong && ruleMessages.batchTooLong;
  if (problem) throw invalid({ path: 'batchName', message: problem });
  return students.map(({ student_id }) => student_id);
}

/**
 * Called before each part and before the file is handed out, which may be long after the students were read.
 * @throws NOT_FOUND if one of them, or the batch, is no longer in the scope of the caller
 */
export async function refuseLost(
  { data, scope }: Pick<BatchCaller, 'data' | 'scope'>,
  batchName: string,
  students: readonly string[],
): Promise<void> {
  const limits = await scope();
  await findBatchId(data.read, batchName, limits.batches);
  const { found } = await data.read
    .selectFrom('students')
    .select((on) => on.fn.countAll().as('found'))
    .where('student_id', 'in', students)
    .where(limits.students)
    .executeTakeFirstOrThrow();
  if (Number(found) < new Set(students).size) throw notFound();
}

/**
 * Reads and sets the transcripts one by one, so that other papers can be made in between; null if it was cancelled.
 */
export async function batchFile(
  work: Progress,
  call: BatchCaller,
  { batchName, level, form }: AskedBatch,
  students: readonly string[],
): Promise<MadeBatch | null> {
  const { data } = call;
  const head = await letterhead(data.read, data.now());
  const papers: Issuable[] = [];
  /** Waits for its turn, and does nothing if the work was cancelled meanwhile. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T | null> =>
    paperQueue.run(call.user, async () => (work.isGivenUp() ? null : step()), { isStep: true });
  for (const studentId of students) {
    const paper = await inTurn(async () => {
      const person = await findPerson(call, { studentId, batchName });
      return { person, transcript: await transcriptOf(data.read, person, level), level: level ?? null };
    });
    if (!paper) return null;
    papers.push(paper);
    if (form === 'pdf') work.done += 1;
  }
  const issues = await inTurn(() => issuePapers(call, papers, work.isGivenUp));
  if (!issues) return null;
  const contents = papers.map(({ transcript }, place) => ({
    document: transcriptDocument(transcript, level ?? null),
    issue: issues[place] ?? null,
  }));
  const set = (some: readonly PaperContent[]) =>
    inTurn(async () => {
      await refuseLost(call, batchName, students);
      return pdfOf(some, head);
    });
  const made = { issues, batchName, students };
  const name = `${paperText.batchFile} - ${batchName}`;
  if (form === 'pdf') {
    const bytes = await set(contents);
    if (!bytes) return null;
    return { file: { bytes, mediaType: 'application/pdf', name: fileName(name, 'pdf') }, ...made };
  } else {
    const entries = await zipPapers(work, contents, papers, (content) => set([content]));
    if (!entries) return null;
    // The files are compressed already, so they are only stored.
    const bytes = zipSync(entries, { level: 0 });
    return { file: { bytes, mediaType: 'application/zip', name: fileName(name, 'zip') }, ...made };
  }
}

async function zipPapers(
  work: Progress,
  contents: readonly PaperContent[],
  papers: readonly Issuable[],
  set: (content: PaperContent) => Promise<Uint8Array | null>,
): Promise<Record<string, Uint8Array> | null> {
  const entries: Record<string, Uint8Array> = {};
  for (const [place, content] of contents.entries()) {
    const bytes = await set(content);
    if (!bytes) return null;
    const person = papers[place]?.person;
    // The academic number distinguishes students of the same name.
    entries[fileName(person?.studentName ?? '', 'pdf', person?.studentId)] = bytes;
    work.done += 1;
  }
  return entries;
}
