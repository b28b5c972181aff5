/** One thing that is measured: a request, or a series of them that differ by a number. */
export interface BenchCase {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** Written anew for each request, with a number that no other one has. */
  body?: (count: number) => unknown;
  /** In the place of the admin's token: nobody, from an address of its own. */
  isPublic?: boolean;
}

const page = (filter: object) => {
  const query = { range: '[0,24]', sort: '["full_name","ASC"]', filter: JSON.stringify(filter) };
  return `/api/students?${new URLSearchParams(query)}`;
};

export const nationalIdOf = (count: number): string => String(3_000_000_000 + count);

export const cases: readonly BenchCase[] = [
  { name: 'page', method: 'GET', path: page({}) },
  { name: 'common-word', method: 'GET', path: page({ q: 'محمد' }) },
  { name: 'two-common-words', method: 'GET', path: page({ q: 'محمد أحمد' }) },
  { name: 'rare-word', method: 'GET', path: page({ q: '0500007680' }) },
  { name: 'no-match', method: 'GET', path: page({ q: 'ظظظظ' }) },
  {
    name: 'sign-in',
    method: 'POST',
    path: '/api/auth/login',
    isPublic: true,
    body: (count) => ({ username: `teacher${2 + (count % 400)}`, password: 'rasd-demo' }),
  },
  {
    name: 'student-create',
    method: 'POST',
    path: '/api/students',
    body: (count) => ({
      first_name: 'سعد',
      last_name: 'الجديد',
      national_id: nationalIdOf(count),
      batch_id: 7,
    }),
  },
];

/** The statements of a case in the order in which our server runs them, for the bare handler to run too. */
export interface Recipe {
  name: string;
  path: string;
  statements: { sql: string; parameters: unknown[] }[];
  /** Values of the recording that must be others at each repetition: row numbers and unique texts. */
  changing: { nationalId: string; studentId: string; rowId: number; operationId: number } | null;
}
