import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openBox, useWaiting, useWaitingOf } from './box';
import { targetKeyOf, type Entry, kinds, type SentRegister, type WorkOf } from './kinds';
import { type SendResult, send } from './outbox';

export type Outcome =
  | { kind: 'sent'; answer: { message: string } }
  | Exclude<SendResult, { kind: 'sent' }>
  /** The server can only add absences, not replace a day. */
  | { kind: 'cannot' };

export type DayOfRegister = Pick<SentRegister, 'batchName' | 'subjectCode' | 'date' | 'circle'>;

export const keyOfRegister = (day: DayOfRegister): string =>
  kinds.register.targetKey({ ...day, absentStudents: [], edits: {} });

export async function sendRegister(register: WorkOf<'register'>): Promise<Outcome> {
  const sendResult = await send('register', register);
  if (sendResult.kind !== 'sent') return sendResult;
  return sendResult.result ? { kind: 'sent', answer: sendResult.result } : { kind: 'cannot' };
}

export function queuedRegister(day: DayOfRegister): SentRegister | undefined {
  const entries = openBox()?.entries ?? [];
  return entries
    .filter((one) => one.kind === 'register')
    .find((one) => keyOfRegister(one) === keyOfRegister(day));
}

export function useQueuedRegister(day: DayOfRegister | null): SentRegister | undefined {
  const registers = useWaitingOf('register');
  return day ? registers.find((one) => keyOfRegister(one) === keyOfRegister(day)) : undefined;
}

/** Reloads the screen when an entry is delivered, also by another window. */
export function useArrivals(): void {
  const queued = useWaiting();
  const previous = useRef(queued);
  const client = useQueryClient();
  useEffect(() => {
    const entryTarget = (entry: Entry) => targetKeyOf(entry.kind, entry as never);
    const remaining = new Set(queued.map(entryTarget));
    const hasDelivery = previous.current.some(
      (one) => one.state !== 'refused' && !remaining.has(entryTarget(one)),
    );
    previous.current = queued;
    // A save on this page reloads the data itself.
    if (hasDelivery && client.isMutating() === 0) void refetchAll(client);
  }, [queued, client]);
}

/** Repeats first loads that are running: their answers may be old, and invalidating does not interrupt them. */
export async function refetchAll(client: QueryClient): Promise<void> {
  const firstLoads = new Set(
    client.getQueryCache().findAll({
      predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
    }),
  );
  await client.invalidateQueries();
  if (firstLoads.size > 0) await client.invalidateQueries({ predicate: (query) => firstLoads.has(query) });
}
