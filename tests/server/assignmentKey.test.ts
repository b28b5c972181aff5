import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillPath, pathParameters } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import type { AssignmentDetail } from '../../contract/assignments';
import { startTestApp, type TestApp } from '../support/app';
import { buildAnswers, assignmentCalls, fourQuestions, newAssignment } from '../support/assignmentCalls';
import { yieldToEventLoop } from '../support/eventLoop';

const timeBeforeDue = '2026-11-20T12:00:00Z';
const afterDue = '2026-11-20T21:00:00Z';
const due_date = '2026-11-20T20:59:00.000Z';
let clock = timeBeforeDue;
let server: TestApp;
let calls: ReturnType<typeof assignmentCalls>;
let account: number;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date(clock) });
  calls = assignmentCalls(server);
  account = (await server.call<{ id: number }>('GET', '/auth/me', { as: 'student' })).body.id;
});
beforeEach(async () => {
  clock = timeBeforeDue;
  for (const { id } of (await calls.list()).body) await calls.remove(id);
});
afterAll(() => server.close());

/** These words occur only in the key and in the teacher's feedback. */
const [secretText, secretFeedback] = ['مفتاحسري', 'ملاحظةسرية'];
const secretQuestions = fourQuestions.map((question) =>
  question.question_type === 'text' ? { ...question, correct_answer: secretText } : question,
);

interface Scene {
  assignment: AssignmentDetail;
  submission?: number;
  answers: number[];
}

async function newScene(overrides: object, isSubmitted: boolean): Promise<Scene> {
  const assignment = await newAssignment(server, { due_date, questions: secretQuestions, ...overrides });
  if (!isSubmitted) return { assignment, answers: [] };
  const { body } = await calls.submit(assignment.id, buildAnswers(assignment, false));
  const { answers } = (await calls.submission(body.submission.id)).body;
  return { assignment, submission: body.submission.id, answers: answers.map(({ id }) => id) };
}

/** These calls end or change the session of the student. */
const skippedCalls = new Set(['POST /auth/logout', 'POST /auth/password', 'POST /auth/login']);

/** Calls every endpoint as `student` with the ids of this scene. Returns the response texts by call. */
async function callEverything({ assignment, submission, answers }: Scene): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  const [question] = assignment.questions;
  const numbers = [assignment.id, submission, question?.id, answers[0], account].flatMap((id) => id ?? []);
  const invalidAnswers = [{ question_id: question?.id, answer_text: 'خمسة', selected_option_id: 1 }];
  const valuesByParameter: Record<string, readonly (string | number)[]> = {
    questionId: assignment.questions.map(({ id }) => id),
    answerId: answers.length > 0 ? answers : [1],
    subjectId: [assignment.subject_id],
    userId: [account],
    studentId: ['14450001'],
    batchName: [assignment.batch_name],
    subjectCode: [assignment.subject_code],
  };
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (skippedCalls.has(name) || endpoint.roles === 'public') continue;
    const parameters = pathParameters(endpoint.path);
    const first = parameters[0] ?? '';
    for (const value of parameters.length === 0 ? [''] : (valuesByParameter[first] ?? numbers)) {
      const otherParameters = Object.fromEntries(
        parameters.map((one) => [one, valuesByParameter[one]?.[0] ?? 1]),
      );
      const path = fillPath(endpoint.path, { ...otherParameters, [first]: value });
      const body = endpoint.method === 'GET' ? undefined : { answers: invalidAnswers };
      const { text } = await server.call(endpoint.method, path, { as: 'student', body });
      responses.set(`${name} ${value}`, text);
    }
    await yieldToEventLoop();
  }
  for (const q of [secretText, assignment.title])
    responses.set(`search ${q}`, (await server.call('GET', '/search', { as: 'student', query: { q } })).text);
  return responses;
}

const key = new RegExp(`"is_correct"|"correct_answer"|"suggested_score"|${secretText}`);
const scores = new RegExp(`"(total_)?score":\\s*[0-9]|${secretFeedback}`);
const callsMatching = (responses: Map<string, string>, pattern: RegExp, title?: string) =>
  [...responses]
    .filter(([, text]) => pattern.test(text) && (!title || text.includes(title)))
    .map(([name]) => name);

/** Grades the first `count` answers with a score and feedback. */
async function grade({ submission, answers }: Scene, count: number) {
  for (const id of answers.slice(0, count))
    expect((await calls.grade(id, { score: 1, feedback: secretFeedback })).status).toBe(200);
  await calls.overall(Number(submission), { feedback: secretFeedback });
}

/** Returns the calls whose response has the title of this assignment. */
const callsWithTitle = (responses: Map<string, string>, { assignment }: Scene) =>
  callsMatching(responses, new RegExp(assignment.title));

describe('correct answers and scores hidden from students', () => {
  test('a draft has no correct answers for students', async () => {
    const draft = await newScene({ is_published: false }, false);
    const responses = await callEverything(draft);
    expect(callsMatching(responses, key)).toEqual([]);
    expect(callsWithTitle(responses, draft)).toEqual([]);
  });

  test('an open assignment has no correct answers for students', async () => {
    const open = await newScene({}, false);
    const responses = await callEverything(open);
    expect(callsMatching(responses, key)).toEqual([]);
    expect(callsWithTitle(responses, open)).toContain(`GET /assignments/{id} ${open.assignment.id}`);
  });

  test('an assignment after the due time has no correct answers for a student without a submission', async () => {
    const missed = await newScene({}, false);
    clock = afterDue;
    expect(callsMatching(await callEverything(missed), key)).toEqual([]);
  });

  test('a submission before the due time has no correct answers, even if some answers have scores', async () => {
    const submitted = await newScene({}, true);
    await grade(submitted, 3);
    await calls.regrade(submitted.assignment.id);
    await calls.submit(submitted.assignment.id, []);
    const responses = await callEverything(submitted);
    expect(callsMatching(responses, key)).toEqual([]);
    expect(callsMatching(responses, scores, submitted.assignment.title)).toEqual([]);
    expect(callsWithTitle(responses, submitted)).toContain(
      `GET /assignments/submission/{id} ${submitted.submission}`,
    );
  });

  test('a submission without a due time has no correct answers until all answers are graded', async () => {
    const submitted = await newScene({ due_date: null }, true);
    await grade(submitted, 2);
    clock = afterDue;
    const responses = await callEverything(submitted);
    expect(callsMatching(responses, key, submitted.assignment.title)).toEqual([]);
    expect(callsMatching(responses, scores, submitted.assignment.title)).toEqual([]);
  });

  test('an assignment that is unpublished after grading has no correct answers for students', async () => {
    const graded = await newScene({}, true);
    await grade(graded, 4);
    await calls.update(graded.assignment.id, { is_published: false });
    const responses = await callEverything(graded);
    expect(
      callsMatching(responses, new RegExp(`"(title|assignment_title)":\\s*"${graded.assignment.title}"`)),
    ).toEqual(['GET /notifications ']);
  });
});

describe('correct answers sent by the server', () => {
  const callsWithKey = ({ assignment, submission }: Scene) => [
    `GET /assignments/{id} ${assignment.id}`,
    `GET /assignments/submission/{id} ${submission}`,
  ];

  test('a student with a submission gets the correct answers after the due time; scores follow once all answers are graded', async () => {
    const submitted = await newScene({}, true);
    await grade(submitted, 3);
    clock = afterDue;
    const responses = await callEverything(submitted);
    expect(callsMatching(responses, key, submitted.assignment.title).toSorted()).toEqual(
      callsWithKey(submitted).toSorted(),
    );
    expect(callsMatching(responses, scores, submitted.assignment.title)).toEqual([]);
    const { questions } = (await calls.get(submitted.assignment.id, 'student')).body;
    expect(questions[2]?.correct_answer).toBe(secretText);
    expect(questions[0]?.options.map(({ is_correct }) => is_correct)).toEqual([false, true, false]);
    const { answers } = (await calls.submission(Number(submitted.submission), 'student')).body;
    expect(answers[0]).toMatchObject({ is_correct: false, correct_answer: 'خمسة', score: null });
  });

  test('a student gets correct answers, scores and feedback once all answers are graded, even before the due time', async () => {
    const graded = await newScene({}, true);
    await grade(graded, 4);
    const responses = await callEverything(graded);
    expect(callsMatching(responses, key, graded.assignment.title).toSorted()).toEqual(
      callsWithKey(graded).toSorted(),
    );
    expect(callsMatching(responses, scores, graded.assignment.title)).toEqual(
      expect.arrayContaining(callsWithKey(graded)),
    );
    expect([...responses.values()].some((text) => text.includes('"suggested_score"'))).toBe(false);
    expect((await calls.submission(Number(graded.submission), 'student')).body).toMatchObject({
      total_score: 4,
      feedback: secretFeedback,
    });
  });

  test('staff get the correct answers at any time', async () => {
    const draft = await newScene({ is_published: false }, false);
    for (const as of ['admin', 'teacher'] as const)
      expect((await calls.get(draft.assignment.id, as)).body.questions[2]?.correct_answer).toBe(secretText);
  });
});
