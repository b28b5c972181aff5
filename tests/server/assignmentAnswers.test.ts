import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import {
  buildAnswers,
  assignmentCalls,
  fourQuestions,
  addSubmission,
  newAssignment,
} from '../support/assignmentCalls';

const dueDate = '2026-11-20T20:59:00.000Z';
const timeBeforeDue = '2026-11-20T12:00:00Z';
let clock = timeBeforeDue;
let server: TestApp;
let calls: ReturnType<typeof assignmentCalls>;
/** Students of the batch of `student`, with row numbers 2, 3, …. */
let others: { token: string; id: number }[] = [];
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date(clock) });
  calls = assignmentCalls(server);
  for (const student_row_id of [2, 3]) {
    const account = await addAccount(server, 'student', { student_row_id });
    others.push({ ...(await account.signIn()), id: account.id });
  }
});
beforeEach(() => {
  clock = timeBeforeDue;
});
afterAll(() => server.close());

const newPublished = (overrides: object = {}) => newAssignment(server, { due_date: dueDate, ...overrides });

describe('submitting', () => {
  test('submitting stores an answer for every question, empty if the student has not sent one, and grades nothing', async () => {
    const assignment = await newPublished();
    const [first] = buildAnswers(assignment);
    const submitted = await calls.submit(assignment.id, [first]);
    expect(submitted).toMatchObject({
      status: 200,
      body: {
        success: true,
        submission: {
          status: 'submitted',
          is_late: false,
          is_graded: false,
          total_score: null,
          total_marks: 10,
        },
      },
    });
    const { answers } = (await calls.submission(submitted.body.submission.id)).body;
    expect(
      answers.map(({ answer_text, selected_option_id, score }) => [answer_text, selected_option_id, score]),
    ).toEqual([
      [null, first?.selected_option_id, null],
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ]);
    const own = (await calls.get(assignment.id, 'student')).body.submission;
    expect(own?.answers.map(({ question_id }) => question_id)).toEqual(
      assignment.questions.map(({ id }) => id),
    );
  });

  test('fifty concurrent requests store one submission', async () => {
    const assignment = await newPublished();
    const answers = buildAnswers(assignment);
    const all = await Promise.all(Array.from({ length: 50 }, () => calls.submit(assignment.id, answers)));
    const refusals = all.filter(({ status }) => status === 409);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusals).toHaveLength(49);
    for (const { body } of refusals) expect(body.code).toBe('ALREADY_SUBMITTED');
    expect((await calls.submissions(assignment.id)).body.filter((row) => row.is_submitted)).toHaveLength(1);
  });

  test('concurrent submissions of many students store the answers of each student', async () => {
    const assignment = await newPublished();
    const as = ['student' as const, ...others];
    const texts = ['أولى', 'ثانية', 'ثالثة'];
    const essay = Number(assignment.questions[3]?.id);
    const done = await Promise.all(
      as.map((who, index) =>
        calls.submit(assignment.id, [{ question_id: essay, answer_text: texts[index] }], who),
      ),
    );
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [index, who] of as.entries()) {
      const { submission } = (await calls.get(assignment.id, who)).body;
      expect(submission?.answers[3]?.answer_text).toBe(texts[index]);
    }
  });

  test('submitting is possible in the second of the due time and refused one second later', async () => {
    const assignment = await newPublished();
    clock = '2026-11-20T20:59:01.000Z';
    expect(await calls.submit(assignment.id, buildAnswers(assignment))).toMatchObject({
      status: 403,
      body: { code: 'DEADLINE_PASSED' },
    });
    clock = '2026-11-20T20:59:00.999Z';
    expect((await calls.submit(assignment.id, buildAnswers(assignment))).body.submission.is_late).toBe(false);
    clock = '2026-11-20T20:59:01.000Z';
    expect((await calls.submit(assignment.id, [])).body.code).toBe('ALREADY_SUBMITTED');
  });

  test('a late submission, if it is allowed, stays marked as late after grading, and notifies the teachers', async () => {
    const assignment = await newPublished({ allow_late_submission: true });
    await server.call('POST', '/subject-teachers', {
      as: 'admin',
      body: { subject_code: assignment.subject_code, teacher_id: 2 },
    });
    clock = '2026-11-20T21:30:00Z';
    const { body } = await calls.submit(assignment.id, buildAnswers(assignment));
    expect(body.submission).toMatchObject({ status: 'late', is_late: true });
    const notificationList = await server.call<{ notifications: { kind: string; link: string }[] }>(
      'GET',
      '/notifications',
      {
        as: 'teacher',
      },
    );
    expect(notificationList.body.notifications[0]).toMatchObject({
      kind: 'submission_late',
      link: `/submissions/${body.submission.id}`,
      data: { title: assignment.title },
    });
    const { answers } = (await calls.submission(body.submission.id)).body;
    for (const { id } of answers) await calls.grade(id, { score: 1 });
    expect((await calls.submission(body.submission.id)).body).toMatchObject({
      status: 'graded',
      is_late: true,
    });
    const lateList = (await calls.ofStudent('student', { status: 'late' })).body;
    expect(lateList.find(({ id }) => id === assignment.id)?.submission).toMatchObject({
      status: 'graded',
      is_submitted: true,
      is_late: true,
    });
  });

  test('a submission in time notifies nobody', async () => {
    const before = await server.data.read.selectFrom('notifications').select('id').execute();
    const assignment = await newPublished({ is_published: false });
    await calls.update(assignment.id, { is_published: true });
    await calls.submit(assignment.id, buildAnswers(assignment));
    const newNotifications = await server.data.read
      .selectFrom('notifications')
      .select('kind')
      .where('id', '>', Math.max(0, ...before.map(({ id }) => id)))
      .execute();
    expect(new Set(newNotifications.map(({ kind }) => kind))).toEqual(new Set(['assignment_published']));
  });

  test('submitting ignores an answer to a question that was deleted after loading, and stores the other answers', async () => {
    const assignment = await newPublished();
    const answers = buildAnswers(assignment);
    await calls.removeQuestion(Number(assignment.questions[1]?.id));
    const { status, body } = await calls.submit(assignment.id, answers);
    expect(status).toBe(200);
    const stored = (await calls.submission(body.submission.id)).body.answers;
    expect(stored.map(({ question_id }) => question_id)).toEqual(
      [0, 2, 3].map((index) => assignment.questions[index]?.id),
    );
    expect(stored.every(({ answer_text, selected_option_id }) => answer_text ?? selected_option_id)).toBe(
      true,
    );
  });

  test('submitting stores text unchanged with its markup, but without direction marks', async () => {
    const assignment = await newPublished();
    const [, , , essay] = assignment.questions;
    const answer_text = '<script>alert(1)</script>\u202e\u2066 سطر\nسطر \u0000ثانٍ';
    const { body } = await calls.submit(assignment.id, [{ question_id: essay?.id, answer_text }]);
    const { answers } = (await calls.submission(body.submission.id)).body;
    expect(answers[3]?.answer_text).toMatch(/^<script>alert\(1\)<\/script> سطر\nسطر ثانٍ$/);
    await calls.grade(Number(answers[3]?.id), { score: 4, feedback: '<img src=x>\u202e جيد' });
    expect((await calls.submission(body.submission.id)).body.answers[3]?.feedback).toBe('<img src=x> جيد');
  });

  test('an assignment without questions can be submitted', async () => {
    const assignment = await newPublished({ questions: [] });
    const { body } = await calls.submit(assignment.id, []);
    expect(
      (await calls.overall(body.submission.id, { feedback: 'أحسنت', score: 90 })).body.submission,
    ).toMatchObject({
      status: 'graded',
      total_score: 90,
    });
    expect((await calls.get(assignment.id, 'student')).body.submission).toMatchObject({
      is_submitted: true,
      total_score: 90,
      feedback: 'أحسنت',
    });
  });

  test('a submission with an answer that does not fit its question is refused, and stores nothing', async () => {
    const [assignment, other] = [await newPublished(), await newPublished()];
    const [choice, trueFalse, text] = assignment.questions;
    const foreignOptionId = other.questions[0]?.options[0]?.id;
    const right = choice?.options[0]?.id;
    const wrong = [
      [{ question_id: choice?.id, selected_option_id: foreignOptionId }, 'answers.0.selected_option_id'],
      [{ question_id: choice?.id, selected_option_id: 2_000_000_000 }, 'answers.0.selected_option_id'],
      [{ question_id: choice?.id, answer_text: 'أ', selected_option_id: right }, 'answers.0'],
      [{ question_id: choice?.id, answer_text: 'خمسة' }, 'answers.0.answer_text'],
      [{ question_id: text?.id, selected_option_id: right }, 'answers.0.selected_option_id'],
      [{ question_id: trueFalse?.id, answer_text: 'نعم' }, 'answers.0.answer_text'],
      [{ question_id: text?.id, answer_text: 'أ'.repeat(10_001) }, 'answers.0.answer_text'],
      [{ question_id: text?.id, answer_text: 5 }, 'answers.0.answer_text'],
      [{ question_id: text?.id, score: 3 }, 'answers.0.score'],
      [{ answer_text: 'أ' }, 'answers.0.question_id'],
    ] as const;
    for (const [answer, path] of wrong)
      expect(await calls.submit(assignment.id, [answer]), path).toMatchObject({
        status: 422,
        body: { code: 'VALIDATION', details: [{ path }] },
      });
    const twice = [{ question_id: text?.id }, { question_id: text?.id }];
    expect((await calls.submit(assignment.id, twice)).status).toBe(422);
    expect((await calls.get(assignment.id, 'student')).body.submission).toBeNull();
    const empty = [{ question_id: text?.id, answer_text: ' ', selected_option_id: null }];
    expect((await calls.submit(assignment.id, empty)).status).toBe(200);
  });

  test('submitting answers 404 for drafts, for assignments of other batches, and after the assignment is unpublished', async () => {
    const draft = await newPublished({ is_published: false });
    const foreign = await newPublished();
    const open = await newPublished();
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('subjects').set({ batch_id: 2 }).where('id', '=', foreign.subject_id).execute(),
    );
    expect((await calls.get(open.id, 'student')).status).toBe(200);
    await calls.update(open.id, { is_published: false });
    const missing = (await calls.get(2_000_000_000, 'student')).text;
    for (const { id } of [draft, foreign, open])
      for (const answer of [
        await calls.get(id, 'student'),
        await calls.submit(id, []),
        await calls.draft(id),
        await calls.saveDraft(id, []),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.text).toBe(missing);
      }
    const listedIds = (await calls.list('student')).body.map(({ id }) => id);
    for (const { id } of [draft, foreign, open]) expect(listedIds).not.toContain(id);
  });

  test('the submission of another student answers 404', async () => {
    const assignment = await newPublished();
    const { body } = await calls.submit(assignment.id, [], others[0]);
    const notFoundResponse = await calls.submission(2_000_000_000, 'student');
    expect((await calls.submission(body.submission.id, 'student')).text).toBe(notFoundResponse.text);
    expect((await calls.submission(body.submission.id, others[0])).status).toBe(200);
    expect((await calls.get(assignment.id, 'student')).body.submission).toBeNull();
  });

  test('an account without a student has no assignments', async () => {
    const assignment = await newPublished();
    const as = await (await addAccount(server, 'student')).signIn();
    expect((await calls.ofStudent(as)).body).toEqual([]);
    expect((await calls.submit(assignment.id, [], as)).status).toBe(404);
  });
});

describe('a student who leaves the batch', () => {
  test('a student who leaves the batch no longer sees the assignment, but still sees the submission; staff still see the row', async () => {
    const assignment = await newPublished();
    const [, movedStudent] = others;
    const { body } = await calls.submit(assignment.id, buildAnswers(assignment), movedStudent);
    const count = (await calls.submissions(assignment.id)).body.length;
    await server.call('PUT', '/students/3', { as: 'admin', body: { batch_id: 2 } });
    expect((await calls.get(assignment.id, movedStudent)).status).toBe(404);
    expect((await calls.submission(body.submission.id, movedStudent)).status).toBe(200);
    expect((await calls.submissions(assignment.id)).body).toHaveLength(count);
    const [listed] = (await calls.ofSubject(assignment.subject_id)).body;
    expect(listed).toMatchObject({ submitted_count: 0, ungraded_count: 1, students_count: count - 1 });
    await server.call('PUT', '/students/3', { as: 'admin', body: { batch_id: 1 } });
    expect((await calls.get(assignment.id, movedStudent)).status).toBe(200);
  });
});

describe('drafts of answers', () => {
  test('drafts of answers are replaced as a whole by each save, are visible only to their account, and are deleted by submitting', async () => {
    const assignment = await newPublished();
    expect((await calls.draft(assignment.id)).body).toEqual({ answers: [], saved_at: null });
    const [first, , third] = buildAnswers(assignment);
    await calls.saveDraft(assignment.id, [first]);
    const draftAnswer = await calls.saveDraft(assignment.id, [{ ...third, answer_text: 'نصف إجا' }]);
    expect(draftAnswer).toMatchObject({ status: 200, body: { saved_at: '2026-11-20T12:00:00.000Z' } });
    const draft = (await calls.draft(assignment.id)).body;
    // A draft that another device saved is not overwritten, unless this device has loaded that draft.
    for (const savedAt of [null, '2026-11-20T11:00:00.000Z'])
      expect(await calls.saveDraft(assignment.id, [first], 'student', { seen: savedAt })).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: draft },
      });
    const savedAt = draft.saved_at;
    expect((await calls.saveDraft(assignment.id, draft.answers, 'student', { seen: savedAt })).status).toBe(
      200,
    );
    expect(draft.answers).toEqual([
      { question_id: third?.question_id, answer_text: 'نصف إجا', selected_option_id: null },
    ]);
    expect((await calls.draft(assignment.id, others[0])).body.answers).toEqual([]);
    await calls.submit(assignment.id, buildAnswers(assignment));
    expect((await calls.draft(assignment.id)).body).toEqual({ answers: [], saved_at: null });
    expect((await calls.saveDraft(assignment.id, [])).body.code).toBe('ALREADY_SUBMITTED');
  });
});

describe('the list of a student', () => {
  test("the student's list has upcoming due times first, then assignments without a due time, then past ones; it can be filtered", async () => {
    const as = others[0] as { token: string };
    const soon = await newPublished();
    const later = await newPublished({ due_date: '2026-11-25T20:59:00Z' });
    const never = await newPublished({ due_date: null });
    const past = await newPublished({ due_date: '2026-11-10T20:59:00Z' });
    await addSubmission(server, later, 2);
    const expected = [soon.id, later.id, never.id, past.id];
    const ids = async (query: Record<string, unknown> = {}) =>
      (await calls.ofStudent(as, query)).body.map(({ id }) => id).filter((id) => expected.includes(id));
    expect(await ids()).toEqual(expected);
    expect(await ids({ status: 'pending' })).toEqual([soon.id, never.id]);
    expect(await ids({ status: 'submitted' })).toEqual([later.id]);
    expect(await ids({ status: 'graded' })).toEqual([]);
    expect(await ids({ subject_code: never.subject_code })).toEqual([never.id]);
    expect((await calls.ofStudent(as, { status: 'lost' })).status).toBe(422);
    const [first] = (await calls.ofStudent(as)).body;
    for (const key of ['students_count', 'submitted_count', 'ungraded_count', 'needs_regrade', 'questions'])
      expect(first).not.toHaveProperty(key);
    expect((await calls.list(as)).body).toEqual((await calls.ofStudent(as)).body);
  });
});

test('the students of the batch are notified only when an assignment is first published', async () => {
  const countNotifications = async (as: 'student' | { token: string }) =>
    (
      await server.call<{ notifications: { kind: string; link: string }[] }>('GET', '/notifications', { as })
    ).body.notifications.filter(({ kind }) => kind === 'assignment_published').length;
  const before = await countNotifications('student');
  const draft = await newAssignment(server, { is_published: false, questions: fourQuestions.slice(0, 1) });
  expect(await countNotifications('student')).toBe(before);
  await calls.update(draft.id, { is_published: true });
  expect(await countNotifications('student')).toBe(before + 1);
  await calls.update(draft.id, { is_published: false });
  await calls.update(draft.id, { is_published: true });
  expect(await countNotifications('student')).toBe(before + 1);
  await newPublished();
  expect(await countNotifications('student')).toBe(before + 2);
});
