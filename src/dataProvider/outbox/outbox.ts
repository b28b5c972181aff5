import { ui } from '../../i18n/ar/ui';
import { ApiProblem } from '../ApiProblem';
import { newKey } from '../lostWrites';
import { loadIdempotency } from '../serverFeatures';
import { currentSession } from '../session';
import { hasQueued, openOutbox, type UserOutbox } from './userOutbox';
import type { ServerAnswer, Kind } from './kind';
import { formatTargetKey, type Entry, type KindName, kinds, findLane, type WorkOf } from './kinds';
import { runExclusive } from './deviceStore';

// An entry stays on the device until the server answers. One tab at a time sends the entries of an offering
// in sequence. An entry without an answer blocks only its own offering.

export type SendResult =
  | { kind: 'sent'; result: ServerAnswer | null }
  | { kind: 'waiting' }
  /** With `isStored`, the entry stays on the device until the user decides. */
  | { kind: 'refused'; problem: ApiProblem; isStored: boolean };

const minPauseMs = 15_000;
const maxPauseMs = 5 * 60_000;
const senderCodes = ['NETWORK', 'IDENTITY_MISMATCH', 'MUST_CHANGE_PASSWORD', 'IN_PROGRESS'];

/** The server did not judge the work, for example because the session ended or the server is busy. */
export const isUnanswered = ({ code, status }: ApiProblem): boolean =>
  senderCodes.includes(code) || status === 401 || status === 429 || status >= 500;

let lastAt = 0;

/** Each timestamp is unique, so that entries can be ordered by time. */
const nextTimestamp = () => new Date((lastAt = Math.max(Date.now(), lastAt + 1))).toISOString();

let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

function scheduleRetry({ retryAfter }: ApiProblem): void {
  clearTimeout(timer);
  const pause = Math.min(minPauseMs * 2 ** failures, maxPauseMs);
  timer = setTimeout(sendQueued, Math.max(pause, (retryAfter ?? 0) * 1_000));
  failures += 1;
}

/** @param onStored called when the device has stored the entry */
export async function send<K extends KindName>(
  kind: K,
  work: WorkOf<K>,
  onStored?: () => void,
): Promise<SendResult> {
  const outbox = openOutbox();
  if (!outbox) return buildNotSent(false);
  const entry = { ...work, kind, id: newKey(), at: nextTimestamp(), state: 'waiting' } as unknown as Entry;
  outbox.markSending(entry.id);
  try {
    await outbox.opening;
    const storeResult = await outbox.put(entry);
    if (storeResult === 'stored') onStored?.();
    const results = await sendLane(outbox, findLane(kind, work), storeResult === 'stored' ? null : entry);
    return (
      results.get(entry.id) ??
      (storeResult === 'stored' ? resultElsewhere(outbox, entry) : buildNotSent(outbox.isFull))
    );
  } finally {
    outbox.unmarkSending(entry.id);
  }
}

/** After this time the screen can be used again, and the outbox continues in the background. */
const sendTimeoutMs = 3_000;

/** Resolves to `waiting` after `maxWaitMs`, if the device has stored the entry. */
export function sendWithTimeout<K extends KindName>(
  kind: K,
  work: WorkOf<K>,
  maxWaitMs = sendTimeoutMs,
): Promise<SendResult> {
  return new Promise((resolve, reject) => {
    const startTimeout = () => setTimeout(() => resolve({ kind: 'waiting' }), maxWaitMs);
    send(kind, work, startTimeout).then(resolve, reject);
  });
}

/** The result of an entry that another tab sent, a later entry replaced, or an earlier entry blocks. */
function resultElsewhere(outbox: UserOutbox, entry: Entry): SendResult {
  const queuedEntry = outbox.entries.findLast((one) => entryTarget(one) === entryTarget(entry));
  if (!queuedEntry) return { kind: 'sent', result: { message: '' } };
  const problem = queuedEntry.id === entry.id ? toProblem(queuedEntry) : null;
  return problem ? { kind: 'refused', problem, isStored: true } : { kind: 'waiting' };
}

export function toProblem({ problem }: Entry): ApiProblem | null {
  if (!problem) return null;
  const { status, code, message, current } = problem;
  const answer = { error: message, current } as ConstructorParameters<typeof ApiProblem>[2];
  return new ApiProblem(status, message, answer, code as ApiProblem['code']);
}

/** The entry is not stored, and an earlier entry blocks it or the session has ended. */
const buildNotSent = (isFull: boolean): Exclude<SendResult, { kind: 'sent' }> => ({
  kind: 'refused',
  problem: new ApiProblem(0, isFull ? ui.deviceFull : ui.offline, null, 'NETWORK'),
  isStored: false,
});

const entryTarget = (entry: Entry) => formatTargetKey(entry.kind, entry as never);
const entryLane = (entry: Entry) => findLane(entry.kind, entry as never);

/** Sends a lane, oldest first, until an answer is missing. @param unstored entry that is only in memory */
function sendLane(
  outbox: UserOutbox,
  name: string,
  unstored: Entry | null,
): Promise<Map<string, SendResult>> {
  return runExclusive(`rasd.outbox.${outbox.userId}.${name}`, async () => {
    const results = new Map<string, SendResult>();
    // Another tab may have sent some entries.
    await outbox.reload();
    const queuedEntries = outbox.entries.filter((one) => entryLane(one) === name && one.state !== 'refused');
    for (const candidate of unstored ? [...queuedEntries, unstored] : queuedEntries) {
      const entry = candidate === unstored ? candidate : outbox.entries.find(({ id }) => id === candidate.id);
      if (!entry) continue;
      if (currentSession()?.user.id !== outbox.userId) break;
      const result = await attempt(outbox, entry, entry !== unstored);
      results.set(entry.id, result);
      if (result.kind === 'waiting') break;
    }
    return results;
  });
}

async function attempt(outbox: UserOutbox, entry: Entry, isStored: boolean): Promise<SendResult> {
  outbox.markSending(entry.id);
  try {
    if (isStored) await markTried(outbox, entry);
    const result = await deliver(outbox, entry, isStored);
    failures = 0;
    outbox.noteDelivered(entry, result);
    if (isStored) await outbox.finish(entry, result);
    return { kind: 'sent', result };
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    if (!isUnanswered(problem)) {
      if (isStored) await outbox.refuse(entry.id, problem);
      return { kind: 'refused', problem, isStored };
    }
    if (!isStored)
      return {
        kind: 'refused',
        problem: outbox.isFull ? deviceFullProblem(problem) : problem,
        isStored: false,
      };
    scheduleRetry(problem);
    return { kind: 'waiting' };
  } finally {
    outbox.unmarkSending(entry.id);
  }
}

const deviceFullProblem = ({ status, code }: ApiProblem) => new ApiProblem(status, ui.deviceFull, null, code);

const kindOf = ({ kind }: Entry) => kinds[kind] as Kind<Entry>;

/** The server may receive the entry now, so a later entry must not replace it. */
async function markTried(outbox: UserOutbox, entry: Entry): Promise<void> {
  if (kindOf(entry).afterDelivery && !entry.isTried)
    await outbox.update({ ...entry, isTried: true }).catch(() => undefined);
}

/** Attempts while other users save the same rows. */
const maxMerges = 4;

/** If an entry is stale, merges it with the stored rows and sends it again. */
async function deliver(
  outbox: UserOutbox,
  entry: Entry,
  isStored: boolean,
  mergeCount = 0,
): Promise<ServerAnswer | null> {
  const { deliver: sendOnce, merge } = kindOf(entry);
  // Another user may have signed in before the call.
  if (currentSession()?.user.id !== outbox.userId) throw new ApiProblem(0, ui.offline, null, 'NETWORK');
  try {
    return await sendOnce(entry);
  } catch (problem) {
    const isStale = problem instanceof ApiProblem && problem.code === 'STALE' && mergeCount < maxMerges;
    const merged = isStale && merge ? merge(entry, problem.body['current']) : null;
    if (!merged) throw problem;
    // The server stores no response for a refused attempt, so the key stays valid.
    if (isStored) await outbox.update(merged).catch(() => undefined);
    return deliver(outbox, merged, isStored, mergeCount + 1);
  }
}

export function sendQueued(): void {
  clearTimeout(timer);
  void sendAll();
}

/** Tries each entry once. @returns true if the outbox is empty */
export async function sendAll(): Promise<boolean> {
  const outbox = openOutbox();
  if (!outbox) return false;
  await outbox.opening;
  const queuedEntries = outbox.entries.filter(
    ({ id, state }) => state !== 'refused' && !outbox.isSending(id),
  );
  await Promise.all([...new Set(queuedEntries.map(entryLane))].map((name) => sendLane(outbox, name, null)));
  return outbox.entries.length + outbox.unreadable.length === 0;
}

window.addEventListener('online', () => {
  failures = 0;
  sendQueued();
});

export const canQueue = async (kind: KindName): Promise<boolean> =>
  (await openOutbox()?.canQueue(kind)) ?? false;

export const findQueued = <K extends KindName>(kind: K, work: WorkOf<K>): Entry | undefined =>
  openOutbox()?.entries.find((one) => entryTarget(one) === formatTargetKey(kind, work));

export const drop = async (entry: { id: string }): Promise<void> => openOutbox()?.drop([entry.id]);

export const discard = async (entry: { id: string }): Promise<void> => openOutbox()?.discard([entry.id]);

export const dropUnreadable = async (): Promise<void> => openOutbox()?.dropUnreadable();

/** Loads early what an offline save needs: the key, or at a plain http address what the server knows. */
export async function prepareOutbox(): Promise<void> {
  if (!window.isSecureContext) await loadIdempotency();
  const outbox = openOutbox();
  await outbox?.ensureKey();
  if (await hasQueued()) await outbox?.changeKey();
}

/** True if the password was changed in this tab and entries still have the earlier key. */
let isKeyOld = false;

/** Retries until the session ends. */
export async function changeOutboxKey(): Promise<void> {
  isKeyOld = true;
  await finishKeyChange();
  if (isKeyOld && openOutbox()) setTimeout(() => void changeOutboxKey(), minPauseMs);
}

/** Call it before the sign-out, because the sign-out deletes the earlier key. */
export async function finishKeyChange(): Promise<void> {
  const isDone = !isKeyOld || ((await openOutbox()?.changeKey()) ?? true);
  if (isDone) isKeyOld = false;
}
