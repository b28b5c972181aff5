import type { DailyRecord } from '../../../contract/dailyRecords';
import type { GradeRow } from '../../../contract/grades';
import type { Sheet } from '../teaching';

export const offeringLane = ({ batchName, subjectCode }: Sheet): string =>
  JSON.stringify([batchName, subjectCode]);

export interface Queued {
  /** Used as `Idempotency-Key`. */
  id: string;
  at: string;
  /** Sort text; default: `at`. */
  order?: string;
  state: 'waiting' | 'sending' | 'refused';
  /** The server may have executed it. Set for kinds with `afterDelivery`. */
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

/** Right after an entry, before later ones. */
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
  /** A later entry replaces an earlier one with the same key, unless the kind has `join`. */
  targetKey: (work: Omit<Item, keyof Queued | 'kind'>) => string;
  /** Entries of one lane are sent in sequence. */
  lane: (work: Omit<Item, keyof Queued | 'kind'>) => string;
  /** A retry is harmless on any server, and plain text on the device is allowed. */
  isForAnyServer: boolean;
  /** Null if the server lacks the call. */
  deliver: (entry: Item) => Promise<ServerAnswer | null>;
  join?: (entry: Item, queued: readonly Item[]) => JoinResult<Item>;
  /** A queued entry after the delivery of another one; null if it becomes obsolete. */
  afterDelivery?: (queued: Item, delivered: Item, answer: ServerAnswer) => Item | null;
  /** Merges an entry with `current` of a STALE answer; null if the user has to decide. */
  merge?: (entry: Item, current: unknown) => Item | null;
  /** Storage key of earlier versions, without the user's id. */
  oldKeyPrefix?: string;
}
