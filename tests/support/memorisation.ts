import type { ApiCaller } from './apiCaller';

const dayMs = 86_400_000;
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toLocaleDateString('sv', { timeZone: 'Asia/Riyadh' });

/** Juz 30 is fresh; the juz before it are due, overdue and weak. */
export const buildPriorRanges = () => [
  { from: '78:1', to: '114:6', date: daysAgo(1), strength: 5 },
  { from: '67:1', to: '77:50', date: daysAgo(25), strength: 5 },
  { from: '58:1', to: '66:12', date: daysAgo(60), strength: 4 },
  { from: '51:31', to: '57:29', date: daysAgo(2), strength: 1 },
  { from: '2:1', to: '2:3', date: daysAgo(3), strength: 5 },
];

export interface Memoriser {
  id: number;
  student_id: string;
  full_name: string;
  subject_code: string;
  batch_id: number;
}

/** A new student with some memorised juz, and a plan with a revision cycle of 30 days. */
export async function newMemoriser(call: ApiCaller): Promise<Memoriser> {
  const filter = JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 });
  const [subject] = await call<{ subject_code: string; batch_id: number }[]>(
    'GET',
    `/subjects?${new URLSearchParams({ filter, range: '[0,0]', sort: '["id","ASC"]' })}`,
  );
  const { subject_code, batch_id } = subject ?? { subject_code: '', batch_id: 0 };
  const student = await call<Memoriser>('POST', '/students', {
    student_id: '99887766',
    first_name: 'حمزة',
    second_name: 'عبد الله',
    last_name: 'السالم',
    national_id: '1099887766',
    batch_id,
  });
  const path = `/hifz/${student.student_id}`;
  await call('PUT', `${path}/prior`, { ranges: buildPriorRanges() });
  await call('PUT', `${path}/plan`, {
    subject_code,
    direction: 'juz_descending',
    start: '46:1',
    amount: { unit: 'page', value: 1 },
    new_days: [0, 1, 2, 3, 4],
    revision_days: [0, 1, 2, 3, 4],
    begin: daysAgo(1),
  });
  return { ...student, subject_code, batch_id };
}
