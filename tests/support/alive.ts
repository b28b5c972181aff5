import { readFileSync } from 'node:fs';

/** A zombie counts as ended: not every container reaps zombies. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true; // no `/proc`
  }
}
