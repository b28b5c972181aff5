import { z } from 'zod';
import { get, remove, withTraits } from './endpoint';
import { addition, id, messageResponse } from './fields';
import { type CleanupTarget, cleanupTargets } from './vocabulary';

const recordCounts = z.record(z.string(), z.int());

export const cleanupCard = z.object({
  target: z.enum(cleanupTargets),
  count: z.int(),
  dependents: recordCounts,
});
export type CleanupCard = z.infer<typeof cleanupCard>;

const cleanupCall = (target: CleanupTarget) =>
  remove(`/cleanup/${target}`, {
    roles: ['admin'],
    summary: `Delete all ${target} and the records that depend on them, after a backup; needs a step-up`,
    response: messageResponse.extend({
      deleted: addition(z.int()),
      /** The file name of the backup. Null if nothing was deleted, or if the server makes no backups itself. */
      backup: addition(z.string().nullable()),
      operation_id: addition(id.nullable()),
    }),
  });

export const cleanupApi = withTraits(
  { isInstituteWide: true },
  {
    summary: get('/cleanup/summary', {
      roles: ['admin'],
      summary: 'Numbers of records that each cleanup would delete; needs a step-up',
      response: z.object({ cards: z.array(cleanupCard) }),
      isAddition: true,
    }),
    grades: cleanupCall('grades'),
    students: cleanupCall('students'),
    subjects: cleanupCall('subjects'),
    batches: cleanupCall('batches'),
    programs: cleanupCall('programs'),
  },
);
