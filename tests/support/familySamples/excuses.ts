import { loadInstituteDay } from '../../../server/domain/institute';
import type { TestApp } from '../app';
import type { Sample } from '../sampleCalls';

interface NewStudent {
  (server: TestApp): Promise<{ student_id: string }>;
}

async function buildExcuse(server: TestApp, newStudent: NewStudent) {
  const { student_id } = await newStudent(server);
  const { today } = await loadInstituteDay(server.data.read, server.data.now());
  return { student_id, from: today, to: today, reason: 'illness', line: 'حرارة من البارحة' };
}

const withExcuse =
  (newStudent: NewStudent, body?: object): Sample =>
  async (server) => {
    const answer = await server.call<{ id: number }>('POST', '/excuses', {
      as: 'admin',
      body: await buildExcuse(server, newStudent),
    });
    if (answer.status !== 201) throw new Error(`/excuses answered ${answer.status}: ${answer.text}`);
    return { params: { id: answer.body.id }, ...(body && { body }) };
  };

export const excuseSamples = (newStudent: NewStudent): Record<string, Sample> => ({
  'GET /excuses': () => ({
    query: { range: [0, 9], sort: ['from', 'DESC'], filter: { state: 'open', q: 'سعد' } },
  }),
  'GET /excuses/{id}': withExcuse(newStudent),
  'POST /excuses': async (server) => ({ body: await buildExcuse(server, newStudent) }),
  'POST /excuses/{id}/accept': withExcuse(newStudent, {}),
  'POST /excuses/{id}/refuse': withExcuse(newStudent, { line: 'لا يوجد تقرير' }),
});
