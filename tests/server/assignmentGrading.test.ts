import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import {
  buildAnswers,
  assignmentCalls,
  fourQuestions,
  addSubmission,
  newAssignment,
} from '../support/assignmentCalls';
import { enrolledStudents } from '../support/enrolledStudents';

let server: TestApp;
let calls: ReturnType<typeof assignmentCalls>;
beforeAll(async () => {
  server = await startTestApp();
  calls = assignmentCalls(server);
});
afterAll(() => server.close());

const [choice, trueFalse, text, essay] = fourQuestions;

/**
 * Returns a submission of `student` with right answers, or with wrong ones if the question type allows it.
 */
async function newSubmission(isRight = true, overrides: object = {}) {
  const assignment = await newAssignment(server, overrides);
  const { body } = await calls.submit(assignment.id, buildAnswers(assignment, isRight));
  const { answers } = (await calls.submission(body.submission.id)).body;
  return { assignment, id: body.submission.id, answers: answers.map((answer) => answer.id) };
}
const scoresOf = async (id: number) => (await calls.submission(id)).body.answers.map(({ score }) => score);

describe('grading an answer', () => {
  test('grading stores score and feedback, and the submission is graded once every answer has a score', async () => {
    const { id, answers, assignment } = await newSubmission();
    for (const [index, score] of [2, 1, 3].entries())
      expect((await calls.grade(Number(answers[index]), { score }, 'teacher')).body.submission).toMatchObject(
        {
          is_graded: false,
          status: 'submitted',
        },
      );
    const last = await calls.grade(Number(answers[3]), { score: '٣', feedback: ' جيد\nجداً ' });
    expect(last.body.submission).toMatchObject({ is_graded: true, status: 'graded', total_score: 9 });
    expect((await calls.submission(id, 'student')).body.answers[3]).toMatchObject({
      score: 3,
      feedback: 'جيد\nجداً',
    });
    expect((await calls.submissions(assignment.id)).body.find((row) => row.id === id)).toMatchObject({
      total_score: 9,
      total_marks: 10,
      status: 'graded',
    });
    const clearedGrade = await calls.grade(Number(answers[3]), { score: null });
    expect(clearedGrade.body.submission).toMatchObject({ is_graded: false, total_score: 6 });
    expect(clearedGrade.body.submission.answers[3]?.feedback).toBe('جيد\nجداً');
  });

  test('grading accepts only whole scores from 0 to the marks of the question', async () => {
    const { id, answers } = await newSubmission();
    for (const score of [4, -1, 1.5, 'ثلاثة', true, [1]])
      expect(await calls.grade(Number(answers[2]), { score })).toMatchObject({
        status: 422,
        body: { details: [{ path: 'score' }] },
      });
    expect(await scoresOf(id)).toEqual([null, null, null, null]);
    for (const score of [3, 0]) expect((await calls.grade(Number(answers[2]), { score })).status).toBe(200);
  });

  test('grading an older version is refused with the current answer', async () => {
    const { answers } = await newSubmission();
    const answer = Number(answers[3]);
    expect((await calls.grade(answer, { score: 4, version: 1 })).status).toBe(200);
    expect(await calls.grade(answer, { score: 2, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { id: answer, score: 4 } },
    });
    expect((await calls.grade(answer, { score: 2, version: 2 })).status).toBe(200);
  });

  test('grading many answers at the same time loses no score', async () => {
    const { id, answers } = await newSubmission();
    await Promise.all(answers.map((answer) => calls.grade(answer, { score: 1 })));
    expect((await calls.submission(id)).body).toMatchObject({ is_graded: true, total_score: 4 });
  });

  test('staff get a proposed score for a text answer; students, and other question types, get none', async () => {
    const { id } = await newSubmission();
    const { answers } = (await calls.submission(id)).body;
    expect(answers.map(({ suggested_score }) => suggested_score)).toEqual([null, null, 3, null]);
    const { id: other } = await newSubmission(false);
    expect((await calls.submission(other)).body.answers[2]?.suggested_score).toBe(0);
  });
});

test('the whole submission can have feedback, and its own score only if the assignment has no questions', async () => {
  const { id } = await newSubmission();
  expect((await calls.overall(id, { feedback: 'أحسنت' })).body.submission.feedback).toBe('أحسنت');
  expect(await calls.overall(id, { feedback: 'أحسنت', score: 5 })).toMatchObject({
    status: 422,
    body: { details: [{ path: 'score' }] },
  });
  const withoutQuestions = await newSubmission(true, { questions: [], total_marks: 20 });
  expect((await calls.overall(withoutQuestions.id, { feedback: '', score: 21 })).status).toBe(422);
  const gradeResponse = await calls.overall(withoutQuestions.id, { feedback: '', score: 20 });
  expect(gradeResponse.body.submission).toMatchObject({ is_graded: true, total_score: 20, feedback: null });
  const answer = await calls.overall(withoutQuestions.id, { feedback: 'ممتاز' });
  expect(answer.body.submission).toMatchObject({ is_graded: true, total_score: 20 });
});

describe('automatic grading', () => {
  test('automatic grading scores objective questions, with 0 for no answer, and leaves other questions to teachers', async () => {
    const assignment = await newAssignment(server);
    const { body } = await calls.submit(assignment.id, buildAnswers(assignment).slice(0, 1));
    const gradeResponse = await calls.autoGrade(assignment.id, 'teacher');
    expect(gradeResponse.body).toMatchObject({ graded_answers: 2, graded_submissions: 0 });
    expect(await scoresOf(body.submission.id)).toEqual([2, 0, null, null]);
    expect((await calls.submission(body.submission.id)).body).toMatchObject({
      total_score: 2,
      is_graded: false,
    });
  });

  test('automatic grading never overwrites a score by a person, nor an earlier automatic score', async () => {
    const { id, assignment, answers } = await newSubmission();
    await calls.grade(Number(answers[0]), { score: 1 });
    expect((await calls.autoGrade(assignment.id)).body.graded_answers).toBe(1);
    expect((await calls.autoGrade(assignment.id)).body.graded_answers).toBe(0);
    expect(await scoresOf(id)).toEqual([1, 1, null, null]);
  });

  test('automatic grading of an objective assignment grades all submissions and notifies the students once', async () => {
    const { id, assignment } = await newSubmission(true, { questions: [choice, trueFalse] });
    await addSubmission(server, assignment, 2);
    const readNotifications = async () =>
      (
        await server.call<{ notifications: { kind: string; link: string }[] }>('GET', '/notifications', {
          as: 'student',
        })
      ).body.notifications.filter(({ link }) => link === `/assignments/${assignment.id}/view`);
    expect(await readNotifications()).toEqual([]);
    expect((await calls.autoGrade(assignment.id)).body).toMatchObject({
      graded_answers: 4,
      graded_submissions: 2,
    });
    expect(await readNotifications()).toMatchObject([
      { kind: 'assignment_graded', data: { title: assignment.title } },
    ]);
    await calls.autoGrade(assignment.id);
    expect(await readNotifications()).toHaveLength(1);
    expect((await calls.submission(id, 'student')).body).toMatchObject({ status: 'graded', total_score: 3 });
  });
});

describe('changes after submissions', () => {
  test('a change of marks or correct answers requires a regrade, which is one operation', async () => {
    const { id, assignment, answers } = await newSubmission();
    await calls.autoGrade(assignment.id);
    await calls.grade(Number(answers[2]), { score: 3 });
    await calls.grade(Number(answers[3]), { score: 4 });
    const [first, second, third] = assignment.questions;
    const other = first?.options.map((one) => ({ ...one, is_correct: one.option_text === 'ستة' }));
    const changeResponse = await calls.updateQuestion(Number(first?.id), {
      ...choice,
      marks: 5,
      options: other,
    });
    expect(changeResponse.body.assignment).toMatchObject({ needs_regrade: true, total_marks: 13 });
    await calls.updateQuestion(Number(second?.id), { ...trueFalse, marks: 6 });
    await calls.updateQuestion(Number(third?.id), { ...text, marks: 1 });
    expect(await scoresOf(id)).toEqual([2, 1, 3, 4]);
    const headers = { 'x-session-id': 'regrade' };
    const path = `/assignments/${assignment.id}/regrade`;
    const regraded = await server.call('POST', path, { as: 'admin', body: {}, headers });
    expect(regraded.body).toMatchObject({ success: true, changed_answers: 3 });
    expect(await scoresOf(id)).toEqual([0, 6, 1, 4]);
    expect((await calls.get(assignment.id)).body).toMatchObject({ needs_regrade: false, total_marks: 16 });
    expect((await calls.submission(id)).body).toMatchObject({ total_score: 11, is_graded: true });
    expect((await calls.regrade(assignment.id)).body.changed_answers).toBe(0);
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    expect(await scoresOf(id)).toEqual([2, 1, 3, 4]);
    expect((await calls.get(assignment.id)).body.needs_regrade).toBe(true);
  });

  test('a change of the text requires no regrade; before the first submission no change requires a regrade', async () => {
    const { assignment } = await newSubmission();
    const question = Number(assignment.questions[3]?.id);
    const reworded = await calls.updateQuestion(question, { ...essay, question_text: 'اشرح الزكاة.' });
    expect(reworded.body.assignment.needs_regrade).toBe(false);
    const unsubmittedAssignment = await newAssignment(server);
    const changeResponse = await calls.updateQuestion(Number(unsubmittedAssignment.questions[3]?.id), {
      ...essay,
      marks: 9,
    });
    expect(changeResponse.body.assignment.needs_regrade).toBe(false);
  });

  test('a new question does not block grading of a submission, and a deleted question no longer counts', async () => {
    const { id, assignment, answers } = await newSubmission();
    for (const answer of answers) await calls.grade(answer, { score: 1 });
    expect((await calls.submission(id)).body).toMatchObject({ is_graded: true, total_score: 4 });
    const addResponse = await calls.addQuestion(assignment.id, trueFalse ?? {});
    expect(addResponse.body.assignment.needs_regrade).toBe(true);
    expect((await calls.submission(id)).body).toMatchObject({ is_graded: false, total_score: 4 });
    await calls.regrade(assignment.id);
    expect((await calls.submission(id)).body).toMatchObject({
      is_graded: true,
      total_score: 4,
      total_marks: 11,
    });
    await calls.removeQuestion(Number(assignment.questions[0]?.id));
    expect((await calls.submission(id)).body).toMatchObject({
      is_graded: true,
      total_score: 3,
      total_marks: 9,
    });
  });

  test('the deletion of a chosen option leaves the answer empty', async () => {
    const { id, assignment } = await newSubmission();
    const [first] = assignment.questions;
    const options = [...(first?.options.filter((one) => !one.is_correct) ?? [])].map((one, index) => ({
      ...one,
      is_correct: index === 0,
    }));
    expect((await calls.updateQuestion(Number(first?.id), { ...choice, options })).status).toBe(200);
    expect((await calls.submission(id)).body.answers[0]).toMatchObject({
      selected_option_id: null,
      is_correct: false,
    });
  });

  test('the type of a question cannot change', async () => {
    const { assignment } = await newSubmission();
    const question = Number(assignment.questions[3]?.id);
    expect(await calls.updateQuestion(question, { ...text, marks: 4 })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'question_type' }] },
    });
    const unsubmittedAssignment = await newAssignment(server);
    expect(
      (await calls.updateQuestion(Number(unsubmittedAssignment.questions[3]?.id), text ?? {})).status,
    ).toBe(200);
  });
});

describe('the table of submissions', () => {
  test('the table of submissions lists all students of the batch by name, and each submission has the ids of its neighbours', async () => {
    const assignment = await newAssignment(server);
    for (const student of [1, 2, 4, 5]) await addSubmission(server, assignment, student);
    const rows = (await calls.submissions(assignment.id, 'teacher')).body;
    const batch = await server.data.read
      .selectFrom(enrolledStudents(server.data.read))
      .select('student_id')
      .where('batch_id', '=', 1)
      .orderBy('full_name_sort')
      .orderBy('id')
      .execute();
    expect(rows.map(({ university_id }) => university_id)).toEqual(batch.map(({ student_id }) => student_id));
    const ids = rows.flatMap((row) => row.id ?? []);
    expect(ids).toHaveLength(4);
    const neighbours = async (id: number | undefined) => {
      const { previous_id, next_id, next_ungraded_id } = (await calls.submission(Number(id))).body;
      return [previous_id, next_id, next_ungraded_id];
    };
    expect(await neighbours(ids[0])).toEqual([null, ids[1], ids[1]]);
    expect(await neighbours(ids[3])).toEqual([ids[2], null, ids[0]]);
    for (const answer of (await calls.submission(Number(ids[1]))).body.answers)
      await calls.grade(answer.id, { score: 0 });
    expect(await neighbours(ids[0])).toEqual([null, ids[1], ids[2]]);
  });
});
