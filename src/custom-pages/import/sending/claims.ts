const nameOf = (importId: string) => `rasd.import.${importId}`;

/** Does the work while no other window can take up the same import. An insecure origin has no locks. */
export async function claimed(importId: string, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(nameOf(importId), work) : work());
}

/** Whether another window is at this import now. */
export async function isClaimed(importId: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(importId));
}
