import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import { assignmentCalls, fourQuestions, newBatchSubject } from '../support/assignmentCalls';

let whole: TestApp;
let server: TestApp;
beforeAll(async () => {
  whole = await startTestApp();
  server = await startTestApp({ config: { PLAIN_API: true } });
});
afterAll(async () => {
  await server.close();
  await whole.close();
});

test('a server with only the specification supports an assignment from creation to deletion', async () => {
  const calls = assignmentCalls(server);
  const subjects = await server.call<{ id: number; batch_id: number }[]>('GET', '/subjects', {
    as: 'student',
  });
  const subject_id = Number(subjects.body[0]?.id);
  const sent = {
    subject_id,
    title: 'واجب بسيط',
    is_published: true,
    total_marks: 10,
    questions: fourQuestions,
  };
  expect((await calls.create(sent, 'teacher')).body).toEqual({ success: true });
  const [first] = (await calls.ofSubject(subject_id, 'teacher')).body;
  expect(Object.keys(first ?? {}).toSorted()).toEqual([
    'allow_late_submission',
    'created_at',
    'description',
    'due_date',
    'id',
    'is_published',
    'questions_count',
    'subject_code',
    'subject_id',
    'subject_name',
    'teacher_name',
    'title',
    'total_marks',
  ]);
  const id = Number(first?.id);
  const { questions } = (await calls.get(id, 'student')).body;
  expect(JSON.stringify(questions)).not.toMatch(/is_correct|correct_answer|version/);
  const right = questions[0]?.options.find(({ option_text }) => option_text === 'خمسة');
  const answers = [{ question_id: questions[0]?.id, selected_option_id: right?.id }];
  expect((await calls.submit(id, answers)).body).toEqual({ success: true, message: 'تم تسليم الواجب بنجاح' });
  expect((await calls.autoGrade(id, 'teacher')).body).toMatchObject({ success: true });
  const row = (await calls.submissions(id, 'teacher')).body.find(({ is_submitted }) => is_submitted);
  expect(row).toMatchObject({ total_score: 2, total_marks: 10 });
  const submission = (await calls.submission(Number(row?.id), 'teacher')).body;
  expect(submission.answers[0]).toMatchObject({ score: 2, is_correct: true, correct_answer: 'خمسة' });
  expect(JSON.stringify(submission)).not.toMatch(/suggested_score|next_id|is_late|version|"options"/);
  for (const { id: answer } of submission.answers.slice(2))
    expect((await calls.grade(answer, { score: 1, feedback: '' }, 'teacher')).body).toMatchObject({
      success: true,
    });
  const graded = { is_submitted: true, is_graded: true, total_score: 4 };
  expect((await calls.get(id, 'student')).body.submission).toMatchObject(graded);
});

test('a server with only the specification lacks the added fields, and the full server has them', async () => {
  const subject = await newBatchSubject(whole);
  const { body } = await assignmentCalls(whole).create({ subject_id: subject.id, title: 'واجب' });
  expect((await assignmentCalls(whole).duplicate(body.id)).status).toBe(201);
  expect((await assignmentCalls(server).duplicate(body.id)).status).toBe(404);
  expect((await assignmentCalls(server).update(1, { title: 'س', version: 1 })).status).toBe(422);
  expect((await assignmentCalls(server).update(1, { title: 'س' })).status).toBe(200);
});
