import type { Locator, Page } from '@playwright/test';
import type { Circle } from '../../contract/circles';
import type { DailyRecord } from '../../contract/dailyRecords';
import { type ApiCaller, newApiCaller } from './apiCaller';
import { daysAgo } from './memorisation';

export const batchName = 'دفعة القرآن الأولى 1445';
const names = ['أنس', 'بلال', 'تميم', 'ثابت', 'جابر', 'حازم', 'خالد', 'داود', 'رائد', 'زاهر'];
const studentNumber = (index: number) => String(77_000_001 + index);
export const today = () => daysAgo(0);

export interface NewCircle {
  call: ApiCaller;
  circle: Circle;
  address: string;
  subjectCode: string;
  numbers: string[];
  records: () => Promise<DailyRecord[]>;
}

interface CircleOptions {
  /** Maximum: 10. */
  students?: number;
  teacher?: string;
  /** Declares the last two juz as memorised, so that students have far revision. */
  isRevised?: boolean;
}

/** A circle whose students have a lesson of one page, and revision. */
export async function newCircle(
  page: Page,
  { students = 3, teacher, isRevised = true }: CircleOptions = {},
): Promise<NewCircle> {
  const numbers = names.slice(0, students).map((_, index) => studentNumber(index));
  const call = await newApiCaller(page, 'admin');
  const teacherId =
    teacher && (await (await newApiCaller(page, teacher))<{ id: number }>('GET', '/auth/me')).id;
  const query = new URLSearchParams({
    filter: JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 }),
    range: '[0,0]',
    sort: '["id","ASC"]',
  });
  const [subject] = await call<{ subject_code: string }[]>('GET', `/subjects?${query}`);
  const subjectCode = subject?.subject_code ?? '';
  for (const [index, student_id] of numbers.entries())
    await call('POST', '/students', {
      student_id,
      first_name: names[index],
      second_name: 'سعد',
      last_name: 'الجديد',
      national_id: `1077000${String(index).padStart(2, '0')}0`,
      batch_id: 1,
    });
  const circle = await call<Circle>('POST', '/circles', {
    subject_code: subjectCode,
    name: 'حلقة المغرب',
    days: [0, 1, 2, 3, 4, 5, 6],
    ...(teacherId && { teacher_id: teacherId }),
  });
  await call('PUT', `/circles/${circle.id}/members`, { student_ids: numbers, date: today() });
  await call('PUT', `/circles/${circle.id}/plan`, {
    direction: 'from_baqarah',
    start: '2:1',
    amount: { unit: 'page', value: 1 },
    new_days: [0, 1, 2, 3, 4, 5, 6],
    revision_days: [0, 1, 2, 3, 4, 5, 6],
    begin: today(),
  });
  for (const student of isRevised ? numbers : [])
    await call('PUT', `/hifz/${student}/prior`, {
      ranges: [{ from: '67:1', to: '114:6', date: daysAgo(40), strength: 4 }],
    });
  const screenQuery = new URLSearchParams({
    batch_id: '1',
    subject_code: subjectCode,
    circle_id: String(circle.id),
  });
  const path = [batchName, subjectCode, today()].map(encodeURIComponent).join('/');
  return {
    call,
    circle,
    subjectCode,
    numbers,
    address: `/halaqa?${screenQuery}`,
    records: async () =>
      (
        await call<{ records: DailyRecord[] }>(
          'GET',
          `/daily-records/${path}?kind=all&circle_id=${circle.id}`,
        )
      ).records.filter(({ version }) => version > 0),
  };
}

export const studentButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name} سعد الجديد،`) });
export const panel = (page: Page, name: string) =>
  page.getByRole('region', { name: `تسميع «${name} سعد الجديد»` });
export const saveButton = (panelLocator: Locator) => panelLocator.getByRole('button', { name: /^حفظ: / });
