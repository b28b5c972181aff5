import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openBox, useWaiting, useWaitingOf } from './box';
import { aboutOf, type Entry, kinds, type SentRegister, type WorkOf } from './kinds';
import { type Delivery, send } from './outbox';

export type Outcome =
  | { kind: 'sent'; answer: { message: string } }
  | Exclude<Delivery, { kind: 'sent' }>
  /** The server can only add absences, not replace a day. */
  | { kind: 'cannot' };

/** A register of one day: of a circle, or of everybody. */
export type DayOfRegister = Pick<SentRegister, 'batchName' | 'subjectCode' | 'date' | 'circle'>;

/** The key of a register, the same for each save of it. */
export const keyOfRegister = (day: DayOfRegister): string =>
  kinds.register.about({ ...day, absentStudents: [], edits: {} });

/**
 * Stores a register on the device and sends it. Without an answer it is sent again when the network is back, until
 * there is one.
 */
export async function sendRegister(register: WorkOf<'register'>): Promise<Outcome> {
  const delivery = await send('register', register);
  if (delivery.kind !== 'sent') return delivery;
  return delivery.result ? { kind: 'sent', answer: delivery.result } : { kind: 'cannot' };
}

/** The register of a day that waits on this device, at this moment. */
export function queuedRegister(day: DayOfRegister): SentRegister | undefined {
  const waiting = openBox()?.entries ?? [];
  return waiting
    .filter((one) => one.kind === 'register')
    .find((one) => keyOfRegister(one) === keyOfRegister(day));
}

/** The register of a day that waits on this device. */
export function useQueuedRegister(day: DayOfRegister | null): SentRegister | undefined {
  const waiting = useWaitingOf('register');
  return day ? waiting.find((one) => keyOfRegister(one) === keyOfRegister(day)) : undefined;
}

/** Loads the shown data again when a waiting entry has arrived, also from another window. */
export function useArrivals(): void {
  const waiting = useWaiting();
  const before = useRef(waiting);
  const client = useQueryClient();
  useEffect(() => {
    const keyOf = (entry: Entry) => aboutOf(entry.kind, entry as never);
    const still = new Set(waiting.map(keyOf));
    const hasArrived = before.current.some((one) => one.state !== 'refused' && !still.has(keyOf(one)));
    before.current = waiting;
    // A save on this page loads the data again itself.
    if (hasArrived && client.isMutating() === 0) void refetchAll(client);
  }, [waiting, client]);
}

/**
 * Refetches the shown data. A first load that is running is repeated after it ends: its answer may be older than this
 * call, and invalidating does not interrupt it.
 */
export async function refetchAll(client: QueryClient): Promise<void> {
  const firstLoads = new Set(
    client.getQueryCache().findAll({
      predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
    }),
  );
  await client.invalidateQueries();
  if (firstLoads.size > 0) await client.invalidateQueries({ predicate: (query) => firstLoads.has(query) });
}
