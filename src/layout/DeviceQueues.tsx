import { useEffect } from 'react';
import { sendWaitingSubmissions } from '../dataProvider/answerOutbox';
import { sendWaiting, useArrivals } from '../dataProvider/registerQueue';

/** Sends the registers and submissions of this person that wait on this device, and shows which have arrived. */
export default function DeviceQueues() {
  useEffect(sendWaiting, []);
  useEffect(sendWaitingSubmissions, []);
  useArrivals();
  return null;
}
