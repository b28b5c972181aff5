import { randomBytes } from 'node:crypto';
import type { BatchWork } from '../../../contract/papers';
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

/** A work that nobody has asked about for so long is given up, or its file thrown away. */
const forgottenAfterMs = 30_000;

/** The transcripts of a batch on their way to a file; in the memory of this server alone. */
interface Work extends Progress {
  id: string;
  userId: number;
  state: BatchWork['state'];
  total: number;
  /** When somebody last asked about it, by the clock of the server. */
  seenAt: number;
  /** Throws it away when nothing else does. */
  forgetting: NodeJS.Timeout | undefined;
  made: MadeBatch | null;
}

type Asking = Pick<BatchCaller, 'data' | 'user'>;

const works = new Map<string, Work>();

const toBatchWork = ({ id, state, done, total }: Work): BatchWork => ({ id, state, done, total });

function forget(work: Work): void {
  clearTimeout(work.forgetting);
  works.delete(work.id);
}

function touch(work: Work, { data }: Asking): void {
  work.seenAt = data.now().getTime();
  clearTimeout(work.forgetting);
  work.forgetting = setTimeout(() => forget(work), forgottenAfterMs).unref();
}

/** A work of whoever asks. @throws NOT_FOUND, also for another's, for one that was given up, and for one of another server */
function workOf(call: Asking, id: string): Work {
  const work = works.get(id);
  if (work?.userId !== call.user.id || work.isGivenUp())
    throw new Problem('NOT_FOUND', { message: ruleMessages.workNotHere });
  touch(work, call);
  return work;
}

export const workState = (call: Asking, id: string): BatchWork => toBatchWork(workOf(call, id));

export const cancelWork = (call: Asking, id: string): void => forget(workOf(call, id));

/** What was made, as long as it is there. @throws VALIDATION before it is */
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
 * Begins the transcripts of a batch, and gives up what the same person had made before.
 * @throws NOT_FOUND, VALIDATION for too many or nobody
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
