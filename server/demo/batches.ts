import { currentAcademicYear } from '../../contract/rules/academicYear';
import { defaultBatchStatus, type Gender } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, firstLesson, lessonsBegan, momentOf } from './calendar';

/** What other tables need to know about a batch besides its row; `key` is its name in the plan. */
export interface BatchPlan {
  key: 'quran1445' | 'sharia1445' | 'quranWomen' | 'sharia' | 'arabic' | 'quranEvening';
  program: string;
  number: number;
  title: string;
  isOf1445: boolean;
  gender: Gender;
  students: number;
}

/** Six batches, 150 students; the specification defines the two of 1445. */
export const batchPlans: readonly BatchPlan[] = [
  {
    key: 'quran1445',
    program: 'QRN',
    number: 1,
    title: 'دفعة القرآن الأولى',
    isOf1445: true,
    gender: 'ذكر',
    students: 28,
  },
  {
    key: 'sharia1445',
    program: 'SHR',
    number: 1,
    title: 'دفعة العلوم الشرعية الأولى',
    isOf1445: true,
    gender: 'ذكر',
    students: 27,
  },
  {
    key: 'quranWomen',
    program: 'QRN',
    number: 2,
    title: 'دفعة القرآن الثانية للبنات',
    isOf1445: false,
    gender: 'أنثى',
    students: 26,
  },
  {
    key: 'sharia',
    program: 'SHR',
    number: 2,
    title: 'دفعة العلوم الشرعية الثانية للبنات',
    isOf1445: false,
    gender: 'أنثى',
    students: 25,
  },
  {
    key: 'arabic',
    program: 'ARB',
    number: 1,
    title: 'دفعة اللغة العربية الأولى',
    isOf1445: false,
    gender: 'ذكر',
    students: 24,
  },
  {
    key: 'quranEvening',
    program: 'QRN',
    number: 3,
    title: 'دفعة القرآن الثالثة المسائية',
    isOf1445: false,
    gender: 'ذكر',
    students: 20,
  },
];

/** A stored batch with its plan. */
export interface PlannedBatch {
  plan: BatchPlan;
  row: Row<'batches'>;
}

/** The rows of the batches, in the order of the plans. Those that are not of 1445 are of the current year. */
export function demoBatches(programs: readonly Row<'programs'>[], today: string): NewRow<'batches'>[] {
  const currentYear = currentAcademicYear(null, today);
  const lessonsEnd = `${Number(today.slice(0, 4)) + 1}-06-10`;
  return batchPlans.map((plan) => {
    const program = programs.find((row) => row.program_id === plan.program);
    if (!program) throw new Error(`the demo has no programme ${plan.program}`);
    const academicYear = plan.isOf1445 ? '1445' : currentYear;
    const startDate = plan.isOf1445 ? firstLesson(2023) : lessonsBegan(today);
    return {
      batch_name: `${plan.title} ${academicYear}`,
      program_row_id: program.id,
      batch_number: plan.number,
      academic_year: academicYear,
      level: plan.isOf1445 ? 2 : 1,
      start_date: startDate,
      end_date: lessonsEnd,
      status: defaultBatchStatus,
      created_at: momentOf(daysAfter(startDate, -21), 30 * plan.number),
    };
  });
}

/** Joins the stored batches with their plans, which have the same order. */
export function plannedBatches(rows: readonly Row<'batches'>[]): PlannedBatch[] {
  return batchPlans.flatMap((plan, index) => {
    const row = rows[index];
    return row ? [{ plan, row }] : [];
  });
}
