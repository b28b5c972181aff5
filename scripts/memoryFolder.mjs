// Databases that live as long as a run stand in memory where there is room: to create and remove one in a folder of the
// disk takes ten times as much of the processor, and hundreds are made.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { removeLeftovers } from './leftovers.mjs';

const folder = '/dev/shm';
const neededBytes = 4 * 2 ** 30; // mostly not used: it is also a sign that the machine has memory to spare

/** The folder for such databases: the one for temporary files where there is none in memory. */
export function memoryFolder() {
  try {
    accessSync(folder, constants.W_OK);
    removeLeftovers(folder, 'rasd_test_', 'rasd-postgres-');
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < neededBytes ? tmpdir() : folder;
  } catch {
    return tmpdir(); // there is none, or the sandbox keeps it closed
  }
}
