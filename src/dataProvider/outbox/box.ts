import { useSyncExternalStore } from 'react';
import { authApi } from '../../../contract/accounts/auth';
import type { ApiProblem } from '../ApiProblem';
import { call } from '../apiCall';
import { serverFeatures } from '../serverFeatures';
import { currentSession, keptOutboxKey, onSession } from '../session';
import {
  canSeal,
  changeSealed,
  countSealed,
  dropSealed,
  importKey,
  inTurn,
  keepKey,
  keptKey,
  localPlace,
  type OutboxKey,
  readLocal,
  readSealed,
  writeLocal,
} from './deviceStore';
import { type Arrived, inOrder } from './kind';
import { type Entry, type EntryOf, followed, joined, type KindName, kinds } from './kinds';

type Entries = readonly Entry[];
type Change = (entries: Entries) => Entries;

const listeners = new Set<() => void>();
/** Tells the other tabs that something has changed. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rasd.outbox');
const maxArrived = 100;
/** What this tab sends at the moment. */
const begun = new Set<string>();
let box: Box | null = null;

/** What has been brought to the server, what it has answered, and when (milliseconds since 1970). */
export interface Arrival {
  entry: Entry;
  answer: Arrived | null;
  at: number;
}

const without = (ids: readonly string[]) => (entries: Entries) =>
  entries.filter(({ id }) => !ids.includes(id));
const replaced = (changed: readonly Entry[]) => (entries: Entries) =>
  entries.map((one) => changed.find(({ id }) => id === one.id) ?? one);

/**
 * What waits of one person on this device. It is changed here first, for the screens, and then in the store; changes of
 * other tabs are read.
 */
class Box {
  entries: Entries = [];
  /** Entries that were encrypted before the password was changed elsewhere. */
  unreadable: readonly string[] = [];
  /** What this tab has brought to the server since it was opened, newest first. */
  arrived: readonly Arrival[] = [];
  /** Until what was stored is read; null afterwards. */
  opening: Promise<void> | null;
  /** The last entry could not be stored. */
  isFull = false;
  private key: OutboxKey | null = null;
  private changes: Change[] = [];
  private stored: Promise<unknown> = Promise.resolve();

  /** @param token of the session; the next one of the same person begins anew, with the key of that time */
  constructor(
    readonly person: number,
    readonly token: string,
  ) {
    this.entries = readLocal(person);
    this.opening = canSeal()
      ? this.open().finally(() => {
          this.opening = null;
          publish();
        })
      : null;
  }

  begin = (id: string) => {
    begun.add(id);
    publish();
  };
  end = (id: string) => {
    begun.delete(id);
    publish();
  };
  arrive = (entry: Entry, answer: Arrived | null) => {
    this.arrived = [{ entry, answer, at: Date.now() }, ...this.arrived].slice(0, maxArrived);
    publish();
  };
  isBegun = (id: string) => begun.has(id);

  /** What was stored is read with the key of the session, or with that of the server if there is none yet. */
  private async open(): Promise<void> {
    try {
      this.key = await keptKey();
      const hasAny = this.entries.length > 0 || (await countSealed(this.person)) > 0;
      if (hasAny) await (this.key ? this.read() : this.askForKey());
    } catch {
      // The browser stores nothing here: what there is stands on localStorage.
      this.key = null;
    }
  }

  /** Asks the server for the key unless the session has it, and encrypts with it what is not. */
  useKeyOfServer = async (): Promise<void> => {
    await this.opening;
    if (canSeal() && !this.key) await this.askForKey();
  };

  private async askForKey(): Promise<void> {
    const text = await keyOfServer();
    if (text === null || !this.isOpen()) return;
    this.key = await keepKey(text);
    await this.read();
  }

  /**
   * Encrypts what waits anew if the server gives another key than before: the password has been changed, here or just
   * before the page was closed. @returns whether that is done, or nothing is encrypted
   */
  changeKey = async (): Promise<boolean> => {
    await this.opening;
    if (!this.key) return true;
    const text = await keyOfServer(keyChangeWaitMs);
    if (text === null) return false;
    await this.inOrder(async () => {
      await this.alone(async (old) => {
        if (text === old.text || !this.isOpen()) return;
        const { entries } = await readSealed(old, this.person);
        // The key is kept last: whoever has the earlier one asks for the later, and not the reverse.
        await changeSealed(await importKey(text), this.person, entries, []);
        this.key = await keepKey(text);
      });
      await this.read();
    });
    channel?.postMessage(this.person);
    return true;
  };

  /** While no other tab changes the key. */
  private alone(work: (key: OutboxKey) => Promise<void>): Promise<void> {
    return inTurn(localPlace(this.person), async () => {
      await this.renewKey();
      if (this.key) await work(this.key);
    });
  }

  private isOpen = () => currentSession()?.token === this.token;

  /** Another tab of this session may have got the key, or changed the password. */
  private async renewKey(): Promise<void> {
    const kept = keptOutboxKey();
    if (canSeal() && this.isOpen() && kept !== null && kept !== this.key?.text) this.key = await keptKey();
  }

  /** Reads the store again, where other tabs may have changed it; what cannot be read now stays as it is known. */
  reload = (): Promise<void> => this.inOrder(() => this.read()).catch(() => undefined);

  private async read(): Promise<void> {
    await this.renewKey();
    const local = readLocal(this.person);
    let found: Entries = local;
    if (this.key) {
      const { person } = this;
      if (local.length > 0)
        await this.alone(async (key) => {
          const moved = readLocal(person);
          await changeSealed(key, person, moved, []);
          // Another tab may have added to it meanwhile.
          writeLocal(person, without(moved.map(({ id }) => id))(readLocal(person)));
        });
      const sealed = await readSealed(this.key, person);
      found = sealed.entries;
      this.unreadable = sealed.unreadable;
    }
    // What has not been stored yet is on top of it.
    this.entries = inOrder(this.changes.reduce<Entries>((entries, change) => change(entries), found));
    publish();
  }

  /**
   * Adds an entry in place of an earlier one about the same.
   * @returns `kept` if it is stored; else it is forgotten with the page
   */
  put = async (sent: Entry): Promise<'kept' | 'lost'> => {
    this.isFull = false;
    // Without a key it could not be kept.
    if (!kinds[sent.kind].isForAnyServer && serverFeatures().isOurs !== false) await this.useKeyOfServer();
    const { entry, replaced: before } = joined(sent, this.entries);
    const earlier = before.map(({ id }) => id);
    try {
      await this.change(
        (entries) => inOrder([...without([...earlier, entry.id])(entries), entry]),
        () => this.store([entry], earlier),
      );
      return 'kept';
    } catch (failure) {
      this.isFull = !(failure instanceof CannotWait);
      this.entries = without([entry.id])(this.entries);
      publish();
      return 'lost';
    }
  };

  /** Whether what is not for any server can wait here: it is encrypted, with a key of the server. */
  canWait = async (): Promise<boolean> => {
    await this.opening;
    if (!this.key && serverFeatures().isOurs !== false) await this.useKeyOfServer();
    return this.key !== null;
  };

  /** Changes an entry that waits. */
  amend = (entry: Entry): Promise<void> =>
    this.change(replaced([entry]), () => this.store(this.stillHere([entry]), []));

  /** An entry has arrived: it waits no more, and others go on from the answer. */
  settle = (done: Entry, answer: Arrived | null): Promise<void> => {
    const { changed, over } = followed(this.entries, done, answer);
    const dropped = [done, ...over].map(({ id }) => id);
    return this.change(
      (entries) => replaced(changed)(without(dropped)(entries)),
      () => this.store(this.stillHere(changed), dropped),
    );
  };

  /** Without those that the person has discarded meanwhile. */
  private stillHere = (changed: readonly Entry[]) =>
    changed.filter(({ id }) => this.entries.some((one) => one.id === id));

  drop = (ids: readonly string[]): Promise<void> => this.change(without(ids), () => this.store([], ids));

  /** As `drop`, but told to the screens only when the device has stored it: else it could come back after a reload. */
  discard = async (ids: readonly string[]): Promise<void> => {
    await this.inOrder(() => this.store([], ids));
    await this.drop(ids);
  };

  /** Removes what no key opens any more. */
  dropUnreadable = async (): Promise<void> => {
    const ids = this.unreadable;
    this.unreadable = [];
    await this.change(
      (entries) => entries,
      () => dropSealed(ids),
    );
  };

  /** The server has answered that it cannot take it as it is: it is not sent again until the person has decided. */
  refuse = (id: string, { status, code, message, details, body }: ApiProblem): Promise<void> => {
    const reason = details[0]?.message ?? message;
    const problem = { status, code, message: reason, current: body['current'] ?? null };
    const refused = (one: Entry): Entry => (one.id === id ? { ...one, state: 'refused', problem } : one);
    return this.change(
      (entries) => entries.map(refused),
      async () => {
        const entry = this.entries.find((one) => one.id === id);
        if (entry) await this.store([entry], []);
      },
    );
  };

  private async store(put: readonly Entry[], dropped: readonly string[]): Promise<void> {
    if (this.key) return this.alone((key) => changeSealed(key, this.person, put, dropped));
    if (put.some(({ kind }) => !kinds[kind].isForAnyServer)) throw new CannotWait();
    const ids = [...dropped, ...put.map(({ id }) => id)];
    writeLocal(this.person, inOrder([...without(ids)(readLocal(this.person)), ...put]));
  }

  private async change(change: Change, store: () => Promise<void>): Promise<void> {
    this.entries = change(this.entries);
    this.changes.push(change);
    publish();
    try {
      await this.inOrder(store);
    } finally {
      this.changes = this.changes.filter((one) => one !== change);
      channel?.postMessage(this.person);
      // The person may have signed out and in again meanwhile.
      if (box !== this && box?.person === this.person) void box.reload();
    }
  }

  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.stored.catch(() => undefined).then(work);
    this.stored = done;
    return done;
  }
}

export type { Box as OutboxOfPerson };

/** Without a key only what may stand there as plain text waits. */
class CannotWait extends Error {}

const keyWaitMs = 4_000;
/** The old key goes with the session: what is not encrypted anew before its end cannot be read any more. */
const keyChangeWaitMs = 60_000;

/** Null where the server gives none, or does not answer soon. */
async function keyOfServer(waitMs = keyWaitMs): Promise<string | null> {
  try {
    return (await call(authApi.outboxKey, { signal: AbortSignal.timeout(waitMs) })).key;
  } catch {
    return null;
  }
}

/** What waits of the signed-in person; null if nobody is. */
export function openBox(): Box | null {
  const session = currentSession();
  if (!session) return null;
  if (box?.person !== session.user.id || box.token !== session.token)
    box = new Box(session.user.id, session.token);
  return box;
}

// What has been read does not outlive the session.
onSession(() => {
  if (!currentSession()) box = null;
  publish();
});
channel?.addEventListener('message', ({ data }) => {
  if (box && data === box.person && canSeal()) void box.reload();
});
window.addEventListener('storage', ({ key }) => {
  if (box && (key === null || key === localPlace(box.person))) void box.reload();
});

/** What the screens show; made anew when something has changed. */
let shown: { of: Box | null; entries: Entries; ofKind: Record<KindName, Entries> } | null = null;

function publish(): void {
  shown = null;
  for (const listener of listeners) listener();
}

function entriesShown() {
  const of = openBox();
  if (shown?.of === of) return shown;
  const entries = (of?.entries ?? []).map((one): Entry =>
    begun.has(one.id) ? { ...one, state: 'sending' } : one,
  );
  const ofKind = Object.fromEntries(
    Object.keys(kinds).map((kind) => [kind, entries.filter((one) => one.kind === kind)]),
  ) as unknown as Record<KindName, Entries>;
  shown = { of, entries, ofKind };
  return shown;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether what was stored of the signed-in person is read: before, a screen would show as missing what waits. */
export const useIsOutboxRead = (): boolean => useSyncExternalStore(subscribe, () => !openBox()?.opening);

/** What waits of the signed-in person, oldest first. */
export const useWaiting = (): Entries => useSyncExternalStore(subscribe, () => entriesShown().entries);

/** Of one kind, as `useWaiting`. */
export const useWaitingOf = <K extends KindName>(kind: K): readonly EntryOf<K>[] =>
  useSyncExternalStore(subscribe, () => entriesShown().ofKind[kind] as readonly EntryOf<K>[]);

/** How many entries nothing opens any more: they were encrypted before the password was changed on another device. */
export const useUnreadable = (): number =>
  useSyncExternalStore(subscribe, () => openBox()?.unreadable.length ?? 0);

const none: readonly Arrival[] = [];

/** What this tab has brought to the server since it was opened, newest first. */
export const useArrived = (): readonly Arrival[] =>
  useSyncExternalStore(subscribe, () => openBox()?.arrived ?? none);

/** Whether something of the signed-in person waits on this device. */
export async function hasWaiting(): Promise<boolean> {
  const of = openBox();
  await of?.opening;
  return of !== null && of.entries.length + of.unreadable.length > 0;
}
