import type { TestApp } from '../app';
import type { Caller, Sample } from '../sampleCalls';
import { teachDemoBatch } from './announcements';

interface NewStudent {
  (server: TestApp): Promise<{ student_id: string }>;
}

const content = { kind: 'remark', text: 'تأخر عن الحلقة', for_guardians: true };

/** A student of the demo batch. */
async function newOwnStudent(server: TestApp, newStudent: NewStudent, caller: Caller): Promise<string> {
  await teachDemoBatch(server, caller);
  return (await newStudent(server)).student_id;
}

/** A note of the caller. @returns its id */
async function newNote(server: TestApp, newStudent: NewStudent, caller: Caller): Promise<number> {
  const student_id = await newOwnStudent(server, newStudent, caller);
  const answer = await server.call('POST', '/behaviour-notes', {
    as: 'admin',
    body: { student_ids: [student_id], ...content },
  });
  if (answer.status !== 200) throw new Error(`/behaviour-notes answered ${answer.status}: ${answer.text}`);
  const query = { filter: { student_id } };
  const { body } = await server.call<{ id: number }[]>('GET', '/behaviour-notes', { as: 'admin', query });
  const id = Number(body[0]?.id);
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('behaviour_notes').set({ author_id: caller.id }).where('id', '=', id).execute(),
  );
  return id;
}

export const behaviourNoteSamples = (newStudent: NewStudent): Record<string, Sample> => ({
  'GET /note-categories': () => ({}),
  'PUT /note-categories': async (server) => {
    const { body } = await server.call<object[]>('GET', '/note-categories', { as: 'admin' });
    return { body: [...body, { name: `تصنيف ${body.length + 1}`, kind: 'praise' }] };
  },
  'GET /behaviour-notes': () => ({
    query: {
      range: [0, 9],
      sort: ['date', 'DESC'],
      filter: { kind: 'praise', from: '2020-01-01', q: 'سعد' },
    },
  }),
  'GET /behaviour-notes/summary': () => ({ query: { filter: { kind: 'praise' } } }),
  'GET /behaviour-notes/own': () => ({}),
  'POST /behaviour-notes': async (server, caller) => ({
    body: { student_ids: [await newOwnStudent(server, newStudent, caller)], ...content },
  }),
  'PUT /behaviour-notes/{id}': async (server, caller) => ({
    params: { id: await newNote(server, newStudent, caller) },
    body: { text: 'تأخر ثم اعتذر' },
  }),
  'DELETE /behaviour-notes/{id}': async (server, caller) => ({
    params: { id: await newNote(server, newStudent, caller) },
  }),
});
