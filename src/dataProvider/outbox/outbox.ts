import { ui } from '../../i18n/ar/ui';
import { ApiProblem } from '../ApiProblem';
import { newKey } from '../lostWrites';
import { currentSession } from '../session';
import { hasWaiting, openBox, type OutboxOfPerson } from './box';
import type { Arrived, Kind } from './kind';
import { aboutOf, type Entry, type KindName, kinds, laneOf, type WorkOf } from './kinds';
import { inTurn } from './deviceStore';

/*
 * What was saved stays on the device until it is answered: through a reload, a lost network, a closed browser and a new
 * sign-in. Entries of one offering are sent one after the other, by one tab at a time; one without an answer holds back
 * the later ones of its offering only.
 */

/** `waiting`: there was no answer; it is sent again until there is one. */
export type Delivery =
  | { kind: 'sent'; result: Arrived | null }
  | { kind: 'waiting' }
  /** With `isKept` it stays on the device until the person has decided. */
  | { kind: 'refused'; problem: ApiProblem; isKept: boolean };

const shortestPause = 15_000;
const longestPause = 5 * 60_000;
const aboutSender = ['NETWORK', 'IDENTITY_MISMATCH', 'MUST_CHANGE_PASSWORD', 'IN_PROGRESS'];

/** No answer, or one that is not about the work itself: the session ended, or the server is busy. */
export const isUnanswered = ({ code, status }: ApiProblem): boolean =>
  aboutSender.includes(code) || status === 401 || status === 429 || status >= 500;

let lastAt = 0;

/** The present time, but never the same twice: it tells which of two entries about the same is the later one. */
const stamp = () => new Date((lastAt = Math.max(Date.now(), lastAt + 1))).toISOString();

let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

function tryLater({ retryAfter }: ApiProblem): void {
  clearTimeout(timer);
  const pause = Math.min(shortestPause * 2 ** failures, longestPause);
  timer = setTimeout(sendWaiting, Math.max(pause, (retryAfter ?? 0) * 1_000));
  failures += 1;
}

/**
 * Stores work on the device and sends it. Without an answer it is sent again until there is one.
 * @param onKept called as soon as it stands on the device
 */
export async function send<K extends KindName>(
  kind: K,
  work: WorkOf<K>,
  onKept?: () => void,
): Promise<Delivery> {
  const box = openBox();
  if (!box) return notSent(false);
  const entry = { ...work, kind, id: newKey(), at: stamp(), state: 'waiting' } as unknown as Entry;
  box.begin(entry.id);
  try {
    await box.opening;
    const kept = await box.put(entry);
    if (kept === 'kept') onKept?.();
    const outcomes = await sendLane(box, laneOf(kind, work), kept === 'kept' ? null : entry);
    return outcomes.get(entry.id) ?? (kept === 'kept' ? outcomeElsewhere(box, entry) : notSent(box.isFull));
  } finally {
    box.end(entry.id);
  }
}

/**
 * Sends work and waits for the answer, but only for a while if it stands on the device: then it waits there.
 * @param patience in milliseconds
 */
export function sendPatiently<K extends KindName>(
  kind: K,
  work: WorkOf<K>,
  patience: number,
): Promise<Delivery> {
  return new Promise((resolve, reject) => {
    const beginToWait = () => setTimeout(() => resolve({ kind: 'waiting' }), patience);
    send(kind, work, beginToWait).then(resolve, reject);
  });
}

/** Another tab has sent it meanwhile, or a later entry has replaced it, or an earlier one of its lane waits. */
function outcomeElsewhere(box: OutboxOfPerson, entry: Entry): Delivery {
  const same = box.entries.findLast((one) => about(one) === about(entry));
  if (!same) return { kind: 'sent', result: { message: '' } };
  const problem = same.id === entry.id ? problemOf(same) : null;
  return problem ? { kind: 'refused', problem, isKept: true } : { kind: 'waiting' };
}

/** Why an entry was refused; null if it was not. */
export function problemOf({ problem }: Entry): ApiProblem | null {
  if (!problem) return null;
  const { status, code, message, current } = problem;
  const answer = { error: message, current } as ConstructorParameters<typeof ApiProblem>[2];
  return new ApiProblem(status, message, answer, code as ApiProblem['code']);
}

/** It could not be stored, and an earlier one of its lane has no answer; or the session has ended. */
const notSent = (isFull: boolean): Exclude<Delivery, { kind: 'sent' }> => ({
  kind: 'refused',
  problem: new ApiProblem(0, isFull ? ui.deviceFull : ui.offline, null, 'NETWORK'),
  isKept: false,
});

const about = (entry: Entry) => aboutOf(entry.kind, entry as never);
const lane = (entry: Entry) => laneOf(entry.kind, entry as never);

/**
 * Sends what waits of a lane, oldest first, until one has no answer.
 * @param unkept an entry that could not be stored
 */
function sendLane(box: OutboxOfPerson, name: string, unkept: Entry | null): Promise<Map<string, Delivery>> {
  return inTurn(`rasd.outbox.${box.person}.${name}`, async () => {
    const outcomes = new Map<string, Delivery>();
    // Another tab may have sent some.
    await box.reload();
    const waiting = box.entries.filter((one) => lane(one) === name && one.state !== 'refused');
    for (const one of unkept ? [...waiting, unkept] : waiting) {
      // One before it may have changed it.
      const entry = one === unkept ? one : box.entries.find(({ id }) => id === one.id);
      if (!entry) continue;
      if (currentSession()?.user.id !== box.person) break;
      const outcome = await attempt(box, entry, entry !== unkept);
      outcomes.set(entry.id, outcome);
      if (outcome.kind === 'waiting') break;
    }
    return outcomes;
  });
}

async function attempt(box: OutboxOfPerson, entry: Entry, isKept: boolean): Promise<Delivery> {
  box.begin(entry.id);
  try {
    if (isKept) await noteTried(box, entry);
    const result = await deliver(box, entry, isKept);
    failures = 0;
    box.arrive(entry, result);
    if (isKept) await box.settle(entry, result);
    return { kind: 'sent', result };
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    if (!isUnanswered(problem)) {
      if (isKept) await box.refuse(entry.id, problem);
      return { kind: 'refused', problem, isKept };
    }
    if (!isKept) return { kind: 'refused', problem: box.isFull ? fullProblem(problem) : problem, isKept };
    tryLater(problem);
    return { kind: 'waiting' };
  } finally {
    box.end(entry.id);
  }
}

/** No answer came, and the device has no room to keep it: it stays on the screen, and the person is told so. */
const fullProblem = ({ status, code }: ApiProblem) => new ApiProblem(status, ui.deviceFull, null, code);

const kindOf = ({ kind }: Entry) => kinds[kind] as Kind<Entry>;

/**
 * From now on the server may have it: a later one about the same is sent after it, not in its place. A device without room
 * knows it until the page is closed.
 */
async function noteTried(box: OutboxOfPerson, entry: Entry): Promise<void> {
  if (kindOf(entry).follow && !entry.isTried)
    await box.amend({ ...entry, isTried: true }).catch(() => undefined);
}

/** How often an entry that others write at the same time is sent. */
const maxMerges = 4;

/** Sends an entry; over what somebody else has saved meanwhile, if the two do not clash. */
async function deliver(
  box: OutboxOfPerson,
  entry: Entry,
  isKept: boolean,
  merges = 0,
): Promise<Arrived | null> {
  const { deliver: sendOne, merge } = kindOf(entry);
  // Another person may have signed in since.
  if (currentSession()?.user.id !== box.person) throw new ApiProblem(0, ui.offline, null, 'NETWORK');
  try {
    return await sendOne(entry);
  } catch (problem) {
    const isStale = problem instanceof ApiProblem && problem.code === 'STALE' && merges < maxMerges;
    const merged = isStale && merge ? merge(entry, problem.body['current']) : null;
    if (!merged) throw problem;
    // A refused attempt has left no answer with its key, so that the same key is good for another text.
    if (isKept) await box.amend(merged).catch(() => undefined);
    return deliver(box, merged, isKept, merges + 1);
  }
}

/** Sends what waits, now: when the network is back, after sign-in, and every now and then. */
export function sendWaiting(): void {
  clearTimeout(timer);
  void sendAll();
}

/** Sends what waits. @returns whether nothing is left, after each has been tried once */
export async function sendAll(): Promise<boolean> {
  const box = openBox();
  if (!box) return false;
  await box.opening;
  const waiting = box.entries.filter(({ id, state }) => state !== 'refused' && !box.isBegun(id));
  await Promise.all([...new Set(waiting.map(lane))].map((name) => sendLane(box, name, null)));
  return box.entries.length + box.unreadable.length === 0;
}

window.addEventListener('online', () => {
  failures = 0;
  sendWaiting();
});

/** Whether what is neither a register nor harmless to repeat can wait on this device. */
export const canWait = async (): Promise<boolean> => (await openBox()?.canWait()) ?? false;

/** What stands on the device about the same, as this tab knows it. */
export const keptOf = <K extends KindName>(kind: K, work: WorkOf<K>): Entry | undefined =>
  openBox()?.entries.find((one) => about(one) === aboutOf(kind, work));

/** Removes an entry from the device, after the person has taken it back. */
export const drop = async (entry: { id: string }): Promise<void> => openBox()?.drop([entry.id]);

/** Removes an entry that the person does not want any more. It is gone for good when the screens show it as gone. */
export const discard = async (entry: { id: string }): Promise<void> => openBox()?.discard([entry.id]);

/** Removes what no key opens any more. */
export const dropUnreadable = async (): Promise<void> => openBox()?.dropUnreadable();

/** Asks for the key ahead, so that what is written without a network can be encrypted. */
export async function prepareOutbox(): Promise<void> {
  const box = openBox();
  await box?.useKeyOfServer();
  if (await hasWaiting()) await box?.changeKey();
}

/** The password was changed here, and what waits still has the earlier key. */
let isKeyOld = false;

/**
 * After a change of the password: what waits is encrypted with the key that the server gives now. Without an answer it is
 * tried again, until the session ends.
 */
export async function changeOutboxKey(): Promise<void> {
  isKeyOld = true;
  await finishKeyChange();
  if (isKeyOld && openBox()) setTimeout(() => void changeOutboxKey(), shortestPause);
}

/** Before the session ends, and its key with it. */
export async function finishKeyChange(): Promise<void> {
  const isDone = !isKeyOld || ((await openBox()?.changeKey()) ?? true);
  if (isDone) isKeyOld = false;
}
