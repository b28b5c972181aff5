import { readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended does not, though the system has not buried it: not every container does. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true; // a system without these files
  }
}
