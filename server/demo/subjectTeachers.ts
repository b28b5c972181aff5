import type { NewRow, Row } from '../db/schema';
import type { BatchPlan, PlannedBatch } from './batches';

/**
 * Who teaches what, by base and key of the batch. `teacher` and `teacher2` share one offering; the rest,
 * among it everything of two batches, has no teacher yet and is seen by admins alone.
 */
const taught: Record<string, readonly [string, BatchPlan['key']][]> = {
  teacher: [
    ['QRN101', 'quran1445'],
    ['QRN102', 'quran1445'],
    ['SHR101', 'quran1445'],
    ['QRN110', 'quran1445'],
    ['QRN101', 'sharia1445'],
    ['QRN102', 'sharia1445'],
    ['SHR101', 'sharia1445'],
  ],
  teacher2: [
    ['SHR101', 'sharia1445'],
    ['SHR201', 'sharia1445'],
    ['SHR110', 'sharia1445'],
    ['SHR101', 'sharia'],
    ['SHR102', 'sharia'],
    ['SHR103', 'sharia'],
    ['QRN101', 'quranWomen'],
    ['QRN110', 'quranWomen'],
  ],
};

export function demoSubjectTeachers(
  subjects: readonly Row<'subjects'>[],
  batches: readonly PlannedBatch[],
  users: readonly Row<'users'>[],
): NewRow<'subject_teachers'>[] {
  return users.flatMap((user) =>
    (taught[user.username] ?? []).map(([base, key]) => {
      const batch = batches.find(({ plan }) => plan.key === key);
      const subject = subjects.find((s) => s.base_subject_code === base && s.batch_id === batch?.row.id);
      if (!subject) throw new Error(`the demo does not offer ${base} to ${key}`);
      return { subject_id: subject.id, teacher_id: user.id };
    }),
  );
}
