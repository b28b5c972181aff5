import { daysAfter } from '../../../contract/rules/retention';
import { loadInstituteDay } from '../../../server/domain/institute';
import type { TestApp } from '../app';
import type { Caller, Sample } from '../sampleCalls';

const systemActor = { userId: null, name: 'sample', role: 'admin', undoSession: null };

const nextWeek = async (server: TestApp) =>
  daysAfter((await loadInstituteDay(server.data.read, server.data.now())).today, 7);

/** A teacher announces, and writes notes, only where he teaches, so a calling teacher gets a subject. */
export async function teachDemoBatch(server: TestApp, caller: Caller): Promise<void> {
  const body = { subject_code: 'QRN101-1', teacher_id: caller.id };
  // An admin needs no subject, and a second link is refused.
  await server.call('POST', '/subject-teachers', { as: 'admin', body });
}

/** An announcement of the caller, because a teacher only changes his own. */
const withAnnouncement =
  (batch_id: number, body?: object): Sample =>
  async (server, caller) => {
    await teachDemoBatch(server, caller);
    const { id: author_id, username: author } = caller;
    const until = await nextWeek(server);
    const place = { section: null, program_row_id: null, batch_id, circle_id: null, role: null };
    const id = await server.data.write(systemActor, async (unit) => {
      unit.describe('create', 'announcements', 'إعلان', 'إعلان');
      const row = { title: 'اجتماع الأهالي', text: 'بعد صلاة العصر', until, is_pinned: 0, author_id, author };
      return (await unit.insert('announcements', { ...row, ...place })).id;
    });
    return { params: { id }, ...(body && { body }) };
  };

export const announcementSamples = (batch_id: number): Record<string, Sample> => ({
  'GET /announcements': () => ({
    query: { range: [0, 9], sort: ['until', 'DESC'], filter: { state: 'current', q: 'اجتماع' } },
  }),
  'GET /announcements/current': () => ({}),
  'GET /announcements/reach': async (server, caller) => {
    await teachDemoBatch(server, caller);
    return { query: { batch_id } };
  },
  'POST /announcements': async (server, caller) => {
    await teachDemoBatch(server, caller);
    const until = await nextWeek(server);
    const text = 'بعد صلاة العصر\nفي قاعة المعهد';
    return { body: { title: 'اجتماع الأهالي', text, until, batch_id, role: 'guardian' } };
  },
  'PUT /announcements/{id}': withAnnouncement(batch_id, { title: 'اجتماع المعلمين', is_pinned: true }),
  'DELETE /announcements/{id}': withAnnouncement(batch_id),
});
