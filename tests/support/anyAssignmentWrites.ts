import type { AssignmentDetail, Assignment, Submission, SubmissionRow } from '../../contract/assignments';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';
import { buildAnswers, fourQuestions } from './assignmentCalls';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;

const send = (
  app: TestApp,
  method: string,
  path: string,
  body?: unknown,
  as: 'admin' | 'student' = 'admin',
) => app.call(method, `/assignments${path}`, { as, body, headers: { 'x-session-id': 'any-writes' } });
const read = async <T>(app: TestApp, path: string, as: 'admin' | 'student' = 'admin') =>
  (await app.call<T>('GET', `/assignments${path}`, { as })).body;

/** The n-th matching item, or the n-th of all items without a match. */
function pickMatch<T>(items: readonly T[], index: number, isMatch: (one: T) => boolean): T | undefined {
  const matches = items.filter(isMatch);
  const candidates = matches.length > 0 ? matches : items;
  return candidates[index % Math.max(candidates.length, 1)];
}

const assignmentWrite =
  (
    run: (app: TestApp, assignment: AssignmentDetail, write: AnyWrite) => ReturnType<Run>,
    isMatch = (_: Assignment) => true,
  ): Run =>
  async (app, write) => {
    const assignment = pickMatch(await read<Assignment[]>(app, ''), write.recordIndex, isMatch);
    return assignment ? run(app, await read<AssignmentDetail>(app, `/${assignment.id}`), write) : null;
  };

const isHandedIn = ({ ungraded_count = 0, submitted_count = 0 }: Assignment) =>
  ungraded_count + submitted_count > 0;
const buildQuestion = ({ recordIndex, word }: AnyWrite) => {
  const base = fourQuestions[recordIndex % fourQuestions.length];
  return { ...base, question_text: `${base?.question_text} ${word}`, marks: 1 + (recordIndex % 5) };
};

export const assignmentWrites: Record<string, Run> = {
  'create an assignment': async (app, write) => {
    const { body } = await app.call<{ id: number }[]>('GET', '/subjects', { as: 'admin' });
    const subject = body[write.recordIndex % Math.max(body.length, 1)];
    const questions = [buildQuestion(write), { ...buildQuestion(write), marks: 2 }];
    const values = { title: write.word, is_published: write.seed % 2 === 0, questions };
    return subject ? send(app, 'POST', '', { ...values, subject_id: subject.id }) : null;
  },
  'change an assignment': assignmentWrite((app, { id }, { word, seed }) =>
    send(app, 'PUT', `/${id}`, { title: `${word} ${seed}`, is_published: seed % 5 > 0 }),
  ),
  'copy an assignment': assignmentWrite((app, { id }, { word }) =>
    send(app, 'POST', `/${id}/duplicate`, { title: word }),
  ),
  'add a question': assignmentWrite((app, { id }, write) =>
    send(app, 'POST', `/${id}/questions`, buildQuestion(write)),
  ),
  'change a question': assignmentWrite((app, { questions }, { seed, word }) => {
    const question = questions[seed % Math.max(questions.length, 1)];
    if (!question) return Promise.resolve(null);
    const options = question.options.map((option, index) => ({
      ...option,
      is_correct: index === seed % question.options.length,
    }));
    // Sometimes removes an option, which empties the answers with this option.
    const remaining =
      options.length > 2 && seed % 3 === 0
        ? options.filter((option, index) => option.is_correct || index > 0)
        : options;
    const { version: _version, ...rest } = question;
    const body = {
      ...rest,
      question_text: word,
      marks: 1 + ((question.marks + (seed % 3)) % 9),
      options: remaining,
    };
    return send(app, 'PUT', `/questions/${question.id}`, body);
  }, isHandedIn),
  'order questions': assignmentWrite(
    (app, { id, questions }) => {
      const ids = questions.map((one) => one.id);
      return send(app, 'PUT', `/${id}/questions/order`, { ids: [...ids.slice(1), ...ids.slice(0, 1)] });
    },
    ({ questions_count }) => questions_count > 1,
  ),
  'hand in': async (app, { recordIndex }) => {
    const pending = await read<{ id: number; submission: object | null }[]>(
      app,
      '/student?status=pending',
      'student',
    );
    const assignment = pending[recordIndex % Math.max(pending.length, 1)];
    if (!assignment) return null;
    const detail = await read<AssignmentDetail>(app, `/${assignment.id}`, 'student');
    return send(
      app,
      'POST',
      `/${assignment.id}/submit`,
      { answers: buildAnswers(detail, recordIndex % 2 === 0) },
      'student',
    );
  },
  'grade automatically': assignmentWrite(
    (app, { id }) => send(app, 'POST', `/${id}/auto-grade`, {}),
    ({ ungraded_count = 0 }) => ungraded_count > 0,
  ),
  'grade again': assignmentWrite(
    (app, { id }) => send(app, 'POST', `/${id}/regrade`, {}),
    ({ needs_regrade }) => needs_regrade === true,
  ),
  'grade an answer': assignmentWrite(async (app, { id }, { seed, word }) => {
    const rows = (await read<SubmissionRow[]>(app, `/${id}/submissions`)).flatMap((row) => row.id ?? []);
    const submission = rows[seed % Math.max(rows.length, 1)];
    if (submission === undefined) return null;
    const { answers } = await read<Submission>(app, `/submission/${submission}`);
    const answer = answers[seed % Math.max(answers.length, 1)];
    const score = answer && seed % 7 > 0 ? seed % (answer.max_marks + 1) : null;
    return answer
      ? send(app, 'POST', `/answers/${answer.id}/feedback`, { score, feedback: `${word} ${seed}` })
      : null;
  }, isHandedIn),
  'comment on a submission': assignmentWrite(async (app, { id }, { seed, word }) => {
    const rows = (await read<SubmissionRow[]>(app, `/${id}/submissions`)).flatMap((row) => row.id ?? []);
    const submission = rows[seed % Math.max(rows.length, 1)];
    const feedback = `${word} ${seed}`;
    return submission === undefined
      ? null
      : send(app, 'POST', `/submission/${submission}/overall-feedback`, { feedback });
  }, isHandedIn),
  'delete a question': assignmentWrite((app, { questions }, { seed }) => {
    const question = questions[seed % Math.max(questions.length, 1)];
    return question ? send(app, 'DELETE', `/questions/${question.id}`) : Promise.resolve(null);
  }, isHandedIn),
  'delete an assignment': assignmentWrite((app, { id }) => send(app, 'DELETE', `/${id}`)),
};
