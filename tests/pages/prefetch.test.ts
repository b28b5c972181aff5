import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../src/dataProvider';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { startSession } from '../../src/dataProvider/session';
import { prefetch } from '../../src/features/teaching-context/prefetch';

const offering = (subject_id: number) => ({
  subject_id,
  subject_code: `S${subject_id}-1`,
  batch_id: 1,
  batch_name: 'الأولى',
  name: `مادة ${subject_id}`,
  type: 'مادة',
  program_id: 'QRN',
  circle_id: null,
  circle_name: null,
});

beforeEach(() => {
  vi.useFakeTimers();
  const user = {
    id: 7,
    name: 'معلم',
    username: 't',
    role: 'teacher' as const,
    email: null,
    student_id: null,
  };
  startSession({ user: { ...user, must_change_password: false, section: null }, token: 'token' }, false);
  noteList('subjects', [], true);
});
afterEach(() => vi.useRealTimers());

it('the subject of a circle of today is prefetched, although the teacher has more subjects than the limit', async () => {
  const offerings = Array.from({ length: 12 }, (_, index) => offering(index + 1));
  const sheets: string[] = [];
  const days: string[] = [];
  const answers: Record<string, (...input: never[]) => unknown> = {
    settings: () => ({ today: '2026-11-20' }),
    today: (date: string) => {
      days.push(date);
      return [
        { subject_id: 3, circle_id: null, is_today: true },
        { subject_id: 12, circle_id: 5, is_today: true },
        { subject_id: 11, circle_id: 6, is_today: false },
      ];
    },
    choices: (_query: object, from: number, perPage: number) => ({ rows: offerings.slice(from, perPage) }),
    gradeSheet: ({ subjectCode }: { subjectCode: string }) => void sheets.push(subjectCode),
    circlesOf: () => [],
  };
  const api = new Proxy(
    {},
    {
      get:
        (_, name) =>
        async (...input: never[]) =>
          answers[String(name)]?.(...input),
    },
  );
  void prefetch(api as Api).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sheets).toEqual(['S12-1', ...offerings.slice(0, 7).map(({ subject_code }) => subject_code)]);
  // The dashboard is the first screen of the installed app.
  expect(days).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
});
