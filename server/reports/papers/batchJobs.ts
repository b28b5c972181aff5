import { sql, type SqlBool } from 'kysely';
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

/** Jobs of this process. */
const runningIds = new Set<string>();

type CallContext = Pick<BatchCaller, 'data' | 'user'>;
type StoredResult = Omit<BatchResult, 'file'> & Omit<FileResponse, 'bytes'>;

/** A later time was written before the clock was set back, and counts as expired. Milliseconds. */
const maxClockDifferenceMs = 5_000;

function isWithin({ now }: Data, column: 'requested_at' | 'worked_at', milliseconds: number) {
  const timeAt = (offset: number) => new Date(now().getTime() + offset).toISOString();
  return sql<SqlBool>`(${sql.ref(column)} > ${timeAt(-milliseconds)} and ${sql.ref(column)} <= ${timeAt(maxClockDifferenceMs)})`;
}

/**
 * Extends the expiry of the job.
 * @throws NOT_FOUND, also for a job of another user, a cancelled job, or a job whose server has ended
 */
export async function touchJob({ data, user }: CallContext, id: string): Promise<BatchJob> {
  const job = await data.writeUnlogged((trx) =>
    trx
      .updateTable('paper_jobs')
      .set({ requested_at: data.now().toISOString() })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where(isWithin(data, 'requested_at', expiryMs))
      .where(sql<SqlBool>`(state <> 'running' or ${isWithin(data, 'worked_at', maxSilenceMs)})`)
      .returning(['id', 'state', 'done', 'total'])
      .executeTakeFirst(),
  );
  if (!job) throw new Problem('NOT_FOUND', { message: ruleMessages.workNotHere });
  return job;
}

export async function cancelJob(call: CallContext, id: string): Promise<void> {
  await touchJob(call, id);
  await call.data.writeUnlogged((trx) => deleteJob(trx, id));
}

const deleteJob = (trx: Trx, id: string) => trx.deleteFrom('paper_jobs').where('id', '=', id).execute();

export async function findBatchResult(call: CallContext, id: string): Promise<BatchResult> {
  await touchJob(call, id);
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
    trx
      .deleteFrom('paper_jobs')
      .where(sql<SqlBool>`not ${isWithin(data, 'requested_at', expiryMs)}`)
      .execute(),
  );
}

/** Replaces the user's earlier job. */
async function createJob({ data, user }: CallContext, total: number): Promise<BatchJob> {
  const job = { id: randomBytes(16).toString('hex'), state: 'running', done: 0, total } as const;
  const now = data.now().toISOString();
  const row = { ...job, user_id: user.id, requested_at: now, worked_at: now, result: null, file: null };
  await data.writeUnlogged((trx) =>
    trx
      .insertInto('paper_jobs')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute(),
  );
  return job;
}

type JobChanges = Partial<Pick<BatchJob, 'state' | 'done'>> & { result?: string; file?: Buffer };

/** A missed heartbeat or count does no harm, because the next one follows. */
const ignoreMissed = () => undefined;

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
    addDone: () => update({ done: (done += 1) }).catch(ignoreMissed),
    isCancelled: async (db: Db = data.read) => {
      const job = await db
        .selectFrom('paper_jobs')
        .select('id')
        .where('id', '=', id)
        .where(isWithin(data, 'requested_at', expiryMs))
        .executeTakeFirst();
      return job === undefined;
    },
  };
  const heartbeat = setInterval(() => void update({}).catch(ignoreMissed), heartbeatMs).unref();
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
  runningIds.add(job.id);
  const end = () => {
    stop();
    runningIds.delete(job.id);
  };
  void build().catch(fail).catch(onError).finally(end);
  return job;
}

/** For a server that closes: the client then starts the job again at once, on another server. */
export async function failRunningJobs(data: Data): Promise<void> {
  if (runningIds.size === 0) return;
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('paper_jobs')
      .set({ state: 'failed' })
      .where('id', 'in', [...runningIds])
      .where('state', '=', 'running')
      .execute(),
  );
}
