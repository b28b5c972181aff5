import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import {
  buildAnswers,
  assignmentCalls,
  fourQuestions,
  addSubmission,
  newAssignment,
  newBatchSubject,
} from '../support/assignmentCalls';
import { assignToTeacher2 } from '../support/teaching';

let server: TestApp;
let calls: ReturnType<typeof assignmentCalls>;
beforeAll(async () => {
  server = await startTestApp();
  calls = assignmentCalls(server);
});
afterAll(() => server.close());

const [choice, trueFalse, text] = fourQuestions;
const buildEssay = (marks: number) => ({ question_text: 'اشرح.', question_type: 'essay', marks });

describe('a new assignment', () => {
  test('a new assignment has the questions in order, and the sum of their marks, even if another sum is sent', async () => {
    const subject = await newBatchSubject(server);
    const { status, body } = await calls.create(
      {
        subject_id: subject.id,
        title: ' واجب  أول ',
        description: '<b>سطر</b>\u202e\nسطر ثانٍ',
        due_date: '2026-12-01T23:59:00+03:00',
        total_marks: 77,
        questions: fourQuestions,
      },
      'teacher',
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'واجب أول',
      description: '<b>سطر</b>\nسطر ثانٍ',
      due_date: '2026-12-01T20:59:00.000Z',
      total_marks: 10,
      questions_count: 4,
      is_published: false,
      published_at: null,
      allow_late_submission: false,
      subject_code: subject.subject_code,
      teacher_name: 'معاذ الحافظ',
      needs_regrade: false,
    });
    expect(body.questions.map(({ question_text }) => question_text)).toEqual(
      fourQuestions.map(({ question_text }) => question_text),
    );
    expect(body.questions[0]?.options.map(({ is_correct }) => is_correct)).toEqual([false, true, false]);
    expect(body.questions.map(({ correct_answer }) => correct_answer)).toEqual([
      null,
      'true',
      'الشهادتان',
      null,
    ]);
    expect((await calls.get(body.id)).body).toEqual(body);
  });

  test('a new assignment without questions has the sent marks, 100 by default', async () => {
    const subject = await newBatchSubject(server);
    const assignmentFields = { subject_id: subject.id, title: 'بحث' };
    expect((await calls.create(assignmentFields)).body.total_marks).toBe(100);
    expect((await calls.create({ ...assignmentFields, total_marks: '' })).body.total_marks).toBe(100);
    expect((await calls.create({ ...assignmentFields, total_marks: '٢٠' })).body.total_marks).toBe(20);
    for (const total_marks of [0, 201, 'كثير', 1.5])
      expect((await calls.create({ ...assignmentFields, total_marks })).status).toBe(422);
  });

  test.each([
    ['a title that is missing', { title: ' ' }, 'title'],
    ['a due time without a zone', { due_date: '2026-12-01T10:00' }, 'due_date'],
    [
      'a question without text',
      { questions: [{ ...text, question_text: ' \n' }] },
      'questions.0.question_text',
    ],
    [
      'one option',
      { questions: [{ ...choice, options: choice?.options?.slice(1, 2) }] },
      'questions.0.options',
    ],
    [
      'two right options',
      { questions: [{ ...choice, options: choice?.options?.map((one) => ({ ...one, is_correct: true })) }] },
      'questions.0.options',
    ],
    [
      'an option without text',
      { questions: [text, { ...choice, options: [{ option_text: ' ', is_correct: true }] }] },
      'questions.1.options.0.option_text',
    ],
    [
      'neither true nor false',
      { questions: [{ ...trueFalse, correct_answer: 'صح' }] },
      'questions.0.correct_answer',
    ],
    ['a question with 0 marks', { questions: [buildEssay(0)] }, 'questions.0.marks'],
    ['more marks than a question may have', { questions: [buildEssay(51)] }, 'questions.0.marks'],
    [
      'more marks than an assignment may have',
      { questions: [50, 50, 50, 50, 1].map(buildEssay) },
      'questions',
    ],
    [
      'a type that does not exist',
      { questions: [{ ...text, question_type: 'drawing' }] },
      'questions.0.question_type',
    ],
  ])('a new assignment with %s is refused', async (_what, wrong, path) => {
    const subject = await newBatchSubject(server);
    const validAssignment = {
      subject_id: subject.id,
      title: 'واجب',
      questions: [50, 50, 50, 50].map(buildEssay),
    };
    const refusal = await calls.create({ ...validAssignment, ...wrong });
    expect(refusal).toMatchObject({ status: 422, body: { code: 'VALIDATION', details: [{ path }] } });
    expect((await calls.create(validAssignment)).body.total_marks).toBe(200);
  });
});

describe('lists of assignments', () => {
  test('the list of a subject counts the students, the submissions and the ungraded submissions', async () => {
    const assignment = await newAssignment(server);
    await addSubmission(server, assignment, 1);
    await addSubmission(server, assignment, 2);
    const draft = await calls.create({ subject_id: assignment.subject_id, title: 'مسودة' });
    const [first, second, ...more] = (await calls.ofSubject(assignment.subject_id)).body;
    expect(more).toEqual([]);
    expect(first).toMatchObject({ id: draft.body.id, submitted_count: 0, ungraded_count: 0 });
    expect(second).toMatchObject({ id: assignment.id, submitted_count: 2, ungraded_count: 2 });
    expect(second?.students_count).toBe((await calls.submissions(assignment.id)).body.length);
    const listed = await calls.list('admin', { subject_code: assignment.subject_code });
    expect(listed.body).toEqual((await calls.ofSubject(assignment.subject_id)).body);
    expect((await calls.list('teacher')).body.map(({ id }) => id)).toContain(assignment.id);
  });

  test('the list of an unknown subject answers 404', async () => {
    expect((await calls.ofSubject(2_000_000_000)).status).toBe(404);
    expect((await calls.create({ subject_id: 2_000_000_000, title: 'واجب' })).status).toBe(404);
  });
});

describe('changing an assignment', () => {
  test('a change writes only the sent fields; a second change with the same version answers 409', async () => {
    const { id, version } = await newAssignment(server);
    const changeResponse = await calls.update(id, { title: 'عنوان جديد', version });
    expect(changeResponse).toMatchObject({ status: 200, body: { title: 'عنوان جديد', total_marks: 10 } });
    const stale = await calls.update(id, { due_date: null, version });
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current: { title: 'عنوان جديد' } } });
    expect(
      (await calls.update(id, { description: 'وصف', version: changeResponse.body.version })).status,
    ).toBe(200);
  });

  test('a change accepts the record as the server returned it', async () => {
    const { body } = await calls.get((await newAssignment(server)).id);
    expect((await calls.update(body.id, body)).status).toBe(200);
  });

  test('the total marks of an assignment with questions cannot be changed', async () => {
    const { id } = await newAssignment(server);
    expect(await calls.update(id, { total_marks: 20 })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'total_marks' }] },
    });
    const withoutQuestions = await newAssignment(server, { questions: [] });
    expect((await calls.update(withoutQuestions.id, { total_marks: 20 })).body.total_marks).toBe(20);
  });

  test('unpublishing hides the assignment from students and keeps the submissions', async () => {
    const assignment = await newAssignment(server);
    expect((await calls.submit(assignment.id, buildAnswers(assignment))).status).toBe(200);
    await calls.update(assignment.id, { is_published: false });
    const notFoundResponse = await calls.get(2_000_000_000, 'student');
    expect((await calls.get(assignment.id, 'student')).text).toBe(notFoundResponse.text);
    expect((await calls.ofStudent()).body.map(({ id }) => id)).not.toContain(assignment.id);
    const rows = (await calls.submissions(assignment.id)).body.filter((row) => row.is_submitted);
    expect(rows).toHaveLength(1);
    expect((await calls.submission(Number(rows[0]?.id), 'student')).text).toBe(notFoundResponse.text);
    await calls.update(assignment.id, { is_published: true });
    expect((await calls.get(assignment.id, 'student')).status).toBe(200);
    expect((await calls.submission(Number(rows[0]?.id), 'student')).status).toBe(200);
  });
});

describe('questions', () => {
  test("questions are added at the end, changed, reordered and deleted, and the assignment's marks follow", async () => {
    const { id, questions } = await newAssignment(server);
    const addResponse = await calls.addQuestion(id, buildEssay(6), 'teacher');
    expect(addResponse).toMatchObject({
      status: 200,
      body: { success: true, assignment: { total_marks: 16 } },
    });
    const ids = addResponse.body.assignment.questions.map((question) => question.id);
    const reversed = await calls.order(id, ids.toReversed());
    expect(reversed.body.assignment.questions.map((question) => question.id)).toEqual(ids.toReversed());
    const changeResponse = await calls.updateQuestion(Number(ids[4]), {
      ...buildEssay(7),
      question_text: 'قارن.',
    });
    expect(changeResponse.body.assignment).toMatchObject({ total_marks: 17, questions_count: 5 });
    const deleteResponse = await calls.removeQuestion(Number(questions[0]?.id));
    expect(deleteResponse.body.assignment).toMatchObject({ total_marks: 15, questions_count: 4 });
    const after = (await calls.addQuestion(id, trueFalse ?? {})).body.assignment.questions;
    expect(after.map(({ question_text }) => question_text)).toEqual([
      'قارن.',
      ...fourQuestions
        .slice(1)
        .map(({ question_text }) => question_text)
        .toReversed(),
      trueFalse?.question_text,
    ]);
  });

  test('an order with a missing, repeated or unknown question is refused', async () => {
    const [{ id, questions }, other] = [await newAssignment(server), await newAssignment(server)];
    const ids = questions.map((question) => question.id);
    for (const wrong of [
      ids.slice(1),
      [...ids.slice(1), Number(ids[1])],
      [...ids.slice(1), Number(other.questions[0]?.id)],
    ])
      expect((await calls.order(id, wrong)).status).toBe(422);
    expect((await calls.order(id, ids)).status).toBe(200);
  });

  test('options that are sent with an id stay, new options are added and missing ones are deleted', async () => {
    const { questions } = await newAssignment(server);
    const [question] = questions;
    const [four, five, six] = question?.options ?? [];
    const options = [six, { ...four, option_text: 'أربعة أركان' }, { option_text: 'سبعة', is_correct: true }];
    const sent = { ...choice, options, version: question?.version };
    const { body } = await calls.updateQuestion(Number(question?.id), sent);
    const stored = body.assignment.questions[0];
    expect(stored?.options.map(({ option_text, is_correct }) => [option_text, is_correct])).toEqual([
      ['ستة', false],
      ['أربعة أركان', false],
      ['سبعة', true],
    ]);
    expect(stored?.options.slice(0, 2).map((one) => one.id)).toEqual([six?.id, four?.id]);
    expect(stored?.options[2]?.id).not.toBe(five?.id);
    expect(stored?.version).toBeGreaterThan(Number(question?.version));
    expect(await calls.updateQuestion(Number(question?.id), sent)).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { id: question?.id } },
    });
  });

  test('a question with an option of another question, or the same option twice, is refused', async () => {
    const [one, other] = [await newAssignment(server), await newAssignment(server)];
    const [question] = one.questions;
    const [right] = (question?.options ?? []).filter(({ is_correct }) => is_correct);
    const foreignOption = other.questions[0]?.options[0];
    for (const second of [foreignOption, { ...right, is_correct: false }])
      expect(
        await calls.updateQuestion(Number(question?.id), { ...choice, options: [right, second] }),
      ).toMatchObject({ status: 422, body: { details: [{ path: 'options.1.id' }] } });
    const validQuestion = { ...choice, options: question?.options };
    expect((await calls.updateQuestion(Number(question?.id), validQuestion)).status).toBe(200);
  });

  test('the marks of all questions cannot exceed the maximum of an assignment', async () => {
    const { id } = await newAssignment(server, { questions: [50, 50, 50, 49].map(buildEssay) });
    expect(await calls.addQuestion(id, buildEssay(2))).toMatchObject({
      status: 422,
      body: { details: [{ path: 'marks' }] },
    });
    expect((await calls.addQuestion(id, buildEssay(1))).body.assignment.total_marks).toBe(200);
  });
});

describe('copies and deletions', () => {
  test('a copy is a draft without a due time, with new questions, also in another batch', async () => {
    const source = await newAssignment(server, {
      due_date: '2026-12-01T20:59:00Z',
      allow_late_submission: true,
    });
    const [same, other] = [await calls.duplicate(source.id), await newBatchSubject(server, 2)];
    expect(same).toMatchObject({
      status: 201,
      body: {
        title: `نسخة من ${source.title}`,
        is_published: false,
        due_date: null,
        allow_late_submission: true,
        total_marks: 10,
        subject_id: source.subject_id,
      },
    });
    const copyInOtherBatch = await calls.duplicate(source.id, { subject_id: other.id }, 'teacher');
    expect(copyInOtherBatch.body).toMatchObject({
      title: source.title,
      subject_id: other.id,
      questions_count: 4,
    });
    const texts = (detail: typeof source) =>
      detail.questions.map(({ question_text, correct_answer, options }) => [
        question_text,
        correct_answer,
        options.map(({ option_text, is_correct }) => [option_text, is_correct]),
      ]);
    expect(texts(copyInOtherBatch.body)).toEqual(texts(source));
    const ids = new Set(source.questions.map(({ id }) => id));
    expect(copyInOtherBatch.body.questions.some(({ id }) => ids.has(id))).toBe(false);
  });

  test('the deletion of an assignment deletes all of its records, and undo restores all of them', async () => {
    const assignment = await newAssignment(server);
    const { id: submissionId } = await addSubmission(server, assignment, 1);
    const before = (await calls.submission(submissionId)).body;
    const headers = { 'x-session-id': 'delete-and-undo' };
    await server.call('DELETE', `/assignments/${assignment.id}`, { as: 'admin', headers });
    expect((await calls.get(assignment.id)).status).toBe(404);
    expect((await calls.submission(submissionId)).status).toBe(404);
    const undone = await server.call('POST', '/undo/latest', { as: 'admin', headers });
    expect(undone.status).toBe(200);
    const after = (await calls.submission(submissionId)).body;
    expect(
      after.answers.map(({ answer_text, selected_option_id }) => [answer_text, selected_option_id]),
    ).toEqual(before.answers.map(({ answer_text, selected_option_id }) => [answer_text, selected_option_id]));
    expect((await calls.get(assignment.id)).body.questions.map(({ options }) => options)).toEqual(
      assignment.questions.map(({ options }) => options),
    );
  });

  test('the deletion of a subject deletes its assignments, and the deletion of a student deletes the submissions', async () => {
    const assignment = await newAssignment(server);
    const { id } = await addSubmission(server, assignment, 3);
    await server.call('DELETE', '/students/3', { as: 'admin' });
    expect((await calls.submission(id)).status).toBe(404);
    expect((await calls.get(assignment.id)).status).toBe(200);
    await server.call('DELETE', `/subjects/${assignment.subject_id}`, { as: 'admin' });
    expect((await calls.get(assignment.id)).status).toBe(404);
  });
});

test('an assignment out of scope and its parts answer 404', async () => {
  const assignment = await newAssignment(server);
  const { id: submission, answerId } = await addSubmission(server, assignment, 1);
  const question = Number(assignment.questions[0]?.id);
  const own = await newAssignment(server);
  await assignToTeacher2(server, assignment.subject_code);
  const missingId = 2_000_000_000;
  const callsOf = (
    id: number,
    questionId: number,
    answer: number,
    submissionId: number,
    as: 'teacher' | 'teacher2',
  ) => [
    () => calls.get(id, as),
    () => calls.update(id, { title: 'س' }, as),
    () => calls.submissions(id, as),
    () => calls.autoGrade(id, as),
    () => calls.regrade(id, as),
    () =>
      calls.order(
        id,
        assignment.questions.map((one) => one.id),
        as,
      ),
    () => calls.addQuestion(id, fourQuestions[3] ?? {}, as),
    () => calls.updateQuestion(questionId, { ...choice, options: assignment.questions[0]?.options }, as),
    () => calls.submission(submissionId, as),
    () => calls.grade(answer, { score: 1 }, as),
    () => calls.overall(submissionId, { feedback: 'س' }, as),
    () => calls.duplicate(id, { subject_id: own.subject_id }, as),
    () => calls.removeQuestion(questionId, as),
    () => calls.remove(id, as),
  ];
  const callsInScope = callsOf(assignment.id, question, answerId, submission, 'teacher2');
  const callsOutOfScope = callsOf(assignment.id, question, answerId, submission, 'teacher');
  const callsWithUnknownIds = callsOf(missingId, missingId, missingId, missingId, 'teacher');
  for (const [index, call] of callsOutOfScope.entries()) {
    const answer = await call();
    expect(answer.status, String(index)).toBe(404);
    expect(answer.text).toBe((await callsWithUnknownIds[index]?.())?.text);
  }
  expect((await calls.ofSubject(assignment.subject_id, 'teacher')).status).toBe(404);
  expect((await calls.list('teacher')).body.map(({ id }) => id)).not.toContain(assignment.id);
  expect((await calls.duplicate(own.id, { subject_id: assignment.subject_id }, 'teacher')).status).toBe(404);
  expect((await calls.list('teacher2')).body.map(({ id }) => id)).toContain(assignment.id);
  for (const [index, call] of callsInScope.entries())
    expect((await call()).status, String(index)).toBeLessThan(300);
});
