// Test databases are kept in memory if there is room: hundreds are created and removed, which takes ten times as much
// processor time on a disk.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { removeLeftovers } from './leftovers.mjs';

const folder = '/dev/shm';
const neededBytes = 4 * 2 ** 30; // mostly unused: it also shows that the machine has enough free memory

/** The folder for test databases: in memory, or the folder for temporary files if memory has no room. */
export function memoryFolder() {
  try {
    accessSync(folder, constants.W_OK);
    removeLeftovers(folder, 'rasd_test_', 'rasd-postgres-');
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < neededBytes ? tmpdir() : folder;
  } catch {
    return tmpdir(); // the folder is missing, or the sandbox forbids it
  }
}
