import { afterEach, expect, it, vi } from 'vitest';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { Kind } from '../../src/dataProvider/outbox/kind';
import { type Entry, kinds } from '../../src/dataProvider/outbox/kinds';

const queued = { id: 'a'.repeat(32), at: '2026-11-20T12:00:00.000Z', state: 'sending' } as const;
const sheet = { batchName: 'الأولى', subjectCode: 'QRN101' };
const entries: readonly Entry[] = [
  { ...queued, ...sheet, kind: 'register', date: '2026-11-20', absentStudents: [], edits: {} },
  {
    ...queued,
    kind: 'answers',
    assignmentId: 1,
    answers: [{ question_id: 1, answer_text: 'خمسة', selected_option_id: null }],
  },
  {
    ...queued,
    ...sheet,
    kind: 'marks',
    subjectName: 'التجويد',
    rows: [{ studentId: '14450001', version: 1, cells: { test: { mark: 5, seen: [null] } } }],
    base: [],
    settings: defaultGradeSettings,
  },
  {
    ...queued,
    ...sheet,
    kind: 'records',
    date: '2026-11-20',
    named: {},
    rows: [{ studentId: '14450001', pagesCount: 1 }],
    students: {},
  },
  {
    ...queued,
    ...sheet,
    kind: 'recitation',
    date: '2026-11-20',
    named: {},
    mark: queued.id,
    studentName: 'أنس',
    kindName: 'حفظ جديد',
    recitation: {
      subjectCode: sheet.subjectCode,
      studentId: '14450001',
      recordDate: '2026-11-20',
      kind: 'new',
      ranges: [{ from: '2:1', to: '2:5' }],
    },
  },
];

afterEach(() => void vi.unstubAllGlobals());

// After a reload only the entry knows that the server may have stored it.
it.each(entries.map((entry) => [entry.kind, entry] as const))(
  'a queued write of the kind %s is sent with its id as the idempotency key',
  async (kind, entry) => {
    const keys: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      keys.push(new Headers(headers).get('Idempotency-Key'));
      const body = JSON.stringify({ message: 'تم', grades: [], records: [] });
      return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
    });
    await (kinds[kind] as Kind<Entry>).deliver(entry);
    expect(keys).toEqual([queued.id]);
  },
);
