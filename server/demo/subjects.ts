import { offeringCode } from '../../contract/rules/subjectCode';
import { defaultOfferingStatus, type OfferingStatus, type SubjectType } from '../../contract/vocabulary';
import type { NewRow } from '../db/schema';
import type { BatchPlan, PlannedBatch } from './batches';

interface SubjectPlan {
  base: string;
  name: string;
  level: number;
  hours: number;
  type: SubjectType;
  batches: readonly BatchPlan['key'][];
  status?: OfferingStatus;
}

const subject = (
  base: string,
  name: string,
  [level, hours]: [number, number],
  type: SubjectType,
  batches: SubjectPlan['batches'],
  status?: OfferingStatus,
): SubjectPlan => ({ base, name, level, hours, type, batches, status });

/** 25 offerings of 16 subjects; QRN101, QRN102 and SHR101 are those that the specification fixes. */
const subjectPlans: readonly SubjectPlan[] = [
  subject('QRN101', 'حفظ القرآن الكريم', [1, 5], 'حفظ', [
    'quran1445',
    'sharia1445',
    'quranWomen',
    'quranEvening',
  ]),
  subject('QRN102', 'التجويد', [1, 3], 'مادة', ['quran1445', 'sharia1445', 'quranWomen']),
  subject('SHR101', 'الفقه', [1, 3], 'مادة', ['quran1445', 'sharia1445', 'sharia']),
  subject('QRN110', 'الورد اليومي', [1, 2], 'تقييد يومي', ['quran1445', 'quranWomen', 'quranEvening']),
  subject('QRN120', 'مهارات التلاوة', [1, 2], 'مهارات', ['quranWomen']),
  subject('QRN201', 'علوم القرآن', [2, 2], 'نظري', ['quran1445'], 'completed'),
  subject('SHR201', 'التفسير', [2, 3], 'مادة', ['sharia1445']),
  subject('SHR110', 'المراجعة اليومية', [1, 2], 'تقييد يومي', ['sharia1445']),
  subject('SHR102', 'التوحيد', [1, 3], 'مادة', ['sharia']),
  subject('SHR103', 'الحديث الشريف', [1, 3], 'مادة', ['sharia']),
  subject('SHR104', 'أحكام العبادات', [1, 2], 'عملي', ['sharia']),
  subject('ARB101', 'النحو', [1, 4], 'مادة', ['arabic']),
  subject('ARB102', 'الصرف', [1, 3], 'مادة', ['arabic']),
  subject('ARB103', 'الخط والإملاء', [1, 2], 'مهارات', ['arabic'], 'cancelled'),
  subject('ARB110', 'القراءة اليومية', [1, 1], 'تقييد يومي', ['arabic']),
  subject('QRN103', 'آداب حملة القرآن', [1, 1], 'مادة', ['quranEvening']),
];

const semesters = ['الفصل الأول', 'الفصل الثاني'] as const;

/** The offerings, batch by batch. */
export function demoSubjects(batches: readonly PlannedBatch[]): NewRow<'subjects'>[] {
  return batches.flatMap(({ plan, row }) =>
    subjectPlans
      .filter((planned) => planned.batches.includes(plan.key))
      .map((planned) => ({
        subject_code: offeringCode(planned.base, row.id),
        base_subject_code: planned.base,
        name: planned.name,
        level: planned.level,
        hours: planned.hours,
        type: planned.type,
        batch_id: row.id,
        status: planned.status ?? defaultOfferingStatus,
        semester: semesters[planned.level - 1] ?? null,
        created_at: row.created_at,
      })),
  );
}
