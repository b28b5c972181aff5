import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { GradeSettings } from '../../contract/subjectSettings';
import { startTestApp, type TestApp } from '../support/app';
import { newSheet } from '../support/sheet';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

describe('settings for all offerings of a subject', () => {
  /** Two batches with the same subject. A student of the second batch has 50 in the test. */
  const twoOfferings = async () => {
    const [first, second] = [await newSheet(server, 1), await newSheet(server, 1)];
    const base = first.subjectCode.split('-')[0];
    const addResponse = await server.call<{ subject_code: string }>('POST', '/subjects', {
      as: 'admin',
      body: { subject_code: base, name: first.subjectName, batch_id: second.batchId },
    });
    const code = addResponse.body.subject_code;
    const grades = [{ studentId: second.students[0]?.student_id, testGrade: 50 }];
    const body = { batchName: second.batchName, subjectCode: code, grades };
    const saved = await server.call('POST', '/grades/save', { as: 'admin', body });
    expect(saved.status, saved.text).toBe(200);
    const settingsOf = async (offeringCode: string) =>
      (await server.call<GradeSettings>('GET', `/subject-grade-settings/${offeringCode}`, { as: 'admin' }))
        .body;
    return { first, second, code, settingsOf };
  };
  const apply = (code: string, changes: object) =>
    server.call<{ details?: { path: string; message: string }[] }>(
      'POST',
      `/subject-grade-settings/${code}`,
      {
        as: 'admin',
        body: { ...defaultGradeSettings, ...changes },
      },
    );

  test('settings for all offerings are saved for all of them as one operation, and by default only for one offering', async () => {
    const { first, code, settingsOf } = await twoOfferings();
    expect((await apply(first.subjectCode, { testName: 'النهائي' })).status).toBe(200);
    expect((await settingsOf(code)).testName).not.toBe('النهائي');
    expect((await apply(first.subjectCode, { testName: 'الختامي', apply_to_base: true })).status).toBe(200);
    expect((await settingsOf(first.subjectCode)).testName).toBe('الختامي');
    expect((await settingsOf(code)).testName).toBe('الختامي');
  });

  test('settings for all offerings are all refused if a maximum is below a mark of one offering; the refusal has batch, column and student', async () => {
    const { first, second, code, settingsOf } = await twoOfferings();
    const { status, body } = await apply(first.subjectCode, {
      testMax: 40,
      participationMax: 20,
      apply_to_base: true,
    });
    expect(status).toBe(409);
    expect(body.details?.[0]?.path).toBe('testMax');
    for (const part of [second.batchName, second.students[0]?.full_name ?? '', defaultGradeSettings.testName])
      expect(body.details?.[0]?.message).toContain(part);
    expect((await settingsOf(first.subjectCode)).testMax).not.toBe(40);
    expect((await settingsOf(code)).testMax).not.toBe(40);
  });
});
