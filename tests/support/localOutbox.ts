import { vi } from 'vitest';
import type { Entry } from '../../src/dataProvider/outbox/kinds';
import { startSession } from '../../src/dataProvider/session';

// jsdom cannot encrypt, like an address without https, so the outbox is in localStorage.

const prefix = (userId: number) => `rasd.queued.${userId}.`;

/** Entries in localStorage, where a page without encryption stores them. */
export const readLocalQueue = (userId: number): Entry[] =>
  Object.entries(localStorage)
    .filter(([storageKey]) => storageKey.startsWith(prefix(userId)))
    .map(([, text]) => JSON.parse(String(text)) as Entry)
    .toSorted((one, other) => ((one.order ?? one.at) < (other.order ?? other.at) ? -1 : 1));

export const storeLocalEntry = (userId: number, entry: { id: string }) =>
  localStorage.setItem(prefix(userId) + entry.id, JSON.stringify(entry));

export type Answer = { status: number; body: object } | 'lost';
type Server = (call: { method: string; url: string; key: string | null; body: unknown }) => Promise<Answer>;

export const signIn = (id: number, token = `token ${id}`) =>
  startSession(
    {
      user: {
        id,
        name: 'معلم',
        username: `t${id}`,
        role: 'teacher',
        email: null,
        student_id: null,
        must_change_password: false,
        section: null,
      },
      token,
    },
    false,
  );
export const successResponse: Answer = { status: 200, body: { message: 'تم', version: 1 } };
export const register = (subjectCode: string, date = '2026-11-20', absent: string[] = []) => ({
  batchName: 'الأولى',
  subjectCode,
  date,
  absentStudents: absent.map((studentId) => ({ studentId, type: 'بدون عذر' as const })),
  version: 0,
  edits: {},
});

/** Answers of the server in place of the network. */
export function answerWith(server: Server) {
  const calls = vi.fn<Server>(server);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const key = new Headers(headers).get('Idempotency-Key');
    const answer = await calls({ method, url, key, body: body ? JSON.parse(String(body)) : null });
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const type = { 'content-type': 'application/json' };
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: type });
  });
  return calls;
}

export const keysOf = (calls: ReturnType<typeof answerWith>) => calls.mock.calls.map(([{ key }]) => key);
