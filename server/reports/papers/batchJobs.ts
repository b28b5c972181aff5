import { randomBytes } from 'node:crypto';
import type { BatchJob } from '../../../contract/reports/papers';
import { ruleMessages } from '../../../contract/errors';
import { invalid, Problem } from '../../problem';
import {
  type BatchRequest,
  type BatchCaller,
  buildBatchFile,
  type BatchResult,
  type JobProgress,
  findStudentsOfBatch,
} from './batchFile';
import { JobCancelled } from './issuing';
import { requireTypesetter } from './typesetter';

/** If the client sends no request for this time, the job is cancelled or its file deleted. Milliseconds. */
const expiryMs = 30_000;

/** The transcripts of a batch. Running jobs exist only in the memory of this server. */
interface RunningJob extends JobProgress {
  id: string;
  userId: number;
  state: BatchJob['state'];
  total: number;
  lastRequestAt: number;
  expiryTimer: NodeJS.Timeout | undefined;
  result: BatchResult | null;
}

type CallContext = Pick<BatchCaller, 'data' | 'user'>;

const jobs = new Map<string, RunningJob>();

const toBatchJob = ({ id, state, done, total }: RunningJob): BatchJob => ({ id, state, done, total });

function removeJob(job: RunningJob): void {
  clearTimeout(job.expiryTimer);
  jobs.delete(job.id);
}

function postponeExpiry(job: RunningJob, { data }: CallContext): void {
  job.lastRequestAt = data.now().getTime();
  clearTimeout(job.expiryTimer);
  job.expiryTimer = setTimeout(() => removeJob(job), expiryMs).unref();
}

/** @throws NOT_FOUND, also for a job of another user or server, or a cancelled job */
function findJob(call: CallContext, id: string): RunningJob {
  const job = jobs.get(id);
  if (job?.userId !== call.user.id || job.isCancelled())
    throw new Problem('NOT_FOUND', { message: ruleMessages.workNotHere });
  postponeExpiry(job, call);
  return job;
}

export const findJobState = (call: CallContext, id: string): BatchJob => toBatchJob(findJob(call, id));

export const cancelJob = (call: CallContext, id: string): void => removeJob(findJob(call, id));

export function findBatchResult(call: CallContext, id: string): BatchResult {
  const { result } = findJob(call, id);
  if (!result) throw invalid({ path: '', message: ruleMessages.batchFileNotReady });
  return result;
}

function createJob(call: CallContext, total: number): RunningJob {
  const { data, user } = call;
  const job: RunningJob = {
    id: randomBytes(16).toString('hex'),
    userId: user.id,
    state: 'running',
    done: 0,
    total,
    lastRequestAt: 0,
    expiryTimer: undefined,
    result: null,
    isCancelled: () => !jobs.has(job.id) || data.now().getTime() - job.lastRequestAt >= expiryMs,
  };
  jobs.set(job.id, job);
  postponeExpiry(job, call);
  return job;
}

/** Cancels the user's earlier job. @throws NOT_FOUND, VALIDATION for no students or too many */
export async function startJob(call: BatchCaller, request: BatchRequest, onError: (error: unknown) => void) {
  await requireTypesetter();
  const studentIds = await findStudentsOfBatch(call, request);
  for (const oldJob of jobs.values()) if (oldJob.userId === call.user.id) removeJob(oldJob);
  const job = createJob(call, studentIds.length);
  buildBatchFile(job, call, request, studentIds).then(
    (result) => {
      if (!result) return removeJob(job);
      job.result = result;
      job.done = job.total;
      job.state = 'ready';
    },
    (error: unknown) => {
      if (error instanceof JobCancelled) return;
      job.state = 'failed';
      onError(error instanceof Problem ? (error.cause ?? error) : error);
    },
  );
  return toBatchJob(job);
}
