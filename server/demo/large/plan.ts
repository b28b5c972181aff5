import { offeringCode } from '../../../contract/rules/subjectCode';
import {
  defaultOfferingStatus,
  defaultProgramStatus,
  type Specialty,
  type SubjectType,
} from '../../../contract/vocabulary';
import type { NewRow, Row } from '../../db/schema';

export const studentsPerBatch = 40;

const topics: readonly [string, Specialty][] = [
  ['القرآن الكريم', 'قرآن'],
  ['التجويد', 'قرآن'],
  ['القراءات', 'قرآن'],
  ['الإقراء', 'قرآن'],
  ['تصحيح التلاوة', 'قرآن'],
  ['القاعدة النورانية', 'قرآن'],
  ['علوم القرآن', 'قرآن'],
  ['إعداد معلمي القرآن', 'قرآن'],
  ['التفسير', 'علوم شرعية'],
  ['الحديث', 'علوم شرعية'],
  ['الفقه', 'علوم شرعية'],
  ['أصول الفقه', 'علوم شرعية'],
  ['العقيدة', 'علوم شرعية'],
  ['السيرة النبوية', 'علوم شرعية'],
  ['الدعوة', 'علوم شرعية'],
  ['الفرائض', 'علوم شرعية'],
  ['اللغة العربية', 'لغة عربية'],
  ['النحو والصرف', 'لغة عربية'],
  ['البلاغة والأدب', 'لغة عربية'],
  ['الخط العربي', 'لغة عربية'],
];

const subjectNames: readonly [string, SubjectType][] = [
  ['حفظ القرآن الكريم', 'حفظ'],
  ['التجويد', 'مادة'],
  ['الفقه', 'مادة'],
  ['التفسير', 'مادة'],
  ['الحديث الشريف', 'نظري'],
  ['النحو', 'مادة'],
  ['مهارات التلاوة', 'مهارات'],
  ['التوحيد', 'مادة'],
  ['السيرة النبوية', 'مادة'],
  ['التطبيق العملي', 'عملي'],
  ['الورد اليومي', 'تقييد يومي'],
];

/** Twenty programmes. */
export function largePrograms(): NewRow<'programs'>[] {
  return topics.map(([topic, specialty], index) => ({
    program_id: `P${String(index + 1).padStart(2, '0')}`,
    program_name: `برنامج ${topic}`,
    specialty,
    levels: 4 + (index % 5),
    duration: 'سنتان',
    description: null,
    status: defaultProgramStatus,
  }));
}

/** The name of the batch with this number of a programme. */
export function batchName(program: Row<'programs'>, number: number, academicYear: string): string {
  return `دفعة ${program.program_name.replace('برنامج ', '')} ${number} لعام ${academicYear}`;
}

/** Eleven offerings of each batch, ten of them with marks; the batches of a programme share the bases. */
export function offeringsOf(batch: Row<'batches'>, program: Row<'programs'>): NewRow<'subjects'>[] {
  return subjectNames.map(([name, type], index) => {
    const base = `${program.program_id}${101 + index}`;
    return {
      subject_code: offeringCode(base, batch.id),
      base_subject_code: base,
      name,
      level: 1 + (index % 4),
      hours: 1 + (index % 5),
      type,
      batch_id: batch.id,
      status: defaultOfferingStatus,
      semester: 'الفصل الأول',
      created_at: batch.created_at,
    };
  });
}
