import type { DailyRecord } from '../../../contract/dailyRecords';
import type { GradeRow } from '../../../contract/grades';
import type { Sheet } from '../teaching';

/** The lane of what is about an offering: its entries are sent one after the other. */
export const laneOfOffering = ({ batchName, subjectCode }: Sheet): string =>
  JSON.stringify([batchName, subjectCode]);

/** Work to send; on the device until it is answered. */
export interface Queued {
  /** Its `Idempotency-Key`: however often it is sent, it is done once. */
  id: string;
  /** ISO 8601: when it was added. */
  at: string;
  /** The place among those that wait, if it is not that of `at`. */
  order?: string;
  state: 'waiting' | 'sending' | 'refused';
  /** It was sent before, so that the server may have it; known of kinds with `follow`. */
  isTried?: boolean;
  problem?: { status: number; code: string; message: string; current: unknown };
}

/** The names of subject and circle, as far as the screen knows them. */
export interface Named {
  subject?: string | undefined;
  circle?: string | undefined;
}

/** Entries are sent in the order of these texts. */
export const orderOf = ({ at, order = at }: Pick<Queued, 'at' | 'order'>): string => order;

const isBefore = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
export const inOrder = <One extends Pick<Queued, 'at' | 'order'>>(entries: readonly One[]): One[] =>
  entries.toSorted((one, other) => isBefore(orderOf(one), orderOf(other)));

/** The place right behind an entry, before those that were added after it. */
export const orderBehind = (entry: Queued): string => `${orderOf(entry)}~`;

/** The entry in place of the earliest of those that it replaces. */
export function inPlaceOf<One extends Queued>(entry: One, replaced: readonly One[]): One {
  const [earliest] = inOrder(replaced);
  return earliest ? { ...entry, order: orderOf(earliest) } : entry;
}

/** What the server has answered. */
export interface Arrived {
  message: string;
  /** The daily records as they are stored now. */
  records?: readonly DailyRecord[];
  /** The rows of marks as they are stored now; missing on a server that does not tell. */
  grades?: GradeRow[] | undefined;
}

/** An entry as it is added to those that wait, and the ones that it replaces. */
export interface Joined<One> {
  entry: One;
  replaced: readonly One[];
}

/** @template One an entry of this kind */
export interface Kind<One extends Queued> {
  /** Two entries about the same: the later one replaces the earlier, if there is no `join`. */
  about: (work: Omit<One, keyof Queued | 'kind'>) => string;
  /** Entries of one lane, an offering, are sent one after the other. */
  lane: (work: Omit<One, keyof Queued | 'kind'>) => string;
  /** Sending it again is harmless on any server, and it may stand on the device as plain text. */
  isForAnyServer: boolean;
  /** Null if this server does not have the call. */
  deliver: (entry: One) => Promise<Arrived | null>;
  /** How it is added to those of its kind that wait. */
  join?: (entry: One, waiting: readonly One[]) => Joined<One>;
  /** What becomes of one that waits after another of its kind has arrived; null: it is over too. */
  follow?: (waiting: One, done: One, answer: Arrived) => One | null;
  /**
   * The entry over what somebody else has saved meanwhile, `current` of a STALE answer; null if the person has to
   * decide.
   */
  merge?: (entry: One, current: unknown) => One | null;
  /** Where an earlier version of the product kept it, before the number of the person. */
  oldPlace?: string;
}
