import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssignmentDetail } from '../../contract/assignments';
import { startTestApp, type TestApp } from '../support/app';
import {
  buildAnswers,
  assignmentCalls,
  fourQuestions,
  addSubmission,
  newAssignment,
} from '../support/assignmentCalls';
import { isPostgres } from '../support/database';
import { planRecorder } from '../support/queryPlans';

/** Daily work adds rows to these tables. */
const growingTableScan =
  /^SCAN (assignments|assignment_questions|question_options|submissions|submission_answers|assignment_drafts|students|enrolments|student_statuses|paused|earlier|subject_teachers|notifications|operations|operation_rows)\b/;

/** The list of an admin has all assignments, so it may scan the table or one of its indexes. */
const allAssignments = /^SCAN assignments( USING COVERING INDEX \w+)?$/;

/** PostgreSQL chooses plans by table size and statistics, which a test database does not have. */
describe.skipIf(isPostgres)('query plans of assignments', () => {
  let server: TestApp;
  const recorder = planRecorder();
  let calls: ReturnType<typeof assignmentCalls>;
  let assignment: AssignmentDetail;
  let submission: { id: number; answerId: number };
  beforeAll(async () => {
    server = await startTestApp({ onQuery: recorder.onQuery });
    calls = assignmentCalls(server);
    assignment = await newAssignment(server, {
      due_date: '2026-01-01T00:00:00Z',
      allow_late_submission: true,
    });
    submission = await addSubmission(server, assignment, 2);
    for (const as of ['teacher', 'student']) await server.signIn(as);
  });
  afterAll(() => server.close());

  async function scansOf(call: () => Promise<{ status: number; text: string }>): Promise<string[]> {
    const steps = await recorder.explainCall(server.data.read, async () => {
      const answer = await call();
      expect(answer.status, answer.text).toBeLessThan(300);
    });
    return steps.filter((detail) => growingTableScan.test(detail));
  }

  test('reads by staff scan no growing table', async () => {
    for (const as of ['admin', 'teacher'] as const) {
      const scans = [
        await scansOf(() => calls.get(assignment.id, as)),
        await scansOf(() => calls.ofSubject(assignment.subject_id, as)),
        await scansOf(() => calls.list(as, { subject_code: assignment.subject_code })),
        await scansOf(() => calls.submissions(assignment.id, as)),
        await scansOf(() => calls.submission(submission.id, as)),
      ];
      expect(scans.flat(), as).toEqual([]);
    }
    for (const scan of await scansOf(() => calls.list('admin'))) expect(scan).toMatch(allAssignments);
  });

  test('calls of a student scan no growing table', async () => {
    const draftAnswers = buildAnswers(assignment);
    const scans = [
      await scansOf(() => calls.ofStudent()),
      await scansOf(() => calls.get(assignment.id, 'student')),
      await scansOf(() => calls.saveDraft(assignment.id, draftAnswers)),
      await scansOf(() => calls.draft(assignment.id)),
      await scansOf(() => calls.submit(assignment.id, draftAnswers)),
    ];
    expect(scans.flat()).toEqual([]);
  });

  test('writes by staff scan no growing table', async () => {
    const { id, questions } = assignment;
    const ids = questions.map((question) => question.id);
    const draft = await newAssignment(server, { is_published: false });
    const scans = [
      await scansOf(() => calls.update(draft.id, { is_published: true })),
      await scansOf(() => calls.grade(submission.answerId, { score: 1 })),
      await scansOf(() => calls.overall(submission.id, { feedback: 'جيد' })),
      await scansOf(() => calls.autoGrade(id)),
      await scansOf(() => calls.order(id, ids)),
      await scansOf(() => calls.updateQuestion(Number(ids[3]), { ...fourQuestions[3], marks: 2 })),
      await scansOf(() => calls.regrade(id)),
      await scansOf(() => calls.duplicate(id)),
      await scansOf(() => calls.addQuestion(id, fourQuestions[1] ?? {})),
      await scansOf(() => calls.removeQuestion(Number(ids[0]))),
      await scansOf(() => calls.remove(id)),
    ];
    expect(scans.flat()).toEqual([]);
  });
});
