import type { Page } from '@playwright/test';
import type { Register } from '../../contract/absences';
import type { Batch } from '../../contract/batches';
import type { Circle } from '../../contract/circles';
import type { DailyRecord } from '../../contract/dailyRecords';
import type { GradeRow } from '../../contract/grades';
import { newApiCaller } from './apiCaller';
import { daysAgo } from './memorisation';

export const firstNames =
  `أنس بلال تميم ثابت جابر حازم خالد داود رائد زاهر سالم شاكر صالح ضياء طارق ظافر عامر غانم فهد قاسم كريم لؤي ماجد
  نادر هاني وليد ياسر يزيد`.split(/\s+/);

/** 28 students, who have a circle of memorisation and a subject with marks, both of the teacher. */
export async function newHallClass(office: Page) {
  const call = await newApiCaller(office, 'admin');
  const { id: teacher_id } = await call<{ id: number }>('POST', '/users', {
    username: 'hall',
    name: 'عمر المعلم',
    role: 'teacher',
    password: 'rasd-demo',
  });
  await call('PUT', '/settings', { teacher_scope: 'linked' });
  const batch = await call<Batch>('POST', '/batches', { batch_name: 'دفعة المسجد', program_id: 'QRN' });
  const subject = (code: string, name: string, type: string) =>
    call<{ subject_code: string }>('POST', '/subjects', {
      subject_code: `${code}-${batch.id}`,
      name,
      batch_id: batch.id,
      type,
    });
  const marked = (await subject('TJW', 'أحكام التجويد', 'مادة')).subject_code;
  const recited = (await subject('HFZ', 'حفظ المسجد', 'تقييد يومي')).subject_code;
  for (const subject_code of [marked, recited])
    await call('POST', '/subject-teachers', { subject_code, teacher_id });
  const numbers = firstNames.map((_, index) => String(78_000_001 + index));
  for (const [index, student_id] of numbers.entries())
    await call('POST', '/students', {
      student_id,
      first_name: firstNames[index],
      second_name: 'سعد',
      last_name: 'الجديد',
      national_id: `1078${String(index).padStart(6, '0')}`,
      batch_id: batch.id,
    });
  const circle = await call<Circle>('POST', '/circles', {
    subject_code: recited,
    name: 'حلقة العشاء',
    days: [0, 1, 2, 3, 4, 5, 6],
    teacher_id,
  });
  await call('PUT', `/circles/${circle.id}/members`, { student_ids: numbers, date: daysAgo(0) });
  await call('PUT', `/circles/${circle.id}/plan`, {
    direction: 'from_baqarah',
    start: '2:1',
    amount: { unit: 'page', value: 1 },
    new_days: [0, 1, 2, 3, 4, 5, 6],
    revision_days: [0, 1, 2, 3, 4, 5, 6],
    begin: daysAgo(0),
  });
  const day = [batch.batch_name, recited, daysAgo(0)].map(encodeURIComponent).join('/');
  const sheet = [batch.batch_name, marked].map(encodeURIComponent).join('/');
  return {
    call,
    batch,
    circle,
    recited,
    marked,
    numbers,
    records: async () => {
      const path = `/daily-records/${day}?kind=all&circle_id=${circle.id}`;
      const { records } = await call<{ records: DailyRecord[] }>('GET', path);
      return records.filter(({ version }) => version > 0);
    },
    register: () => call<Register>('GET', `/absences/${day}?circle_id=${circle.id}`),
    marks: () => call<GradeRow[]>('GET', `/grades/${sheet}`),
    /** Saves absences without an excuse, and the first mark of the first student, as another user. */
    saveAsColleague: async ({ absent, mark }: { absent: readonly number[]; mark: number }) => {
      await call('PUT', `/absences/${day}`, {
        absentStudents: absent.map((index) => ({ studentId: numbers[index], type: 'غياب بدون عذر' })),
        version: 0,
        circle_id: circle.id,
      });
      await call('POST', '/grades/save', {
        batchName: batch.batch_name,
        subjectCode: marked,
        grades: [{ studentId: numbers[0], participationGrade: mark, version: 0 }],
      });
    },
  };
}
