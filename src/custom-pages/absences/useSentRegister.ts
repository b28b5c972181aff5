import { useState } from 'react';
import { type SentRegister, useQueuedRegister } from '../../dataProvider/registerQueue';
import type { Sheet } from '../../dataProvider/teaching';

interface Sent {
  entry: SentRegister;
  /** When the day was last read before the entry went. */
  readAt: number;
}

/**
 * The register of the day that was saved here: on its way, or arrived and not yet read again.
 * @param readAt when the day was last read
 */
export function useSentRegister(sheet: Sheet | null, date: string, readAt: number) {
  const queued = useQueuedRegister(sheet, date);
  const [last, setLast] = useState<Sent | null>(null);
  const place = JSON.stringify([sheet, date]);
  const [known, setKnown] = useState(place);
  // While drawing, so that nobody sees the day as it was before in between.
  if (place !== known) {
    setKnown(place);
    setLast(null);
  } else if (queued && (last?.entry !== queued || last.readAt !== readAt)) setLast({ entry: queued, readAt });
  else if (!queued && last && last.readAt !== readAt) setLast(null);
  return { queued, sent: queued ?? (place === known ? last?.entry : undefined), forget: () => setLast(null) };
}
