import { useEffect } from 'react';
import { sendWaitingSubmissions } from '../dataProvider/answerOutbox';
import { sendWaiting, useArrivals } from '../dataProvider/registerQueue';

/** Sends registers and submissions that this person left without a network, on this device, and tells what arrived. */
export default function DeviceQueues() {
  useEffect(sendWaiting, []);
  useEffect(sendWaitingSubmissions, []);
  useArrivals();
  return null;
}
