import type { AssignmentDetail, Assignment, Submission, SubmissionRow } from '../../contract/assignments';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';
import { answersTo, fourQuestions } from './assignmentCalls';

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

/** The n-th of those that match, otherwise of all. */
function nth<T>(all: readonly T[], which: number, fits: (one: T) => boolean): T | undefined {
  const fitting = all.filter(fits);
  const from = fitting.length > 0 ? fitting : all;
  return from[which % Math.max(from.length, 1)];
}

/** A write on an assignment that matches, if there is one. */
const onAssignment =
  (
    run: (app: TestApp, one: AssignmentDetail, write: AnyWrite) => ReturnType<Run>,
    fits = (_: Assignment) => true,
  ): Run =>
  async (app, write) => {
    const one = nth(await read<Assignment[]>(app, ''), write.which, fits);
    return one ? run(app, await read<AssignmentDetail>(app, `/${one.id}`), write) : null;
  };

const isHandedIn = ({ ungraded_count = 0, submitted_count = 0 }: Assignment) =>
  ungraded_count + submitted_count > 0;
const question = ({ which, word }: AnyWrite) => {
  const base = fourQuestions[which % fourQuestions.length];
  return { ...base, question_text: `${base?.question_text} ${word}`, marks: 1 + (which % 5) };
};

/** Writes on assignments; `anyWrites` has the others. */
export const assignmentWrites: Record<string, Run> = {
  'create an assignment': async (app, write) => {
    const { body } = await app.call<{ id: number }[]>('GET', '/subjects', { as: 'admin' });
    const subject = body[write.which % Math.max(body.length, 1)];
    const questions = [question(write), { ...question(write), marks: 2 }];
    const sent = { title: write.word, is_published: write.other % 2 === 0, questions };
    return subject ? send(app, 'POST', '', { ...sent, subject_id: subject.id }) : null;
  },
  'change an assignment': onAssignment((app, { id }, { word, other }) =>
    send(app, 'PUT', `/${id}`, { title: `${word} ${other}`, is_published: other % 5 > 0 }),
  ),
  'copy an assignment': onAssignment((app, { id }, { word }) =>
    send(app, 'POST', `/${id}/duplicate`, { title: word }),
  ),
  'add a question': onAssignment((app, { id }, write) =>
    send(app, 'POST', `/${id}/questions`, question(write)),
  ),
  'change a question': onAssignment((app, { questions }, { other, word }) => {
    const one = questions[other % Math.max(questions.length, 1)];
    if (!one) return Promise.resolve(null);
    const options = one.options.map((option, place) => ({
      ...option,
      is_correct: place === other % one.options.length,
    }));
    // Sometimes one is removed, which empties the answers that chose it.
    const remaining =
      options.length > 2 && other % 3 === 0
        ? options.filter((option, place) => option.is_correct || place > 0)
        : options;
    const { version: _version, ...rest } = one;
    const sent = {
      ...rest,
      question_text: word,
      marks: 1 + ((one.marks + (other % 3)) % 9),
      options: remaining,
    };
    return send(app, 'PUT', `/questions/${one.id}`, sent);
  }, isHandedIn),
  'order questions': onAssignment(
    (app, { id, questions }) => {
      const ids = questions.map((one) => one.id);
      return send(app, 'PUT', `/${id}/questions/order`, { ids: [...ids.slice(1), ...ids.slice(0, 1)] });
    },
    ({ questions_count }) => questions_count > 1,
  ),
  'hand in': async (app, { which }) => {
    const open = await read<{ id: number; submission: object | null }[]>(
      app,
      '/student?status=pending',
      'student',
    );
    const one = open[which % Math.max(open.length, 1)];
    if (!one) return null;
    const detail = await read<AssignmentDetail>(app, `/${one.id}`, 'student');
    return send(app, 'POST', `/${one.id}/submit`, { answers: answersTo(detail, which % 2 === 0) }, 'student');
  },
  'grade automatically': onAssignment(
    (app, { id }) => send(app, 'POST', `/${id}/auto-grade`, {}),
    ({ ungraded_count = 0 }) => ungraded_count > 0,
  ),
  'grade again': onAssignment(
    (app, { id }) => send(app, 'POST', `/${id}/regrade`, {}),
    ({ needs_regrade }) => needs_regrade === true,
  ),
  'grade an answer': onAssignment(async (app, { id }, { other, word }) => {
    const rows = (await read<SubmissionRow[]>(app, `/${id}/submissions`)).flatMap((row) => row.id ?? []);
    const submission = rows[other % Math.max(rows.length, 1)];
    if (submission === undefined) return null;
    const { answers } = await read<Submission>(app, `/submission/${submission}`);
    const one = answers[other % Math.max(answers.length, 1)];
    const score = one && other % 7 > 0 ? other % (one.max_marks + 1) : null;
    return one
      ? send(app, 'POST', `/answers/${one.id}/feedback`, { score, feedback: `${word} ${other}` })
      : null;
  }, isHandedIn),
  'say something about a submission': onAssignment(async (app, { id }, { other, word }) => {
    const rows = (await read<SubmissionRow[]>(app, `/${id}/submissions`)).flatMap((row) => row.id ?? []);
    const submission = rows[other % Math.max(rows.length, 1)];
    const feedback = `${word} ${other}`;
    return submission === undefined
      ? null
      : send(app, 'POST', `/submission/${submission}/overall-feedback`, { feedback });
  }, isHandedIn),
  'delete a question': onAssignment((app, { questions }, { other }) => {
    const one = questions[other % Math.max(questions.length, 1)];
    return one ? send(app, 'DELETE', `/questions/${one.id}`) : Promise.resolve(null);
  }, isHandedIn),
  'delete an assignment': onAssignment((app, { id }) => send(app, 'DELETE', `/${id}`)),
};
