import type { TestApp } from './app';
import type { Caller, Sample } from './sampleCalls';

export const samplePlan = {
  direction: 'from_nas',
  start: '١١٤:١',
  amount: { unit: 'page', value: '٠٫٥' },
  new_days: [0, 1, 2, 3, 4],
  revision_days: [0, 1, 2, 3, 4],
  begin: '2026-08-30',
};

export const sampleSard = {
  from_juz: '٢٩',
  to_juz: 30,
  date: '2026-11-02',
  examiner: 'الشيخ سعد الراشد',
  mark: 92.5,
  max: 100,
  faults: [
    { kind: 'prompt', ayah: '78:5', count: 1 },
    { kind: 'minor', count: 2 },
  ],
  passed: true,
};

interface StudentSubject {
  studentId: string;
  subjectCode: string;
  query: { batchName: string };
}

export async function saveSamplePlan(server: TestApp, subjectCode: string): Promise<void> {
  const path = `/subjects/${encodeURIComponent(subjectCode)}/plan`;
  const answer = await server.call('PUT', path, { as: 'admin', body: samplePlan });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
}

export function hifzSamples(
  newStudentSubject: (server: TestApp, caller: Caller) => Promise<StudentSubject>,
  newDailyCircle: (server: TestApp) => Promise<{ id: number; subject_code: string }>,
): Record<string, Sample> {
  const createPlan = async (server: TestApp, caller: Caller) => {
    const { studentId: student, subjectCode: subject_code } = await newStudentSubject(server, caller);
    await saveSamplePlan(server, subject_code);
    return { params: { student }, query: { subject_code } };
  };
  const studentParams: Sample = async (server, caller) => ({
    params: { student: (await newStudentSubject(server, caller)).studentId },
  });
  const circleParams: Sample = async (server) => ({ params: { id: (await newDailyCircle(server)).id } });
  const createCirclePlan: Sample = async (server) => {
    const { id } = await newDailyCircle(server);
    await server.call('PUT', `/circles/${id}/plan`, { as: 'admin', body: samplePlan });
    return { params: { id } };
  };
  const buildSard = async (server: TestApp, caller: Caller) => {
    const { studentId: student_id, subjectCode: subject_code } = await newStudentSubject(server, caller);
    return { ...sampleSard, student_id, subject_code };
  };
  const createSard = async (server: TestApp, caller: Caller) => {
    const body = await buildSard(server, caller);
    const answer = await server.call<{ id: number }>('POST', '/sard', { as: 'admin', body });
    if (answer.status !== 201) throw new Error(`/sard answered ${answer.status}: ${answer.text}`);
    return { params: { id: answer.body.id } };
  };
  return {
    'GET /sard': async (server, caller) => ({
      query: { filter: { student_id: (await buildSard(server, caller)).student_id } },
    }),
    'POST /sard': async (server, caller) => ({ body: await buildSard(server, caller) }),
    'PUT /sard/{id}': async (server, caller) => ({
      ...(await createSard(server, caller)),
      body: { mark: '٨٠', passed: false },
    }),
    'DELETE /sard/{id}': createSard,
    'GET /hifz/{student}/plan': createPlan,
    'PUT /hifz/{student}/plan': async (server, caller) => {
      const { params, query } = await createPlan(server, caller);
      return { params, body: { ...samplePlan, ...query } };
    },
    'DELETE /hifz/{student}/plan': async (server, caller) => {
      const { params, query } = await createPlan(server, caller);
      const path = `/hifz/${encodeURIComponent(params.student)}/plan`;
      await server.call('PUT', path, { as: 'admin', body: { ...samplePlan, ...query } });
      return { params, query };
    },
    'GET /circles/{id}/plan': createCirclePlan,
    'PUT /circles/{id}/plan': async (server) => ({
      params: { id: (await newDailyCircle(server)).id },
      body: samplePlan,
    }),
    'DELETE /circles/{id}/plan': createCirclePlan,
    'GET /subjects/{code}/plan': async (server, caller) => {
      const { query } = await createPlan(server, caller);
      return { params: { code: query.subject_code } };
    },
    'PUT /subjects/{code}/plan': async (server, caller) => ({
      params: { code: (await newStudentSubject(server, caller)).subjectCode },
      body: samplePlan,
    }),
    'DELETE /subjects/{code}/plan': async (server, caller) => {
      const { query } = await createPlan(server, caller);
      return { params: { code: query.subject_code } };
    },
    'GET /hifz/batch/{batchId}/map': () => ({ params: { batchId: 1 } }),
    'GET /hifz/batch/{batchId}/progress': () => ({ params: { batchId: 1 } }),
    'GET /hifz/{student}/map': studentParams,
    'GET /hifz/{student}/hearings': studentParams,
    'GET /hifz/{student}/hot-spots': studentParams,
    'GET /hifz/{student}/progress': studentParams,
    'GET /hifz/{student}/week': async (server, caller) => ({
      params: { student: (await newStudentSubject(server, caller)).studentId },
      query: { from: '2026-11-01' },
    }),
    'GET /circles/{id}/hot-spots': circleParams,
    'GET /circles/{id}/progress': circleParams,
    'GET /circles/{id}/tasks': circleParams,
    'GET /circles/{id}/week': async (server, caller) => ({
      ...(await circleParams(server, caller)),
      query: { from: '2026-11-01' },
    }),
    'GET /circles/overview': () => ({ query: { date: '2026-11-02' } }),
    'GET /hifz/{student}/prior': studentParams,
    'PUT /hifz/{student}/prior': async (server, caller) => ({
      params: { student: (await newStudentSubject(server, caller)).studentId },
      body: { ranges: [{ from: '٢:١', to: '2:25', date: '2026-09-01', strength: '٤' }] },
    }),
    'GET /hifz/{student}/task': async (server, caller) => ({
      ...(await createPlan(server, caller)),
    }),
    'POST /hifz/{student}/skip': async (server, caller) => {
      const { params, query } = await createPlan(server, caller);
      return { params, body: { from: '2:1', to: '2:5', date: '2026-11-02', ...query } };
    },
  };
}
