import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Register } from '../../contract/absences';
import type { ApiProblem } from './ApiProblem';
import { deviceQueue, type Queued } from './deviceQueue';
import { type SentAbsences, type Sheet, teaching } from './teaching';

/** A register on its way to the server; on the device until it is answered. */
export interface SentRegister extends Sheet, Queued {
  date: string;
  /** The row number of the circle whose register it is; left out for that of everybody. */
  circle?: number;
  absentStudents: SentAbsences;
  /** Of the register that it was made over; 0 before one was taken. */
  version?: number | undefined;
  /** The day as it was read here, to be shown until it can be read again. */
  base?: Register;
  /** What the person changed, to be put over what somebody else has saved meanwhile. */
  edits: Record<string, unknown>;
}

export type Outcome =
  | { kind: 'sent'; message: string }
  /** No answer came: it is sent again until one does. */
  | { kind: 'waiting' }
  | { kind: 'refused'; problem: ApiProblem }
  /** The server can only record absences, and cannot set a day exactly. */
  | { kind: 'cannot' };

/** A register of one day: of a circle, or of everybody. */
export type DayOfRegister = Pick<SentRegister, 'batchName' | 'subjectCode' | 'date' | 'circle'>;

/** The same for each saving of one register. */
export const keyOfRegister = ({ batchName, subjectCode, date, circle }: DayOfRegister) =>
  JSON.stringify([batchName, subjectCode, date, ...(circle === undefined ? [] : [circle])]);

const queue = deviceQueue<SentRegister, { message: string } | null>(
  'registers',
  keyOfRegister,
  ({ batchName, subjectCode, date, circle, absentStudents, version }) =>
    teaching.setRegister({ batchName, subjectCode }, date, { absentStudents, version, circle_id: circle }),
);

/** Takes a register off the device: it was answered, or the person dropped it. */
export const dropRegister = queue.drop;

/**
 * Keeps a register on the device and sends it. Without an answer the same call is made again when the network is back,
 * until one comes: its effect is one, since the server sets the day exactly.
 */
export async function sendRegister(register: Omit<SentRegister, keyof Queued>): Promise<Outcome> {
  const delivery = await queue.send(register);
  if (delivery.kind !== 'sent') return delivery;
  return delivery.result ? { kind: 'sent', message: delivery.result.message } : { kind: 'cannot' };
}

/** Sends what waits, now: when the network is back, when somebody signs in, and every few seconds. */
export const sendWaiting = queue.sendWaiting;

export const useQueuedRegisters = queue.useQueue;

/** The register of one day that waits on this device. */
export function useQueuedRegister(day: DayOfRegister | null): SentRegister | undefined {
  const waiting = useQueuedRegisters();
  return day ? waiting.find((one) => keyOfRegister(one) === keyOfRegister(day)) : undefined;
}

/** Once a register that waited on this device has arrived, from whichever window, what is on screen is read again. */
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
    // A save that is waited for reads again by itself.
    if (hasArrived && client.isMutating() === 0) void client.invalidateQueries();
  }, [waiting, client]);
}
