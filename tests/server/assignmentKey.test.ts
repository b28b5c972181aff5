import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filledPath, pathParameters } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import type { AssignmentDetail } from '../../contract/assignments';
import { startTestApp, type TestApp } from '../support/app';
import { answersTo, assignmentCalls, fourQuestions, newAssignment } from '../support/assignmentCalls';
import { breath } from '../support/breath';

const inTime = '2026-11-20T12:00:00Z';
const afterDue = '2026-11-20T21:00:00Z';
const due_date = '2026-11-20T20:59:00.000Z';
let clock = inTime;
let server: TestApp;
let calls: ReturnType<typeof assignmentCalls>;
let account: number;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date(clock) });
  calls = assignmentCalls(server);
  account = (await server.call<{ id: number }>('GET', '/auth/me', { as: 'student' })).body.id;
});
/** Each scene is the only one. */
beforeEach(async () => {
  clock = inTime;
  for (const { id } of (await calls.list()).body) await calls.remove(id);
});
afterAll(() => server.close());

/** Words that stand in the key and in remarks of the teacher, and nowhere else. */
const [secretText, secretRemark] = ['مفتاحسري', 'ملاحظةسرية'];
const secretQuestions = fourQuestions.map((question) =>
  question.question_type === 'text' ? { ...question, correct_answer: secretText } : question,
);

interface Scene {
  assignment: AssignmentDetail;
  submission?: number;
  answers: number[];
}

async function scene(more: object, isSubmitted: boolean): Promise<Scene> {
  const assignment = await newAssignment(server, { due_date, questions: secretQuestions, ...more });
  if (!isSubmitted) return { assignment, answers: [] };
  // Nothing of the key in what the student says.
  const { body } = await calls.submit(assignment.id, answersTo(assignment, false));
  const { answers } = (await calls.submission(body.submission.id)).body;
  return { assignment, submission: body.submission.id, answers: answers.map(({ id }) => id) };
}

/** Calls that end the session of the one who walks, or would change the scene. */
const leftOut = new Set(['POST /auth/logout', 'POST /auth/password', 'POST /auth/login']);

/** What the server says to `student` in every call that there is, whether allowed or not, about this assignment. */
async function everythingSaid({ assignment, submission, answers }: Scene): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  const [question] = assignment.questions;
  const numbers = [assignment.id, submission, question?.id, answers[0], account].flatMap((id) => id ?? []);
  const misfit = [{ question_id: question?.id, answer_text: 'خمسة', selected_option_id: 1 }];
  const named: Record<string, readonly (string | number)[]> = {
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
    if (leftOut.has(name) || endpoint.roles === 'public') continue;
    const parameters = pathParameters(endpoint.path);
    const first = parameters[0] ?? '';
    for (const value of parameters.length === 0 ? [''] : (named[first] ?? numbers)) {
      const rest = Object.fromEntries(parameters.map((one) => [one, named[one]?.[0] ?? 1]));
      const path = filledPath(endpoint.path, { ...rest, [first]: value });
      const body = endpoint.method === 'GET' ? undefined : { answers: misfit };
      const { text } = await server.call(endpoint.method, path, { as: 'student', body });
      said.set(`${name} ${value}`, text);
    }
    await breath();
  }
  for (const q of [secretText, assignment.title])
    said.set(`search ${q}`, (await server.call('GET', '/search', { as: 'student', query: { q } })).text);
  return said;
}

const key = new RegExp(`"is_correct"|"correct_answer"|"suggested_score"|${secretText}`);
const scores = new RegExp(`"(total_)?score":\\s*[0-9]|${secretRemark}`);
const where = (said: Map<string, string>, pattern: RegExp, title?: string) =>
  [...said]
    .filter(([, text]) => pattern.test(text) && (!title || text.includes(title)))
    .map(([name]) => name);

/** Gives a score and a remark to some of the answers. */
async function grade({ submission, answers }: Scene, count: number) {
  for (const id of answers.slice(0, count))
    expect((await calls.grade(id, { score: 1, feedback: secretRemark })).status).toBe(200);
  await calls.overall(Number(submission), { feedback: secretRemark });
}

/** The answers about this assignment that carry something of it. */
const tells = (said: Map<string, string>, { assignment }: Scene) => where(said, new RegExp(assignment.title));

describe('no call says anything of the key or of scores to a student', () => {
  test('of a draft', async () => {
    const draft = await scene({ is_published: false }, false);
    const said = await everythingSaid(draft);
    expect(where(said, key)).toEqual([]);
    expect(tells(said, draft)).toEqual([]);
  });

  test('of an assignment that is open', async () => {
    const open = await scene({}, false);
    const said = await everythingSaid(open);
    expect(where(said, key)).toEqual([]);
    expect(tells(said, open)).toContain(`GET /assignments/{id} ${open.assignment.id}`);
  });

  test('of one whose time is over, to who has not handed in', async () => {
    const missed = await scene({}, false);
    clock = afterDue;
    expect(where(await everythingSaid(missed), key)).toEqual([]);
  });

  test('of what is handed in while others may still do so, also when a part of it has scores', async () => {
    const handedIn = await scene({}, true);
    await grade(handedIn, 3);
    await calls.regrade(handedIn.assignment.id);
    await calls.submit(handedIn.assignment.id, []);
    const said = await everythingSaid(handedIn);
    expect(where(said, key)).toEqual([]);
    expect(where(said, scores, handedIn.assignment.title)).toEqual([]);
    expect(tells(said, handedIn)).toContain(`GET /assignments/submission/{id} ${handedIn.submission}`);
  });

  test('of what is handed in without a due time, until everything is graded', async () => {
    const handedIn = await scene({ due_date: null }, true);
    await grade(handedIn, 2);
    clock = afterDue;
    const said = await everythingSaid(handedIn);
    expect(where(said, key, handedIn.assignment.title)).toEqual([]);
    expect(where(said, scores, handedIn.assignment.title)).toEqual([]);
  });

  test('of what is unpublished after it was graded', async () => {
    const graded = await scene({}, true);
    await grade(graded, 4);
    await calls.update(graded.assignment.id, { is_published: false });
    const said = await everythingSaid(graded);
    expect(where(said, new RegExp(`"(title|assignment_title)":\\s*"${graded.assignment.title}"`))).toEqual([
      'GET /notifications ',
    ]);
  });
});

describe('the key is open', () => {
  const opened = ({ assignment, submission }: Scene) => [
    `GET /assignments/{id} ${assignment.id}`,
    `GET /assignments/submission/{id} ${submission}`,
  ];

  test('to who handed in, when the time is over; scores still wait for the rest', async () => {
    const handedIn = await scene({}, true);
    await grade(handedIn, 3);
    clock = afterDue;
    const said = await everythingSaid(handedIn);
    expect(where(said, key, handedIn.assignment.title).toSorted()).toEqual(opened(handedIn).toSorted());
    expect(where(said, scores, handedIn.assignment.title)).toEqual([]);
    const { questions } = (await calls.get(handedIn.assignment.id, 'student')).body;
    expect(questions[2]?.correct_answer).toBe(secretText);
    expect(questions[0]?.options.map(({ is_correct }) => is_correct)).toEqual([false, true, false]);
    const { answers } = (await calls.submission(Number(handedIn.submission), 'student')).body;
    expect(answers[0]).toMatchObject({ is_correct: false, correct_answer: 'خمسة', score: null });
  });

  test('to whom everything is graded, with scores and remarks, before the time is over', async () => {
    const graded = await scene({}, true);
    await grade(graded, 4);
    const said = await everythingSaid(graded);
    expect(where(said, key, graded.assignment.title).toSorted()).toEqual(opened(graded).toSorted());
    expect(where(said, scores, graded.assignment.title)).toEqual(expect.arrayContaining(opened(graded)));
    expect([...said.values()].some((text) => text.includes('"suggested_score"'))).toBe(false);
    expect((await calls.submission(Number(graded.submission), 'student')).body).toMatchObject({
      total_score: 4,
      feedback: secretRemark,
    });
  });

  test('to staff always', async () => {
    const draft = await scene({ is_published: false }, false);
    for (const as of ['admin', 'teacher'] as const)
      expect((await calls.get(draft.assignment.id, as)).body.questions[2]?.correct_answer).toBe(secretText);
  });
});
