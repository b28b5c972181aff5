import type { TestApp } from '../app';
import { demoBatchId, newStudent, type SampleCall } from '../sampleCalls';

/** A guardian who may read about the student, with consent because the demo has no birth dates. */
export async function newPageGuardian(
  server: TestApp,
  { batchId, ...relation }: { batchId?: number } & Record<string, unknown> = {},
): Promise<{ studentId: number; guardianId: number }> {
  const student = await newStudent(server, batchId);
  const { status, body, text } = await server.call<{ id: number }>(
    'POST',
    `/students/${student.id}/guardians`,
    { as: 'admin', body: { relation: 'father', name: 'صالح', consent_on: '2020-01-01', ...relation } },
  );
  if (status !== 201) throw new Error(text);
  return { studentId: student.id, guardianId: body.id };
}

const withGuardian = async (server: TestApp): Promise<SampleCall> => ({
  params: { id: (await newPageGuardian(server)).guardianId },
});

export const guardianPageSamples: Record<string, (server: TestApp) => SampleCall | Promise<SampleCall>> = {
  'POST /guardians/{id}/link': withGuardian,
  'DELETE /guardians/{id}/link': async (server) => {
    const call = await withGuardian(server);
    await server.call('POST', `/guardians/${call.params?.['id']}/link`, { as: 'admin' });
    return call;
  },
  'GET /guardian-links/batch/{id}': () => ({ params: { id: demoBatchId } }),
  'POST /guardian-links/batch': async (server) => {
    await newPageGuardian(server);
    return { body: { batch_id: demoBatchId, only_missing: true } };
  },
};
