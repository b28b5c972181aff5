import type { TestApp } from '../app';
import type { Caller, Sample } from '../sampleCalls';

type NewSubject = (server: TestApp, caller: Caller) => Promise<{ studentId: string; subjectCode: string }>;

export async function letTeachersContactGuardians(server: TestApp, isAllowed = true): Promise<void> {
  const body = { teachers_contact_guardians: isAllowed };
  const answer = await server.call('PUT', '/settings', { as: 'admin', body });
  if (answer.status !== 200) throw new Error(`/settings answered ${answer.status}: ${answer.text}`);
}

/** @param newSubject adds a subject to the batch of the caller's student account */
export function tellSamples(newSubject: NewSubject): Record<string, Sample> {
  const newMessage = async (server: TestApp, caller: Caller) => {
    await letTeachersContactGuardians(server);
    const { studentId, subjectCode: subject_code } = await newSubject(server, caller);
    // Only a teacher can get the subject.
    await server.call('POST', '/subject-teachers', {
      as: 'admin',
      body: { subject_code, teacher_id: caller.id },
    });
    const { id } = await server.data.read
      .selectFrom('students')
      .select('id')
      .where('student_id', '=', studentId)
      .executeTakeFirstOrThrow();
    return {
      kind: 'absent',
      date: '2026-11-22',
      guardian_id: null,
      students: [{ id, content: 'absent' }],
      channel: 'whatsapp',
      text: 'غاب الطالب اليوم.',
    };
  };
  return {
    'GET /tell': async (server) => {
      await letTeachersContactGuardians(server);
      return { query: { kind: 'marks', batch_id: 1 } };
    },
    'POST /tell/opened': async (server, caller) => ({ body: await newMessage(server, caller) }),
    'POST /tell/not-sent': async (server, caller) => {
      const body = await newMessage(server, caller);
      const answer = await server.call<{ message_id: number }>('POST', '/tell/opened', { as: 'admin', body });
      return { body: { message_id: answer.body.message_id } };
    },
    'GET /message-templates': () => ({}),
    'PUT /message-templates/{key}': () => ({
      params: { key: 'absent' },
      body: { masculine: 'غاب {الطالب} {اليوم}', feminine: null },
    }),
  };
}
