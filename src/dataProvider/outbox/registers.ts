import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openOutbox, useQueued, useQueuedOfKind } from './userOutbox';
import { formatTargetKey, type Entry, kinds, type QueuedRegister, type WorkOf } from './kinds';
import { type SendResult, sendWithTimeout } from './outbox';

export type RegisterResult =
  | { kind: 'sent'; answer: { message: string } }
  | Exclude<SendResult, { kind: 'sent' }>
  /** The server can add absences, but cannot replace a day. */
  | { kind: 'cannot' };

export type RegisterDay = Pick<QueuedRegister, 'batchName' | 'subjectCode' | 'date' | 'circle'>;

export const buildRegisterKey = (day: RegisterDay): string =>
  kinds.register.targetKey({ ...day, absentStudents: [], edits: {} });

export async function sendRegister(register: WorkOf<'register'>): Promise<RegisterResult> {
  const sendResult = await sendWithTimeout('register', register);
  if (sendResult.kind !== 'sent') return sendResult;
  return sendResult.result ? { kind: 'sent', answer: sendResult.result } : { kind: 'cannot' };
}

export function findQueuedRegister(day: RegisterDay): QueuedRegister | undefined {
  const entries = openOutbox()?.entries ?? [];
  return entries
    .filter((one) => one.kind === 'register')
    .find((one) => buildRegisterKey(one) === buildRegisterKey(day));
}

export function useQueuedRegister(day: RegisterDay | null): QueuedRegister | undefined {
  const registers = useQueuedOfKind('register');
  return day ? registers.find((one) => buildRegisterKey(one) === buildRegisterKey(day)) : undefined;
}

/** Reloads the screen when this or another window has delivered an entry. */
export function useReloadOnDelivery(): void {
  const queued = useQueued();
  const previous = useRef(queued);
  const client = useQueryClient();
  useEffect(() => {
    const entryTarget = (entry: Entry) => formatTargetKey(entry.kind, entry as never);
    const remaining = new Set(queued.map(entryTarget));
    const hasDelivery = previous.current.some(
      (one) => one.state !== 'refused' && !remaining.has(entryTarget(one)),
    );
    previous.current = queued;
    // A mutation on this page reloads the data itself.
    if (hasDelivery && client.isMutating() === 0) void refetchAll(client);
  }, [queued, client]);
}

/** Repeats first loads too: their responses may be old, and `invalidateQueries` skips them. */
export async function refetchAll(client: QueryClient): Promise<void> {
  const firstLoads = new Set(
    client.getQueryCache().findAll({
      predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
    }),
  );
  await client.invalidateQueries();
  if (firstLoads.size > 0) await client.invalidateQueries({ predicate: (query) => firstLoads.has(query) });
}
