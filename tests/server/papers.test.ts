import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
let server: TestApp;
beforeAll(async () => { server = await startTestApp({ today: '2026-11-20' }); });
afterAll(() => server.close());
test('x', async () => {
  const s = await server.data.read.selectFrom('students').innerJoin('batches','batches.id','students.batch_id').select(['student_id','batch_name','students.id as sid','batch_id']).where('students.id','=',2).executeTakeFirstOrThrow();
  const subs = await server.data.read.selectFrom('subjects').select(['subject_code','type']).where('batch_id','=',s.batch_id).execute();
  const token = await server.signIn('admin');
  const daily = subs.find((x) => x.type === 'تقييد يومي')?.subject_code; const plain = subs.find((x) => x.type !== 'تقييد يومي')?.subject_code;
  const u = await server.data.read.selectFrom('users').select('id').where('username','=','student').executeTakeFirstOrThrow();
  const get = async (name: string, body: object) => {
    const t0 = performance.now();
    const r = await server.app.inject({ method: 'POST', url: '/api/papers', headers: { authorization: `Bearer ${token}` }, payload: body });
    console.log(name, r.statusCode, performance.now() - t0, r.statusCode !== 200 ? r.body : '');
    if (r.statusCode === 200) writeFileSync(`/tmp/g/png/${name}.pdf`, r.rawPayload);
  };
  const base = { batchName: s.batch_name };
  await get('transcript', { ...base, type: 'transcript', studentId: s.student_id });
  await get('own', { type: 'own', userId: u.id });
  await get('ss', { ...base, type: 'student_subject', studentId: s.student_id, subjectCode: plain });
  await get('sheet', { ...base, type: 'subject_sheet', subjectCode: plain });
  await get('log', { ...base, type: 'daily_log', studentId: s.student_id, subjectCode: daily });
  await get('range', { ...base, type: 'daily_range', subjectCode: daily, startDate: '2026-10-01', endDate: '2026-11-20' });
}, 60000);
