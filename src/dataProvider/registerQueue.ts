import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Register } from '../../contract/absences';
import type { ApiProblem } from './ApiProblem';
import { deviceQueue, type Queued } from './deviceQueue';
import { type SentAbsences, type Sheet, teaching } from './teaching';

/** A register to send; on the device until it is answered. */
export interface SentRegister extends Sheet, Queued {
  date: string;
  /** The row number of the circle; missing for the register of the whole subject. */
  circle?: number;
  absentStudents: SentAbsences;
  /** The version of the register that was edited; 0 if none was taken. */
  version?: number | undefined;
  /** The day as it was loaded, to show it until it can be loaded again. */
  base?: Register;
  /** The person's changes, to apply them to what somebody else saved meanwhile. */
  edits: Record<string, unknown>;
}

export type Outcome =
  | { kind: 'sent'; message: string }
  /** There was no answer: it is sent again until there is one. */
  | { kind: 'waiting' }
  | { kind: 'refused'; problem: ApiProblem }
  /** The server can only add absences, not replace a day. */
  | { kind: 'cannot' };

/** A register of one day: of a circle, or of everybody. */
export type DayOfRegister = Pick<SentRegister, 'batchName' | 'subjectCode' | 'date' | 'circle'>;

/** The key of a register, the same for each save of it. */
export const keyOfRegister = ({ batchName, subjectCode, date, circle }: DayOfRegister) =>
  JSON.stringify([batchName, subjectCode, date, ...(circle === undefined ? [] : [circle])]);

const queue = deviceQueue<SentRegister, { message: string } | null>(
  'registers',
  keyOfRegister,
  ({ batchName, subjectCode, date, circle, absentStudents, version }) =>
    teaching.setRegister({ batchName, subjectCode }, date, { absentStudents, version, circle_id: circle }),
);

/** Removes a register from the device, after an answer or when the person discards it. */
export const dropRegister = queue.drop;

/**
 * Stores a register on the device and sends it. Without an answer it is sent again when the network is back, until
 * there is one. A repeat is harmless, because the server replaces the whole day.
 */
export async function sendRegister(register: Omit<SentRegister, keyof Queued>): Promise<Outcome> {
  const delivery = await queue.send(register);
  if (delivery.kind !== 'sent') return delivery;
  return delivery.result ? { kind: 'sent', message: delivery.result.message } : { kind: 'cannot' };
}

/** Sends waiting registers now: when the network is back, after sign-in, and every few seconds. */
export const sendWaiting = queue.sendWaiting;

export const useQueuedRegisters = queue.useQueue;

/** The register of a day that waits on this device. */
export function useQueuedRegister(day: DayOfRegister | null): SentRegister | undefined {
  const waiting = useQueuedRegisters();
  return day ? waiting.find((one) => keyOfRegister(one) === keyOfRegister(day)) : undefined;
}

/** Loads the shown data again when a waiting register has arrived, also from another window. */
export function useArrivals(): void {
  const waiting = useQueuedRegisters();
  const before = useRef(waiting);
  const client = useQueryClient();
  useEffect(() => {
    const still = new Set(waiting.map(keyOfRegister));
    const hasArrived = before.current.some(
      (one) => one.state !== 'refused' && !still.has(keyOfRegister(one)),
    );
    before.current = waiting;
    // A save on this page loads the data again itself.
    if (hasArrived && client.isMutating() === 0) void client.invalidateQueries();
  }, [waiting, client]);
}
