import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssignmentDetail } from '../../contract/assignments';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { buildAnswers, assignmentCalls, fourQuestions, newAssignment } from '../support/assignmentCalls';
import { uniqueText } from '../support/sampleCalls';

let server: TestApp;
let calls: ReturnType<typeof assignmentCalls>;
beforeAll(async () => {
  server = await startTestApp();
  calls = assignmentCalls(server);
});
afterAll(() => server.close());

const [choice, trueFalse, text] = fourQuestions as [{ options: { option_text: string }[] }, object, object];

/** Runs an operation. @returns a function that undoes it after other operations */
async function undoLater(method: string, path: string, body?: object) {
  const headers = { 'x-session-id': uniqueText() };
  const answer = await server.call(method, path, { as: 'admin', body, headers });
  expect(answer.status, answer.text).toBe(200);
  return () => server.call<{ code: string; error: string }>('POST', '/undo/latest', { as: 'admin', headers });
}
const createAccount = async (student_row_id: number) =>
  (await addAccount(server, 'student', { student_row_id })).signIn();
const handIn = async (assignment: AssignmentDetail) => {
  const answer = await calls.submit(assignment.id, buildAnswers(assignment));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.submission.id;
};

describe('an assignment without questions', () => {
  const newScoredSubmission = async () => {
    const assignment = await newAssignment(server, { questions: [], total_marks: 20 });
    const id = await handIn(assignment);
    expect((await calls.overall(id, { score: 18, feedback: 'جيد' })).status).toBe(200);
    return { assignment, id };
  };

  test('an assignment without questions keeps the scores of its submissions when it is regraded', async () => {
    const { assignment, id } = await newScoredSubmission();
    expect((await calls.regrade(assignment.id)).body.changed_answers).toBe(0);
    expect((await calls.submission(id)).body).toMatchObject({ is_graded: true, total_score: 18 });
  });

  test('an assignment without questions needs a regrade when its marks change after submissions, and the regrade caps higher scores', async () => {
    const { assignment, id } = await newScoredSubmission();
    expect((await calls.update(assignment.id, { title: 'عنوان آخر' })).body.needs_regrade).toBe(false);
    expect((await calls.update(assignment.id, { total_marks: 15 })).body.needs_regrade).toBe(true);
    expect((await calls.regrade(assignment.id)).body.changed_answers).toBe(1);
    expect((await calls.submission(id)).body).toMatchObject({ total_score: 15, total_marks: 15 });
    expect((await calls.get(assignment.id)).body.needs_regrade).toBe(false);
  });

  test('an assignment without questions needs no regrade when its marks change before the first submission', async () => {
    const assignment = await newAssignment(server, { questions: [] });
    expect((await calls.update(assignment.id, { total_marks: 15 })).body.needs_regrade).toBe(false);
  });
});

describe('an undo after students have submitted', () => {
  test('the undo of a changed correct answer requires a regrade', async () => {
    const assignment = await newAssignment(server, { questions: [trueFalse] });
    const [question] = assignment.questions;
    const undo = await undoLater('PUT', `/assignments/questions/${question?.id}`, {
      ...trueFalse,
      correct_answer: 'false',
    });
    const id = await handIn(assignment);
    await calls.autoGrade(assignment.id);
    expect((await calls.submission(id)).body.total_score).toBe(0);
    expect((await undo()).status).toBe(200);
    expect((await calls.get(assignment.id)).body).toMatchObject({
      needs_regrade: true,
      questions: [{ correct_answer: 'true' }],
    });
    await calls.regrade(assignment.id);
    expect((await calls.submission(id)).body.total_score).toBe(1);
  });

  test('the undo of a changed question text requires no regrade', async () => {
    const assignment = await newAssignment(server, { questions: [trueFalse] });
    const path = `/assignments/questions/${assignment.questions[0]?.id}`;
    const undo = await undoLater('PUT', path, { ...trueFalse, question_text: 'الصوم ركن.' });
    await handIn(assignment);
    await calls.autoGrade(assignment.id);
    expect((await undo()).status).toBe(200);
    expect((await calls.get(assignment.id)).body.needs_regrade).toBe(false);
  });

  test('the undo of a deleted question adds an empty, ungraded answer to each submission', async () => {
    const assignment = await newAssignment(server, { questions: [choice, text] });
    const undo = await undoLater('DELETE', `/assignments/questions/${assignment.questions[1]?.id}`);
    const id = await handIn(assignment);
    await calls.autoGrade(assignment.id);
    expect((await calls.submission(id)).body).toMatchObject({ is_graded: true, total_marks: 2 });
    expect((await undo()).status).toBe(200);
    const { body } = await calls.submission(id);
    expect(body).toMatchObject({ is_graded: false, total_score: 2, total_marks: 5 });
    expect(body.answers.map(({ score, answer_text }) => [score, answer_text])).toEqual([
      [2, null],
      [null, null],
    ]);
    expect((await calls.get(assignment.id)).body.needs_regrade).toBe(true);
    expect((await calls.grade(Number(body.answers[1]?.id), { score: 3 })).body.submission).toMatchObject({
      is_graded: true,
      total_score: 5,
    });
  });

  test('the undo of a deleted student adds empty answers for newer questions', async () => {
    const assignment = await newAssignment(server, { questions: [trueFalse] });
    const as = await createAccount(4);
    const id = (await calls.submit(assignment.id, buildAnswers(assignment), as)).body.submission.id;
    await calls.autoGrade(assignment.id);
    const undo = await undoLater('DELETE', '/students/4');
    await calls.addQuestion(assignment.id, text);
    expect((await undo()).status).toBe(200);
    expect((await calls.submission(id)).body).toMatchObject({ is_graded: false, total_score: 1 });
    expect((await calls.submission(id)).body.answers).toHaveLength(2);
  });

  test("the undo sets the assignment's marks to the sum of its questions again", async () => {
    const assignment = await newAssignment(server, { questions: [choice] });
    const undo = await undoLater('DELETE', `/assignments/questions/${assignment.questions[0]?.id}`);
    await calls.update(assignment.id, { total_marks: 100 });
    expect((await undo()).status).toBe(200);
    expect((await calls.get(assignment.id)).body.total_marks).toBe(2);
  });

  test('the undo is refused if the sum of the questions would exceed the maximum of an assignment', async () => {
    const big = { ...trueFalse, marks: 50 };
    const assignment = await newAssignment(server, { questions: [big] });
    const undo = await undoLater('DELETE', `/assignments/questions/${assignment.questions[0]?.id}`);
    for (let added = 0; added < 4; added += 1) await calls.addQuestion(assignment.id, big);
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect((await calls.get(assignment.id)).body).toMatchObject({ total_marks: 200, questions_count: 4 });
  });
});

test('a new question makes the previous version of the assignment stale', async () => {
  const assignment = await newAssignment(server, { questions: [choice] });
  await calls.addQuestion(assignment.id, text);
  const { total_marks, version } = assignment;
  expect(await calls.update(assignment.id, { title: 'عنوان', total_marks, version })).toMatchObject({
    status: 409,
    body: { code: 'STALE', current: { total_marks: 5 } },
  });
  expect(await calls.update(assignment.id, { total_marks })).toMatchObject({
    status: 422,
    body: { details: [{ path: 'total_marks' }] },
  });
});

test('a draft that arrives after the submission is not shown', async () => {
  const assignment = await newAssignment(server);
  await calls.saveDraft(assignment.id, buildAnswers(assignment));
  expect((await calls.draft(assignment.id)).body.answers).toHaveLength(4);
  const lateDraft = await server.data.read
    .selectFrom('assignment_drafts')
    .selectAll()
    .executeTakeFirstOrThrow();
  await handIn(assignment);
  await server.data.writeUnlogged((trx) => trx.insertInto('assignment_drafts').values(lateDraft).execute());
  expect((await calls.draft(assignment.id)).body).toEqual({ answers: [], saved_at: null });
});

test('a student is notified of a graded assignment only while it is published', async () => {
  const readLinks = async () => {
    const rows = await server.data.read.selectFrom('notifications').selectAll().execute();
    return rows.filter(({ kind }) => kind === 'assignment_graded').map(({ link }) => link);
  };
  const [visible, hidden] = [
    await newAssignment(server, { questions: [trueFalse] }),
    await newAssignment(server),
  ];
  for (const assignment of [visible, hidden]) await handIn(assignment);
  await calls.update(hidden.id, { is_published: false, title: 'مسودة لم تنشر' });
  const { body } = await calls.submission((await findSubmissionId(hidden.id)) ?? 0);
  for (const { id, max_marks } of body.answers)
    expect((await calls.grade(id, { score: max_marks })).status).toBe(200);
  await calls.autoGrade(visible.id);
  expect(await readLinks()).toContain(`/assignments/${visible.id}/view`);
  expect(await readLinks()).not.toContain(`/assignments/${hidden.id}/view`);
});

const findSubmissionId = async (id: number) =>
  (await calls.submissions(id)).body.find((row) => row.is_submitted)?.id;

test('concurrent changes leave every submission with an answer to each question and the right total', async () => {
  const assignment = await newAssignment(server);
  const [first, second, third] = assignment.questions.map(({ id }) => id);
  const others = await Promise.all([2, 3].map((id) => createAccount(id)));
  const answers = buildAnswers(assignment);
  const option = { option_text: 'سبعة', is_correct: true };
  const done = await Promise.all([
    calls.submit(assignment.id, answers),
    calls.removeQuestion(Number(third)),
    calls.autoGrade(assignment.id),
    ...others.map((as) => calls.submit(assignment.id, answers, as)),
    calls.updateQuestion(Number(first), {
      ...choice,
      marks: 5,
      options: [...choice.options.map(toWrongOption), option],
    }),
    calls.addQuestion(assignment.id, trueFalse, 'teacher'),
    calls.regrade(assignment.id, 'teacher'),
    calls.updateQuestion(Number(second), { ...trueFalse, correct_answer: 'false' }, 'teacher'),
    calls.autoGrade(assignment.id, 'teacher'),
  ]);
  // The server answers 422 if a student has already chosen the removed option.
  for (const { status, text: answerText } of done) expect([200, 422], answerText).toContain(status);
  await calls.regrade(assignment.id);
  const now = (await calls.get(assignment.id)).body;
  expect(now.total_marks).toBe(now.questions.reduce((sum, { marks }) => sum + marks, 0));
  const ids = (await calls.submissions(assignment.id)).body.flatMap((row) => row.id ?? []);
  for (const id of ids) {
    const { body } = await calls.submission(id);
    expect(body.answers.map((one) => one.question_id)).toEqual(now.questions.map((one) => one.id));
    expect(body.total_score).toBe(body.answers.reduce((sum, { score }) => sum + Number(score), 0));
  }
});

test('a question that is restored during submissions has an answer in each submission', async () => {
  const accounts = await Promise.all([5, 6, 7, 8].map((id) => createAccount(id)));
  for (let round = 0; round < 3; round += 1) {
    const assignment = await newAssignment(server);
    await handIn(assignment);
    const undo = await undoLater('DELETE', `/assignments/questions/${assignment.questions[2]?.id}`);
    const done = await Promise.all([
      undo(),
      ...accounts.map((as) => calls.submit(assignment.id, buildAnswers(assignment), as)),
      calls.autoGrade(assignment.id, 'teacher'),
    ]);
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
    for (const { id } of (await calls.submissions(assignment.id)).body.filter((row) => row.is_submitted)) {
      const { body } = await calls.submission(Number(id));
      expect(body.answers.map((one) => one.question_id)).toEqual(assignment.questions.map((one) => one.id));
      expect(body.is_graded).toBe(false);
    }
  }
});

const toWrongOption = ({ option_text }: { option_text: string }) => ({ option_text, is_correct: false });
