import type { DailyRecord } from '../../../contract/dailyRecords';
import type { GradeRow } from '../../../contract/grades';
import type { Sheet } from '../teaching';

export const offeringLane = ({ batchName, subjectCode }: Sheet): string =>
  JSON.stringify([batchName, subjectCode]);

export interface Queued {
  /** The `Idempotency-Key`. */
  id: string;
  at: string;
  /** Sort key. Default: `at`. */
  order?: string;
  state: 'waiting' | 'sending' | 'refused';
  /** True if the server may have executed the entry. Only kinds with `afterDelivery` set it. */
  isTried?: boolean;
  problem?: { status: number; code: string; message: string; current: unknown };
}

export interface QueuedNames {
  subject?: string | undefined;
  circle?: string | undefined;
}

export const entryOrder = ({ at, order = at }: Pick<Queued, 'at' | 'order'>): string => order;

const compareOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
export const sortByOrder = <Item extends Pick<Queued, 'at' | 'order'>>(entries: readonly Item[]): Item[] =>
  entries.toSorted((one, other) => compareOrder(entryOrder(one), entryOrder(other)));

/** This sort key comes directly after the entry. */
export const orderAfter = (entry: Queued): string => `${entryOrder(entry)}~`;

export function takeEarliestOrder<Item extends Queued>(entry: Item, replaced: readonly Item[]): Item {
  const [earliest] = sortByOrder(replaced);
  return earliest ? { ...entry, order: entryOrder(earliest) } : entry;
}

export interface ServerAnswer {
  message: string;
  records?: readonly DailyRecord[];
  grades?: GradeRow[] | undefined;
}

export interface JoinResult<Item> {
  entry: Item;
  replaced: readonly Item[];
}

export interface Kind<Item extends Queued> {
  /** A new entry replaces an earlier entry with the same key, unless the kind has `join`. */
  targetKey: (work: Omit<Item, keyof Queued | 'kind'>) => string;
  /** Entries of one lane are sent in sequence. */
  lane: (work: Omit<Item, keyof Queued | 'kind'>) => string;
  /** True if a retry has no second effect, even on a server without idempotency keys. */
  isForAnyServer: boolean;
  /** True if the device may store the entry as plain text. */
  isPlainTextAllowed: boolean;
  /** Null if the server does not have the call. */
  deliver: (entry: Item) => Promise<ServerAnswer | null>;
  join?: (entry: Item, queued: readonly Item[]) => JoinResult<Item>;
  /** Updates a queued entry after another entry was delivered. Null: the queued entry is obsolete. */
  afterDelivery?: (queued: Item, delivered: Item, answer: ServerAnswer) => Item | null;
  /** Merges an entry with `current` of a STALE problem. Null: the user must decide. */
  merge?: (entry: Item, current: unknown) => Item | null;
}
