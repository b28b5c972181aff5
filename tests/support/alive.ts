import { readFileSync } from 'node:fs';

/** Whether a process is running. A zombie does not count: not every container reaps its zombies. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true; // a system without `/proc`
  }
}
