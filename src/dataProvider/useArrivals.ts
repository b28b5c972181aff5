import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keyOfRegister, useQueuedRegisters } from './registerQueue';

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
