import type { TestApp } from './app';
import type { Caller, Sample } from './sampleCalls';

/** A plan as the calls take it. */
export const samplePlan = {
  direction: 'from_nas',
  start: '١١٤:١',
  amount: { unit: 'page', value: '٠٫٥' },
  new_days: [0, 1, 2, 3, 4],
  revision_days: [0, 1, 2, 3, 4],
  begin: '2026-08-30',
};

/** A test of the last two juz of a student in a subject. */
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

interface Reported {
  studentId: string;
  subjectCode: string;
  query: { batchName: string };
}

/** Saves a plan of a subject, and gives its path. */
export async function planned(server: TestApp, subjectCode: string): Promise<void> {
  const path = `/subjects/${encodeURIComponent(subjectCode)}/plan`;
  const answer = await server.call('PUT', path, { as: 'admin', body: samplePlan });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
}

/**
 * Valid calls of memorisation.
 * @param reported the student of the caller, and a new subject of daily records of that batch
 * @param circle a new circle of a subject of daily records
 */
export function hifzSamples(
  reported: (server: TestApp, caller: Caller) => Promise<Reported>,
  circle: (server: TestApp) => Promise<{ id: number; subject_code: string }>,
): Record<string, Sample> {
  const withPlan = async (server: TestApp, caller: Caller) => {
    const { studentId: student, subjectCode: subject_code } = await reported(server, caller);
    await planned(server, subject_code);
    return { params: { student }, query: { subject_code } };
  };
  const ofStudent: Sample = async (server, caller) => ({
    params: { student: (await reported(server, caller)).studentId },
  });
  const ofCircle: Sample = async (server) => ({ params: { id: (await circle(server)).id } });
  const circlePlan: Sample = async (server) => {
    const { id } = await circle(server);
    await server.call('PUT', `/circles/${id}/plan`, { as: 'admin', body: samplePlan });
    return { params: { id } };
  };
  const sardOf = async (server: TestApp, caller: Caller) => {
    const { studentId: student_id, subjectCode: subject_code } = await reported(server, caller);
    return { ...sampleSard, student_id, subject_code };
  };
  const withSard = async (server: TestApp, caller: Caller) => {
    const body = await sardOf(server, caller);
    const answer = await server.call<{ id: number }>('POST', '/sard', { as: 'admin', body });
    if (answer.status !== 201) throw new Error(`/sard answered ${answer.status}: ${answer.text}`);
    return { params: { id: answer.body.id } };
  };
  return {
    'GET /sard': async (server, caller) => ({
      query: { filter: { student_id: (await sardOf(server, caller)).student_id } },
    }),
    'POST /sard': async (server, caller) => ({ body: await sardOf(server, caller) }),
    'PUT /sard/{id}': async (server, caller) => ({
      ...(await withSard(server, caller)),
      body: { mark: '٨٠', passed: false },
    }),
    'DELETE /sard/{id}': withSard,
    'GET /hifz/{student}/plan': withPlan,
    'PUT /hifz/{student}/plan': async (server, caller) => {
      const { params, query } = await withPlan(server, caller);
      return { params, body: { ...samplePlan, ...query } };
    },
    'DELETE /hifz/{student}/plan': async (server, caller) => {
      const { params, query } = await withPlan(server, caller);
      const path = `/hifz/${encodeURIComponent(params.student)}/plan`;
      await server.call('PUT', path, { as: 'admin', body: { ...samplePlan, ...query } });
      return { params, query };
    },
    'GET /circles/{id}/plan': circlePlan,
    'PUT /circles/{id}/plan': async (server) => ({
      params: { id: (await circle(server)).id },
      body: samplePlan,
    }),
    'DELETE /circles/{id}/plan': circlePlan,
    'GET /subjects/{code}/plan': async (server, caller) => {
      const { query } = await withPlan(server, caller);
      return { params: { code: query.subject_code } };
    },
    'PUT /subjects/{code}/plan': async (server, caller) => ({
      params: { code: (await reported(server, caller)).subjectCode },
      body: samplePlan,
    }),
    'DELETE /subjects/{code}/plan': async (server, caller) => {
      const { query } = await withPlan(server, caller);
      return { params: { code: query.subject_code } };
    },
    'GET /hifz/batch/{batchId}/map': () => ({ params: { batchId: 1 } }),
    'GET /hifz/batch/{batchId}/progress': () => ({ params: { batchId: 1 } }),
    'GET /hifz/{student}/map': ofStudent,
    'GET /hifz/{student}/hearings': ofStudent,
    'GET /hifz/{student}/hot-spots': ofStudent,
    'GET /hifz/{student}/progress': ofStudent,
    'GET /hifz/{student}/week': async (server, caller) => ({
      params: { student: (await reported(server, caller)).studentId },
      query: { from: '2026-11-01' },
    }),
    'GET /circles/{id}/hot-spots': ofCircle,
    'GET /circles/{id}/progress': ofCircle,
    'GET /circles/{id}/tasks': ofCircle,
    'GET /circles/{id}/week': async (server, caller) => ({
      ...(await ofCircle(server, caller)),
      query: { from: '2026-11-01' },
    }),
    'GET /circles/overview': () => ({ query: { date: '2026-11-02' } }),
    'GET /hifz/{student}/prior': ofStudent,
    'PUT /hifz/{student}/prior': async (server, caller) => ({
      params: { student: (await reported(server, caller)).studentId },
      body: { ranges: [{ from: '٢:١', to: '2:25', date: '2026-09-01', strength: '٤' }] },
    }),
    'GET /hifz/{student}/task': async (server, caller) => ({
      ...(await withPlan(server, caller)),
    }),
    'POST /hifz/{student}/skip': async (server, caller) => {
      const { params, query } = await withPlan(server, caller);
      return { params, body: { from: '2:1', to: '2:5', date: '2026-11-02', ...query } };
    },
  };
}
