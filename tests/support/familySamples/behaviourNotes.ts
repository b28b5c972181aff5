import type { TestApp } from '../app';
import type { Sample } from '../sampleCalls';

interface NewStudent {
  (server: TestApp): Promise<{ student_id: string }>;
}

const content = { kind: 'remark', text: 'تأخر عن الحلقة', for_guardians: true };

/** @returns the id of a new note */
async function newNote(server: TestApp, newStudent: NewStudent): Promise<number> {
  const { student_id } = await newStudent(server);
  const answer = await server.call('POST', '/behaviour-notes', {
    as: 'admin',
    body: { student_ids: [student_id], ...content },
  });
  if (answer.status !== 200) throw new Error(`/behaviour-notes answered ${answer.status}: ${answer.text}`);
  const query = { filter: { student_id } };
  const { body } = await server.call<{ id: number }[]>('GET', '/behaviour-notes', { as: 'admin', query });
  return Number(body[0]?.id);
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
  'POST /behaviour-notes': async (server) => ({
    body: { student_ids: [(await newStudent(server)).student_id], ...content },
  }),
  'PUT /behaviour-notes/{id}': async (server) => ({
    params: { id: await newNote(server, newStudent) },
    body: { text: 'تأخر ثم اعتذر' },
  }),
  'DELETE /behaviour-notes/{id}': async (server) => ({ params: { id: await newNote(server, newStudent) } }),
});
