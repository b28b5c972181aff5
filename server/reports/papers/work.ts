import { randomBytes } from 'node:crypto';
import type { BatchWork } from '../../../contract/papers';
import { ruleMessages } from '../../../contract/errors';
import type { FileAnswer } from '../../mount';
import { invalid, notFound, Problem } from '../../problem';
import { type AskedBatch, type BatchCaller, batchFile, type Progress, studentsOfBatch } from './batchFile';
import { requireTypesetter } from './typesetter';

/** A work that nobody has asked about for so long is given up, or its file thrown away. */
const forgottenAfterMs = 30_000;

/** The transcripts of a batch on their way to a file; in the memory of this server alone. */
interface Work extends Progress {
  id: string;
  userId: number;
  state: BatchWork['state'];
  total: number;
  forgetting: NodeJS.Timeout | undefined;
  file: FileAnswer | null;
}

const works = new Map<string, Work>();

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
export async function startWork(call: BatchCaller, asked: AskedBatch, onError: (error: unknown) => void) {
  await requireTypesetter();
  const students = await studentsOfBatch(call, asked);
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
  batchFile(work, call, asked, students).then(
    (file) => {
      work.file = file;
      work.done = work.total;
      work.state = 'ready';
    },
    (error: unknown) => {
      work.state = 'failed';
      onError(error);
    },
  );
  return seen(work);
}
