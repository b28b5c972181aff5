import type { TestApp } from './app';

type Students = readonly { id: number }[];

/** Calls of an admin in one undo session, so that the last call can be undone. */
export function enrolmentCalls(server: () => TestApp, session: string) {
  const headers = { 'x-session-id': session };
  const post = <T = Record<string, unknown>>(path: string, body: unknown) =>
    server().call<T>('POST', path, { as: 'admin', body, headers });
  const idsOf = (students: Students) => students.map(({ id }) => id);
  return {
    headers,
    post,
    get: async <T>(path: string) => (await server().call<T>('GET', path, { as: 'admin' })).body,
    move: (students: Students, batch: { batchId: number }, date: string, values = {}) =>
      post('/students/move', { student_row_ids: idsOf(students), batch_id: batch.batchId, date, ...values }),
    setStatus: (students: Students, status: string, date: string, values = {}) =>
      post('/students/status', { student_row_ids: idsOf(students), status, date, ...values }),
  };
}
