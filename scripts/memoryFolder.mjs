// Test databases are in memory if there is room, because a disk needs ten times the processor time.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { removeLeftovers } from './leftovers.mjs';

const folder = '/dev/shm';
const neededBytes = 4 * 2 ** 30; // more than the tests use, so that some memory stays free

export function memoryFolder() {
  try {
    accessSync(folder, constants.W_OK);
    removeLeftovers(folder, 'rasd_test_', 'rasd-postgres-');
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < neededBytes ? tmpdir() : folder;
  } catch {
    return tmpdir(); // the folder is missing, or the sandbox forbids the access
  }
}
