import { randomBytes } from 'node:crypto';
import type { BatchJob } from '../../../contract/reports/papers';
import { ruleMessages } from '../../../contract/errors';
import type { Data } from '../../db/data';
import type { Db, Trx } from '../../db/schema';
import type { FileResponse } from '../../mount';
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

/*
 * The transcripts of a batch are a row of `paper_jobs`, so that every server answers for them. One server
 * works on a job, and stores its progress and its file. A deleted row cancels the job.
 */

/** If the client sends no request for this time, the job is cancelled or its file deleted. Milliseconds. */
const expiryMs = 30_000;
/** A working server stores its time this often. Milliseconds. */
const heartbeatMs = 10_000;
/** After this time without a heartbeat, the working server has ended. Milliseconds. */
const maxSilenceMs = 60_000;

type CallContext = Pick<BatchCaller, 'data' | 'user'>;
type StoredResult = Omit<BatchResult, 'file'> & Omit<FileResponse, 'bytes'>;

const timeBefore = ({ now }: Data, milliseconds: number) =>
  new Date(now().getTime() - milliseconds).toISOString();

/** @throws NOT_FOUND, also for a job of another user, a cancelled job, or a job whose server has ended */
export async function findJobState({ data, user }: CallContext, id: string): Promise<BatchJob> {
  const job = await data.writeUnlogged((trx) =>
    trx
      .updateTable('paper_jobs')
      .set({ requested_at: data.now().toISOString() })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where('requested_at', '>', timeBefore(data, expiryMs))
      .where(({ eb, or }) =>
        or([eb('state', '<>', 'running'), eb('worked_at', '>', timeBefore(data, maxSilenceMs))]),
      )
      .returning(['id', 'state', 'done', 'total'])
      .executeTakeFirst(),
  );
  if (!job) throw new Problem('NOT_FOUND', { message: ruleMessages.workNotHere });
  return job;
}

export async function cancelJob(call: CallContext, id: string): Promise<void> {
  await findJobState(call, id);
  await call.data.writeUnlogged((trx) => deleteJob(trx, id));
}

const deleteJob = (trx: Trx, id: string) => trx.deleteFrom('paper_jobs').where('id', '=', id).execute();

export async function findBatchResult(call: CallContext, id: string): Promise<BatchResult> {
  await findJobState(call, id);
  const job = await call.data.read
    .selectFrom('paper_jobs')
    .select(['result', 'file'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!job?.result || !job.file) throw invalid({ path: '', message: ruleMessages.batchFileNotReady });
  const { mediaType, name, ...result } = JSON.parse(job.result) as StoredResult;
  return { file: { bytes: job.file, mediaType, name }, ...result };
}

export async function deleteExpiredJobs(data: Data): Promise<void> {
  await data.writeUnlogged((trx) =>
    trx.deleteFrom('paper_jobs').where('requested_at', '<=', timeBefore(data, expiryMs)).execute(),
  );
}

/** Replaces the user's earlier job. */
async function createJob({ data, user }: CallContext, total: number): Promise<BatchJob> {
  const job = { id: randomBytes(16).toString('hex'), state: 'running', done: 0, total } as const;
  const now = data.now().toISOString();
  await data.writeUnlogged(async (trx) => {
    await trx.deleteFrom('paper_jobs').where('user_id', '=', user.id).execute();
    await trx
      .insertInto('paper_jobs')
      .values({ ...job, user_id: user.id, requested_at: now, worked_at: now, result: null, file: null })
      .execute();
  });
  return job;
}

type JobChanges = Partial<Pick<BatchJob, 'state' | 'done'>> & { result?: string; file?: Buffer };

function workOn(data: Data, id: string) {
  const update = async (changes: JobChanges): Promise<void> => {
    await data.writeUnlogged((trx) =>
      trx
        .updateTable('paper_jobs')
        .set({ ...changes, worked_at: data.now().toISOString() })
        .where('id', '=', id)
        .execute(),
    );
  };
  let done = 0;
  const progress: JobProgress = {
    addDone: () => update({ done: (done += 1) }),
    isCancelled: async (db: Db = data.read) => {
      const job = await db
        .selectFrom('paper_jobs')
        .select('id')
        .where('id', '=', id)
        .where('requested_at', '>', timeBefore(data, expiryMs))
        .executeTakeFirst();
      return job === undefined;
    },
  };
  // A missed heartbeat does no harm, because the next one follows.
  const heartbeat = setInterval(() => void update({}).catch(() => undefined), heartbeatMs).unref();
  return { progress, update, stop: () => clearInterval(heartbeat) };
}

const toStored = ({ file: { bytes, ...file }, ...result }: BatchResult) => ({
  file: Buffer.from(bytes),
  result: JSON.stringify({ ...file, ...result } satisfies StoredResult),
});

/** Cancels the user's earlier job. @throws NOT_FOUND, VALIDATION for no students or too many */
export async function startJob(
  call: BatchCaller,
  request: BatchRequest,
  onError: (error: unknown) => void,
): Promise<BatchJob> {
  const { data } = call;
  await requireTypesetter();
  const studentIds = await findStudentsOfBatch(call, request);
  const job = await createJob(call, studentIds.length);
  const { progress, update, stop } = workOn(data, job.id);
  const build = async () => {
    const result = await buildBatchFile(progress, call, request, studentIds);
    if (result) await update({ state: 'ready', done: job.total, ...toStored(result) });
    else await data.writeUnlogged((trx) => deleteJob(trx, job.id));
  };
  const fail = async (error: unknown) => {
    if (error instanceof JobCancelled) return;
    onError(error instanceof Problem ? (error.cause ?? error) : error);
    await update({ state: 'failed' });
  };
  void build().catch(fail).catch(onError).finally(stop);
  return job;
}
