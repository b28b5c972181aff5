/**
 * Works through a queue in so many lanes at once; the answer of `work` ends all of them behind what they have on
 * their way, as a failure does. @returns whether `work` has ended it
 */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<boolean>,
  isCancelled: () => boolean,
): Promise<boolean> {
  const queue = [...items];
  let isEnded = false;
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined && !isCancelled(); item = queue.shift())
      try {
        if (!(await work(item))) continue;
        isEnded = true;
        queue.length = 0;
      } catch (failure) {
        queue.length = 0;
        throw failure;
      }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return isEnded;
}
