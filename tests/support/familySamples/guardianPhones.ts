import type { TestApp } from '../app';
import type { Sample } from '../sampleCalls';

/** Calls with one new student with a phone number. */
export function guardianPhoneSamples(
  newStudent: (server: TestApp, batchId?: number, values?: object) => Promise<{ id: number }>,
): Record<string, Sample> {
  const choose = async (server: TestApp) => {
    const { id } = await newStudent(server, undefined, { phone: '0551234599' });
    return { student_row_ids: [id], relation: 'father', clear_phone: true };
  };
  return {
    'POST /guardians/from-phones/check': async (server) => ({ body: await choose(server) }),
    'POST /guardians/from-phones': async (server) => {
      const body = await choose(server);
      const { body: check } = await server.call('POST', '/guardians/from-phones/check', {
        as: 'admin',
        body,
      });
      return { body: { ...body, seen: check['seen'] } };
    },
    'POST /guardians/primary': async (server) => ({
      body: { student_row_ids: [(await newStudent(server)).id] },
    }),
  };
}
