import { useSyncExternalStore } from 'react';
import { authApi } from '../../../contract/accounts/auth';
import type { ApiProblem } from '../ApiProblem';
import { call } from '../apiCall';
import { hasIdempotency, serverFeatures } from '../serverFeatures';
import { currentSession, storedOutboxKey, onSession } from '../session';
import {
  canEncrypt,
  changeSealed,
  countSealed,
  dropSealed,
  importKey,
  runExclusive,
  storeKey,
  loadStoredKey,
  localPrefix,
  type OutboxKey,
  readLocal,
  readSealed,
  changeLocal,
} from './deviceStore';
import { type ServerAnswer, sortByOrder } from './kind';
import { type Entry, type EntryOf, applyDelivery, joinQueued, type KindName, kinds } from './kinds';

type Entries = readonly Entry[];
type EntriesChange = (entries: Entries) => Entries;

const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rasd.outbox');
const maxDeliveredEntries = 100;
const sendingIds = new Set<string>();
let outbox: UserOutbox | null = null;

export interface DeliveredEntry {
  entry: Entry;
  answer: ServerAnswer | null;
  at: number;
}

const withoutIds = (ids: readonly string[]) => (entries: Entries) =>
  entries.filter(({ id }) => !ids.includes(id));
const replaceEntries = (changed: readonly Entry[]) => (entries: Entries) =>
  entries.map((entry) => changed.find(({ id }) => id === entry.id) ?? entry);

/** Queued writes of one user. A change is visible before it is stored. */
class UserOutbox {
  entries: Entries = [];
  /** Entries that were encrypted before the password was changed on another device. */
  unreadable: readonly string[] = [];
  delivered: readonly DeliveredEntry[] = [];
  opening: Promise<void> | null;
  isFull = false;
  private key: OutboxKey | null = null;
  private unsavedChanges: EntriesChange[] = [];
  private storeQueue: Promise<unknown> = Promise.resolve();

  /** @param token a new session gets a new outbox and key */
  constructor(
    readonly userId: number,
    readonly token: string,
  ) {
    this.entries = readLocal(userId);
    this.opening = canEncrypt()
      ? this.open().finally(() => {
          this.opening = null;
          publish();
        })
      : null;
  }

  markSending = (id: string) => {
    sendingIds.add(id);
    publish();
  };
  unmarkSending = (id: string) => {
    sendingIds.delete(id);
    publish();
  };
  noteDelivered = (entry: Entry, answer: ServerAnswer | null) => {
    this.delivered = [{ entry, answer, at: Date.now() }, ...this.delivered].slice(0, maxDeliveredEntries);
    publish();
  };
  isSending = (id: string) => sendingIds.has(id);

  private async open(): Promise<void> {
    try {
      this.key = await loadStoredKey();
      const hasAny = this.entries.length > 0 || (await countSealed(this.userId)) > 0;
      if (hasAny) await (this.key ? this.read() : this.fetchKey());
    } catch {
      // The browser stores no key, so entries stay in localStorage.
      this.key = null;
    }
  }

  /** Loads the key if it is missing, and encrypts entries that are stored as plain text. */
  ensureKey = async (): Promise<void> => {
    await this.opening;
    if (canEncrypt() && !this.key) await this.fetchKey();
  };

  private async fetchKey(): Promise<void> {
    const text = await fetchServerKey();
    if (text === null || !this.isCurrentSession()) return;
    this.key = await storeKey(text);
    await this.read();
  }

  /** Encrypts all entries with the new key. @returns true on success, or if no entry is encrypted */
  changeKey = async (): Promise<boolean> => {
    await this.opening;
    if (!this.key) return true;
    const text = await fetchServerKey(keyChangeWaitMs);
    if (text === null) return false;
    await this.enqueue(async () => {
      await this.withKeyLock(async (oldKey) => {
        if (text === oldKey.text || !this.isCurrentSession()) return;
        const { entries } = await readSealed(oldKey, this.userId);
        // The key is stored last. A tab with the old key loads the new key if it cannot read an entry. A tab
        // with the new key could not read entries that are still sealed with the old key.
        await changeSealed(await importKey(text), this.userId, entries, []);
        this.key = await storeKey(text);
      });
      await this.read();
    });
    channel?.postMessage(this.userId);
    return true;
  };

  /** While `work` runs, no other tab can change the key. */
  private withKeyLock(work: (key: OutboxKey) => Promise<void>): Promise<void> {
    return runExclusive(`rasd.outbox.${this.userId}`, async () => {
      await this.renewKey();
      if (this.key) await work(this.key);
    });
  }

  private isCurrentSession = () => currentSession()?.token === this.token;

  /** Another tab of this session may have loaded or changed the key. */
  private async renewKey(): Promise<void> {
    const keyText = storedOutboxKey();
    if (canEncrypt() && this.isCurrentSession() && keyText !== null && keyText !== this.key?.text)
      this.key = await loadStoredKey();
  }

  /** Other tabs may have changed the store. If it cannot be read, the entries stay. */
  reload = (): Promise<void> => this.enqueue(() => this.read()).catch(() => undefined);

  private async read(): Promise<void> {
    await this.renewKey();
    const local = readLocal(this.userId);
    let stored: Entries = local;
    if (this.key) {
      const { userId } = this;
      if (local.length > 0)
        await this.withKeyLock(async (key) => {
          const moved = readLocal(userId);
          await changeSealed(key, userId, moved, []);
          changeLocal(
            userId,
            [],
            moved.map(({ id }) => id),
          );
        });
      const sealed = await readSealed(this.key, userId);
      stored = sealed.entries;
      this.unreadable = sealed.unreadable;
    }
    // Repeats changes that are not stored yet.
    this.entries = sortByOrder(
      this.unsavedChanges.reduce<Entries>((entries, change) => change(entries), stored),
    );
    publish();
  }

  /** Replaces earlier entries with the same target. @returns `lost` if the entry could not be stored */
  put = async (newEntry: Entry): Promise<'stored' | 'lost'> => {
    this.isFull = false;
    if (!(await this.canQueue(newEntry.kind))) return 'lost';
    const { entry, replaced } = joinQueued(newEntry, this.entries);
    const replacedIds = replaced.map(({ id }) => id);
    try {
      await this.change(
        (entries) => sortByOrder([...withoutIds([...replacedIds, entry.id])(entries), entry]),
        () => this.store([entry], replacedIds),
      );
      return 'stored';
    } catch {
      this.isFull = true;
      this.entries = withoutIds([entry.id])(this.entries);
      publish();
      return 'lost';
    }
  };

  /** True if the device can store entries of this kind. */
  canQueue = async (kind: KindName): Promise<boolean> => {
    await this.opening;
    if (!kinds[kind].isForAnyServer && serverFeatures().isOurs !== false) await this.ensureKey();
    return this.key !== null || canStorePlainText(kind);
  };

  update = (entry: Entry): Promise<void> =>
    this.change(replaceEntries([entry]), () => this.store(this.filterQueued([entry]), []));

  finish = (deliveredEntry: Entry, answer: ServerAnswer | null): Promise<void> => {
    const { changed, obsolete } = applyDelivery(this.entries, deliveredEntry, answer);
    const droppedIds = [deliveredEntry, ...obsolete].map(({ id }) => id);
    return this.change(
      (entries) => replaceEntries(changed)(withoutIds(droppedIds)(entries)),
      () => this.store(this.filterQueued(changed), droppedIds),
    );
  };

  /** Skips entries that the user has already discarded. */
  private filterQueued = (changed: readonly Entry[]) =>
    changed.filter(({ id }) => this.entries.some((queued) => queued.id === id));

  drop = (ids: readonly string[]): Promise<void> => this.change(withoutIds(ids), () => this.store([], ids));

  /** Stores first, because a discarded entry must not appear again after a reload. */
  discard = async (ids: readonly string[]): Promise<void> => {
    await this.enqueue(() => this.store([], ids));
    await this.drop(ids);
  };

  dropUnreadable = async (): Promise<void> => {
    const ids = this.unreadable;
    this.unreadable = [];
    await this.change(
      (entries) => entries,
      () => dropSealed(ids),
    );
  };

  /** A refused entry is not sent again until the user decides. */
  refuse = (id: string, { status, code, message, details, body }: ApiProblem): Promise<void> => {
    const reason = details[0]?.message ?? message;
    const problem = { status, code, message: reason, current: body['current'] ?? null };
    const refuseEntry = (entry: Entry): Entry =>
      entry.id === id ? { ...entry, state: 'refused', problem } : entry;
    return this.change(
      (entries) => entries.map(refuseEntry),
      async () => {
        const entry = this.entries.find((queued) => queued.id === id);
        if (entry) await this.store([entry], []);
      },
    );
  };

  private async store(changed: readonly Entry[], droppedIds: readonly string[]): Promise<void> {
    if (this.key) return this.withKeyLock((key) => changeSealed(key, this.userId, changed, droppedIds));
    changeLocal(this.userId, changed, droppedIds);
  }

  private async change(change: EntriesChange, store: () => Promise<void>): Promise<void> {
    this.entries = change(this.entries);
    this.unsavedChanges.push(change);
    publish();
    try {
      await this.enqueue(store);
    } finally {
      this.unsavedChanges = this.unsavedChanges.filter((pendingChange) => pendingChange !== change);
      channel?.postMessage(this.userId);
      // The user may have signed out and in again during the change.
      if (outbox !== this && outbox?.userId === this.userId) void outbox.reload();
    }
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.storeQueue.catch(() => undefined).then(work);
    this.storeQueue = done;
    return done;
  }
}

export type { UserOutbox };

/**
 * Other servers have no encryption key, so a kind for any server needs none. At a plain http address, the
 * browser cannot encrypt, and the server must know idempotency keys.
 */
function canStorePlainText(kind: KindName): boolean {
  const { isForAnyServer, isPlainTextAllowed } = kinds[kind];
  return isPlainTextAllowed && (isForAnyServer || (!window.isSecureContext && hasIdempotency()));
}

const keyWaitMs = 4_000;
/** Longer, because a failed key change makes the entries unreadable after sign-out. */
const keyChangeWaitMs = 60_000;

/** Null if the server has no key, or responds too late. */
async function fetchServerKey(waitMs = keyWaitMs): Promise<string | null> {
  try {
    return (await call(authApi.outboxKey, { signal: AbortSignal.timeout(waitMs) })).key;
  } catch {
    return null;
  }
}

export function openOutbox(): UserOutbox | null {
  const session = currentSession();
  if (!session) return null;
  if (outbox?.userId !== session.user.id || outbox.token !== session.token)
    outbox = new UserOutbox(session.user.id, session.token);
  return outbox;
}

// Loaded entries must not outlive the session.
onSession(() => {
  if (!currentSession()) outbox = null;
  publish();
});
channel?.addEventListener('message', ({ data }) => {
  if (outbox && data === outbox.userId && canEncrypt()) void outbox.reload();
});
window.addEventListener('storage', ({ key }) => {
  if (outbox && (key === null || key.startsWith(localPrefix(outbox.userId)))) void outbox.reload();
});

/** The snapshot is cached, because `useSyncExternalStore` needs stable values. */
let snapshot: { outbox: UserOutbox | null; entries: Entries; byKind: Record<KindName, Entries> } | null =
  null;

function publish(): void {
  snapshot = null;
  for (const listener of listeners) listener();
}

/** The same value for each empty list, so that no screen renders again for an outbox that stays empty. */
const noEntries: Entries = [];
const keepEmpty = (entries: Entries): Entries => (entries.length === 0 ? noEntries : entries);

function readSnapshot() {
  const current = openOutbox();
  if (snapshot?.outbox === current) return snapshot;
  const entries = keepEmpty(
    (current?.entries ?? []).map((entry): Entry =>
      sendingIds.has(entry.id) ? { ...entry, state: 'sending' } : entry,
    ),
  );
  const byKind = Object.fromEntries(
    Object.keys(kinds).map((kind) => [kind, keepEmpty(entries.filter((entry) => entry.kind === kind))]),
  ) as unknown as Record<KindName, Entries>;
  snapshot = { outbox: current, entries, byKind };
  return snapshot;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** False until stored entries are loaded. A screen must wait for them. */
export const useIsOutboxLoaded = (): boolean => useSyncExternalStore(subscribe, () => !openOutbox()?.opening);

export const useQueued = (): Entries => useSyncExternalStore(subscribe, () => readSnapshot().entries);

export const useQueuedOfKind = <K extends KindName>(kind: K): readonly EntryOf<K>[] =>
  useSyncExternalStore(subscribe, () => readSnapshot().byKind[kind] as readonly EntryOf<K>[]);

export const useUnreadable = (): number =>
  useSyncExternalStore(subscribe, () => openOutbox()?.unreadable.length ?? 0);

const noDeliveries: readonly DeliveredEntry[] = [];

export const useDelivered = (): readonly DeliveredEntry[] =>
  useSyncExternalStore(subscribe, () => openOutbox()?.delivered ?? noDeliveries);

export async function hasQueued(): Promise<boolean> {
  const current = openOutbox();
  await current?.opening;
  return current !== null && current.entries.length + current.unreadable.length > 0;
}
