import { randomBytes } from 'node:crypto';
import type {
  AnswerDraft,
  Assignment,
  AssignmentDetail,
  StudentAssignment,
  Submission,
  SubmissionRow,
  SubmissionSummary,
} from '../../contract/assignments';
import type { Subject } from '../../contract/subjects';
import type { TestApp } from './app';

export type As = 'admin' | 'teacher' | 'teacher2' | 'student' | { token: string };
export type Refusal = { error: string; code: string; details?: { path: string; message: string }[] };
type QuestionChange = { success: boolean; message: string; assignment: AssignmentDetail };

const randomWord = () => randomBytes(5).toString('hex');

/** One question of each type; 10 marks in total. */
export const fourQuestions = [
  {
    question_text: 'كم عدد أركان الإسلام؟',
    question_type: 'multiple_choice',
    marks: 2,
    options: [
      { option_text: 'أربعة', is_correct: false },
      { option_text: 'خمسة', is_correct: true },
      { option_text: 'ستة', is_correct: false },
    ],
  },
  { question_text: 'الصيام ركن.', question_type: 'true_false', marks: 1, correct_answer: 'true' },
  { question_text: 'ما أول أركان الإسلام؟', question_type: 'text', marks: 3, correct_answer: 'الشهادتان' },
  { question_text: 'اشرح ركن الزكاة.', question_type: 'essay', marks: 4 },
];

/** @param batch_id default: the batch of the account `student` */
export async function newBatchSubject(server: TestApp, batch_id = 1): Promise<Subject> {
  const body = { subject_code: randomWord(), name: `مادة ${randomWord()}`, batch_id };
  const answer = await server.call<Subject>('POST', '/subjects', { as: 'admin', body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

export function assignmentCalls(server: TestApp) {
  const call = <T>(method: string, path: string, as: As, body?: unknown, query?: Record<string, unknown>) =>
    server.call<T & Refusal>(method, `/assignments${path}`, { as, body, query });
  return {
    create: (body: object, as: As = 'admin') => call<AssignmentDetail>('POST', '', as, body),
    get: (id: number, as: As = 'admin') => call<AssignmentDetail>('GET', `/${id}`, as),
    list: (as: As = 'admin', query?: Record<string, unknown>) =>
      call<StudentAssignment[]>('GET', '', as, undefined, query),
    ofStudent: (as: As = 'student', query?: Record<string, unknown>) =>
      call<StudentAssignment[]>('GET', '/student', as, undefined, query),
    ofSubject: (id: number, as: As = 'admin') => call<Assignment[]>('GET', `/subject/${id}`, as),
    update: (id: number, body: object, as: As = 'admin') =>
      call<AssignmentDetail & { current: AssignmentDetail }>('PUT', `/${id}`, as, body),
    remove: (id: number, as: As = 'admin') => call<{ message: string }>('DELETE', `/${id}`, as),
    duplicate: (id: number, body: object = {}, as: As = 'admin') =>
      call<AssignmentDetail>('POST', `/${id}/duplicate`, as, body),
    addQuestion: (id: number, body: object, as: As = 'admin') =>
      call<QuestionChange>('POST', `/${id}/questions`, as, body),
    order: (id: number, ids: number[], as: As = 'admin') =>
      call<QuestionChange>('PUT', `/${id}/questions/order`, as, { ids }),
    updateQuestion: (id: number, body: object, as: As = 'admin') =>
      call<QuestionChange>('PUT', `/questions/${id}`, as, body),
    removeQuestion: (id: number, as: As = 'admin') => call<QuestionChange>('DELETE', `/questions/${id}`, as),
    submissions: (id: number, as: As = 'admin') => call<SubmissionRow[]>('GET', `/${id}/submissions`, as),
    autoGrade: (id: number, as: As = 'admin') =>
      call<{ message: string; graded_answers: number; graded_submissions: number }>(
        'POST',
        `/${id}/auto-grade`,
        as,
        {},
      ),
    regrade: (id: number, as: As = 'admin') =>
      call<{ changed_answers: number }>('POST', `/${id}/regrade`, as, {}),
    draft: (id: number, as: As = 'student') => call<AnswerDraft>('GET', `/${id}/draft`, as),
    saveDraft: (id: number, answers: unknown, as: As = 'student', values: object = {}) =>
      call<AnswerDraft>('PUT', `/${id}/draft`, as, { answers, ...values }),
    submit: (id: number, answers: unknown, as: As = 'student') =>
      call<{ message: string; submission: SubmissionSummary }>('POST', `/${id}/submit`, as, { answers }),
    submission: (id: number, as: As = 'admin') => call<Submission>('GET', `/submission/${id}`, as),
    grade: (answerId: number, body: object, as: As = 'admin') =>
      call<{ submission: Submission }>('POST', `/answers/${answerId}/feedback`, as, body),
    overall: (id: number, body: object, as: As = 'admin') =>
      call<{ submission: Submission }>('POST', `/submission/${id}/overall-feedback`, as, body),
  };
}

/** A published assignment in the batch of `student`, with one question of each type. */
export async function newAssignment(server: TestApp, values: object = {}): Promise<AssignmentDetail> {
  const subject = await newBatchSubject(server);
  const body = {
    subject_id: subject.id,
    title: `واجب ${randomWord()}`,
    is_published: true,
    questions: fourQuestions,
  };
  const answer = await assignmentCalls(server).create({ ...body, ...values });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** Answers to all questions. Essays have no right answer. */
export const buildAnswers = ({ questions }: Pick<AssignmentDetail, 'questions'>, isRight = true) =>
  questions.map(({ id, question_type, correct_answer, options }) => {
    if (question_type === 'multiple_choice')
      return {
        question_id: id,
        selected_option_id: options.find((one) => one.is_correct === isRight)?.id ?? null,
      };
    if (question_type === 'true_false')
      return { question_id: id, answer_text: isRight === (correct_answer === 'true') ? 'true' : 'false' };
    return { question_id: id, answer_text: isRight ? (correct_answer ?? 'شرح وافٍ') : 'لا أدري' };
  });

/** Inserts a submission directly, without a student's session. */
export async function addSubmission(server: TestApp, assignment: AssignmentDetail, studentRowId: number) {
  const testActor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
  return server.data.write(testActor, async (unit) => {
    unit.describe('create', 'submissions', null, 'tests');
    const submission = await unit.insert('submissions', {
      assignment_id: assignment.id,
      student_row_id: studentRowId,
      submitted_at: unit.now,
      is_late: 0,
      is_graded: 0,
      total_score: null,
      feedback: null,
    });
    const newAnswers = buildAnswers(assignment);
    const answers = await unit.insertMany(
      'submission_answers',
      newAnswers.map((answer) => ({
        submission_id: submission.id,
        answer_text: null,
        selected_option_id: null,
        ...answer,
        score: null,
        is_manual: 0,
        feedback: null,
      })),
    );
    return { id: submission.id, answerId: answers[0]?.id ?? 0 };
  });
}
