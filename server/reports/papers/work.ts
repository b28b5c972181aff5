import { randomBytes } from 'node:crypto';
import type { BatchJob } from '../../../contract/reports/papers';
import { ruleMessages } from '../../../contract/errors';
import { invalid, Problem } from '../../problem';
import {
  type AskedBatch,
  type BatchCaller,
  batchFile,
  type MadeBatch,
  type Progress,
  studentsOfBatch,
} from './batchFile';
import { GivenUp } from './issuing';
import { requireTypesetter } from './typesetter';

/** After this time without a request about it, a work is cancelled or its file deleted. */
const forgottenAfterMs = 30_000;

/** The transcripts of a batch that are being made; only in the memory of this server. */
interface Work extends Progress {
  id: string;
  userId: number;
  state: BatchJob['state'];
  total: number;
  /** The time of the last request about it, by the clock of the server. */
  seenAt: number;
  /** Deletes it if nothing else does. */
  forgetting: NodeJS.Timeout | undefined;
  made: MadeBatch | null;
}

type Asking = Pick<BatchCaller, 'data' | 'user'>;

const works = new Map<string, Work>();

const toBatchWork = ({ id, state, done, total }: Work): BatchJob => ({ id, state, done, total });

function forget(work: Work): void {
  clearTimeout(work.forgetting);
  works.delete(work.id);
}

function touch(work: Work, { data }: Asking): void {
  work.seenAt = data.now().getTime();
  clearTimeout(work.forgetting);
  work.forgetting = setTimeout(() => forget(work), forgottenAfterMs).unref();
}

/** A work of the caller. @throws NOT_FOUND, also for a work of another person or server, or a cancelled one */
function workOf(call: Asking, id: string): Work {
  const work = works.get(id);
  if (work?.userId !== call.user.id || work.isGivenUp())
    throw new Problem('NOT_FOUND', { message: ruleMessages.workNotHere });
  touch(work, call);
  return work;
}

export const workState = (call: Asking, id: string): BatchJob => toBatchWork(workOf(call, id));

export const cancelWork = (call: Asking, id: string): void => forget(workOf(call, id));

/** The finished file. @throws VALIDATION before it is finished */
export function findMadeBatch(call: Asking, id: string): MadeBatch {
  const { made } = workOf(call, id);
  if (!made) throw invalid({ path: '', message: ruleMessages.batchFileNotReady });
  return made;
}

function newWork(call: Asking, total: number): Work {
  const { data, user } = call;
  const work: Work = {
    id: randomBytes(16).toString('hex'),
    userId: user.id,
    state: 'running',
    done: 0,
    total,
    seenAt: 0,
    forgetting: undefined,
    made: null,
    isGivenUp: () => !works.has(work.id) || data.now().getTime() - work.seenAt >= forgottenAfterMs,
  };
  works.set(work.id, work);
  touch(work, call);
  return work;
}

/**
 * Starts the transcripts of a batch, and cancels the earlier work of the same person.
 * @throws NOT_FOUND, VALIDATION for no students or too many
 */
export async function startWork(call: BatchCaller, asked: AskedBatch, onError: (error: unknown) => void) {
  await requireTypesetter();
  const students = await studentsOfBatch(call, asked);
  for (const old of works.values()) if (old.userId === call.user.id) forget(old);
  const work = newWork(call, students.length);
  batchFile(work, call, asked, students).then(
    (made) => {
      if (!made) return forget(work);
      work.made = made;
      work.done = work.total;
      work.state = 'ready';
    },
    (error: unknown) => {
      if (error instanceof GivenUp) return;
      work.state = 'failed';
      onError(error instanceof Problem ? (error.cause ?? error) : error);
    },
  );
  return toBatchWork(work);
}
