import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type SentSubmission, useQueuedSubmissions } from '../../../dataProvider/answerOutbox';

/** What waits on this device to be handed in; once something has arrived, what is on screen is read again. */
export function useSubmissionQueue(): { queue: readonly SentSubmission[]; isReading: boolean } {
  const queue = useQueuedSubmissions();
  const client = useQueryClient();
  const [seen, setSeen] = useState(queue);
  const [isReading, setIsReading] = useState(false);
  // While drawing, so that nobody sees an open form between the arrival and what the server says of it.
  if (seen !== queue) {
    setSeen(queue);
    const still = new Set(queue.map(({ assignmentId }) => assignmentId));
    if (seen.some(({ assignmentId, state }) => state !== 'refused' && !still.has(assignmentId)))
      setIsReading(true);
  }
  useEffect(() => {
    if (isReading) void client.invalidateQueries().finally(() => setIsReading(false));
  }, [isReading, client]);
  return { queue, isReading };
}
