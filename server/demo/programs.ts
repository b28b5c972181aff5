import { defaultProgramStatus } from '../../contract/vocabulary';
import type { NewRow } from '../db/schema';
import { momentOf } from './calendar';

const created_at = momentOf('2023-06-11', 90);

/** The three programmes. */
export function demoPrograms(): NewRow<'programs'>[] {
  return [
    {
      program_id: 'QRN',
      program_name: 'برنامج حفظ القرآن الكريم',
      specialty: 'قرآن',
      levels: 6,
      duration: 'ثلاث سنوات',
      description: 'حفظ القرآن الكريم كاملاً مع إتقان التجويد والمراجعة اليومية.',
      status: defaultProgramStatus,
      created_at,
    },
    {
      program_id: 'SHR',
      program_name: 'برنامج العلوم الشرعية',
      specialty: 'علوم شرعية',
      levels: 8,
      duration: 'أربع سنوات',
      description: 'الفقه والتفسير والحديث والعقيدة، مع ورد يومي من القرآن الكريم.',
      status: defaultProgramStatus,
      created_at,
    },
    {
      program_id: 'ARB',
      program_name: 'برنامج اللغة العربية',
      specialty: 'لغة عربية',
      levels: 4,
      duration: 'سنتان',
      description: 'النحو والصرف والبلاغة والإملاء لطلاب العلوم الشرعية.',
      status: defaultProgramStatus,
      created_at,
    },
  ];
}
