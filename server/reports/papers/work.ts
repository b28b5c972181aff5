import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { transcriptDocument } from '../../../contract/documents/transcript';
import { ruleMessages } from '../../../contract/errors';
import { type BatchForm, type BatchWork, mostInBatch } from '../../../contract/papers';
import { paperText } from '../../../contract/paperText';
import { type FileAnswer } from '../../mount';
import { invalid, notFound, Problem } from '../../problem';
import type { Call } from '../../mount';
import { personAsked } from '../asked';
import { transcriptOf } from '../transcript';
import { fileName, letterhead, pdfOf } from './files';
import { type Issuable, issuePapers } from './issuing';
import type { PaperContent } from './paperData';
import { requireTypesetter } from './typesetter';

/** A work that nobody has asked about for so long is given up, or its file thrown away. */
const forgottenAfterMs = 30_000;

/** The transcripts of a batch on their way to a file; in the memory of this server alone. */
interface Work {
  id: string;
  userId: number;
  state: BatchWork['state'];
  done: number;
  total: number;
  isCancelled: boolean;
  forgetting: NodeJS.Timeout | undefined;
  file: FileAnswer | null;
}

const works = new Map<string, Work>();

type Caller = Pick<Call, 'data' | 'user' | 'scope' | 'config'>;
interface Asked {
  batchName: string;
  level?: number | undefined;
  form: BatchForm;
}

const seen = ({ id, state, done, total }: Work): BatchWork => ({ id, state, done, total });

function give(work: Work): void {
  work.isCancelled = true;
  clearTimeout(work.forgetting);
  works.delete(work.id);
}

function touch(work: Work): void {
  clearTimeout(work.forgetting);
  work.forgetting = setTimeout(() => give(work), forgottenAfterMs).unref();
}

/** A work of this person. @throws NOT_FOUND, also for another's */
function workOf(id: string, userId: number): Work {
  const work = works.get(id);
  if (work?.userId !== userId) throw notFound();
  touch(work);
  return work;
}

export const workState = (id: string, userId: number): BatchWork => seen(workOf(id, userId));

export const cancelWork = (id: string, userId: number): void => give(workOf(id, userId));

/** The file, as long as it is there. @throws VALIDATION before it is */
export function workFile(id: string, userId: number): FileAnswer {
  const { file } = workOf(id, userId);
  if (!file) throw invalid({ path: '', message: ruleMessages.batchFileNotReady });
  return file;
}

/** Begins the transcripts of a batch. @throws NOT_FOUND, WORK_RUNNING, VALIDATION for too many or nobody */
export async function startWork(call: Caller, asked: Asked, onError: (error: unknown) => void) {
  await requireTypesetter();
  const students = await studentsOf(call, asked.batchName);
  const own = [...works.values()].filter(({ userId }) => userId === call.user.id);
  const running = own.find(({ state }) => state === 'running');
  if (running) throw new Problem('WORK_RUNNING', { extra: { work: seen(running) } });
  for (const old of own) give(old);
  const work: Work = {
    id: randomBytes(16).toString('hex'),
    userId: call.user.id,
    state: 'running',
    done: 0,
    total: students.length,
    isCancelled: false,
    forgetting: undefined,
    file: null,
  };
  works.set(work.id, work);
  touch(work);
  run(work, call, asked, students).catch((error: unknown) => {
    work.state = 'failed';
    onError(error);
  });
  return seen(work);
}

async function studentsOf({ data, scope }: Caller, batchName: string): Promise<string[]> {
  const limits = await scope();
  const batch = await data.read
    .selectFrom('batches')
    .select('id')
    .where('batch_name', '=', batchName)
    .where(limits.batches)
    .executeTakeFirst();
  if (!batch) throw notFound();
  const students = await data.read
    .selectFrom('students')
    .select('student_id')
    .where('batch_id', '=', batch.id)
    .where(limits.students)
    .orderBy('full_name_sort')
    .orderBy('id')
    .limit(mostInBatch + 1)
    .execute();
  const problem =
    students.length === 0
      ? ruleMessages.batchWithoutStudents
      : students.length > mostInBatch && ruleMessages.batchTooLarge(mostInBatch);
  if (problem) throw invalid({ path: 'batchName', message: problem });
  return students.map(({ student_id }) => student_id);
}

/** Reads and sets one transcript after another, so that other papers come in between. */
async function run(work: Work, call: Caller, { batchName, level, form }: Asked, students: readonly string[]) {
  const { data, config, user } = call;
  const head = await letterhead(data.read, data.now());
  const papers: Issuable[] = [];
  for (const studentId of students) {
    if (work.isCancelled) return;
    const person = await personAsked(call, { studentId, batchName });
    papers.push({ person, transcript: await transcriptOf(data.read, person, level), level: level ?? null });
    if (form === 'pdf') work.done += 1;
  }
  const issues = await issuePapers(data, config, user, papers);
  const contents = papers.map(({ transcript }, place) => ({
    document: transcriptDocument(transcript, level ?? null),
    issue: issues[place] ?? null,
  }));
  const name = `${paperText.batchFile} - ${batchName}`;
  if (form === 'pdf') {
    const bytes = await pdfOf(contents, head);
    work.file = { bytes, mediaType: 'application/pdf', name: fileName(name, 'pdf') };
  } else {
    const entries = await zipped(work, contents, papers, (content) => pdfOf([content], head));
    if (!entries) return;
    // Already compressed inside: stored, which takes no time to speak of.
    const bytes = zipSync(entries, { level: 0 });
    work.file = { bytes, mediaType: 'application/zip', name: fileName(name, 'zip') };
  }
  work.done = work.total;
  work.state = 'ready';
}

async function zipped(
  work: Work,
  contents: readonly PaperContent[],
  papers: readonly Issuable[],
  set: (content: PaperContent) => Promise<Uint8Array>,
): Promise<Record<string, Uint8Array> | null> {
  const entries: Record<string, Uint8Array> = {};
  for (const [place, content] of contents.entries()) {
    if (work.isCancelled) return null;
    const person = papers[place]?.person;
    // The number keeps two of one name apart.
    entries[fileName(`${person?.studentName} - ${person?.studentId}`, 'pdf')] = await set(content);
    work.done += 1;
  }
  return entries;
}
