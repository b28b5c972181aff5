import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentDetail } from '../../contract/assignments';
import AnswerPage from '../../src/custom-pages/assignments/student/AnswerPage';
import ViewPage from '../../src/custom-pages/assignments/student/ViewPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { startSession } from '../../src/dataProvider/session';
import { renderScreen, signInAs } from '../support/screen';

const now = Date.parse('2026-11-22T09:00:00Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const options = [
  { id: 11, option_text: 'أربعة' },
  { id: 12, option_text: '<b>ستة</b>' },
];
const question = (id: number, question_type: string, overrides: object = {}) => ({
  id,
  question_text: `نص السؤال (${id})`,
  question_type,
  marks: 5,
  options: [],
  version: 1,
  ...overrides,
});
const questions = [
  question(1, 'multiple_choice', { options }),
  question(2, 'true_false'),
  question(3, 'text'),
  question(4, 'essay'),
];
const detail = (overrides: object = {}) =>
  assignmentDetail.parse({
    id: 7,
    title: 'أحكام التجويد',
    description: null,
    due_date: inMinutes(90),
    total_marks: 20,
    is_published: true,
    allow_late_submission: false,
    subject_id: 1,
    subject_name: 'التجويد',
    subject_code: 'TJW-1',
    subject_level: 2,
    batch_name: 'دفعة النور',
    teacher_name: 'معلم',
    questions_count: 4,
    published_at: inMinutes(-600),
    created_at: inMinutes(-600),
    updated_at: inMinutes(-600),
    version: 1,
    questions,
    submission: null,
    ...overrides,
  });
const noDraft = { answers: [], saved_at: null };
const provider = (overrides: object = {}) => ({
  assignment: vi.fn<() => Promise<object>>(async () => detail()),
  answerDraft: vi.fn<() => Promise<object>>(async () => noDraft),
  saveAnswerDraft: vi.fn<(id: number, answers: object) => Promise<object>>(async () => ({
    answers: [],
    saved_at: inMinutes(1),
  })),
  settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-22' }),
  ...overrides,
});
const pages = (
  <Routes>
    <Route path="/assignments/:id/submit" element={<AnswerPage />} />
    <Route path="/assignments/:id/view" element={<ViewPage />} />
  </Routes>
);
const open = (overrides: object = {}, address = '/assignments/7/submit') => {
  const api = provider(overrides);
  renderScreen(pages, api, address);
  return api;
};
const shortAnswer = () => screen.findByLabelText('إجابة السؤال 3');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  localStorage.clear();
  signInAs('student');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('every type of question can be answered, markup is shown as text, and a message counts unanswered questions', async () => {
  open();
  expect(await screen.findByText('ساعة و30 دقيقة')).toBeDefined();
  await userEvent.click(screen.getByLabelText('<b>ستة</b>'));
  await userEvent.click(screen.getByLabelText('مسح إجابة السؤال 1'));
  await userEvent.click(screen.getByLabelText('أربعة'));
  await userEvent.click(screen.getByLabelText('صح'));
  expect(screen.getByText('أُجيب عن 2 من 4')).toBeDefined();
  await userEvent.click(screen.getByText('تسليم الواجب'));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('بقي سؤالان بلا إجابة. هل تريد التسليم مع ذلك؟')).toBeDefined();
  expect(dialog.getByText('لا يمكن تعديل الإجابات بعد التسليم.')).toBeDefined();
});

it('typed answers are restored after leaving the page without a network', async () => {
  const fail = async () => {
    throw new ApiProblem(0, 'لا شبكة', null, 'NETWORK');
  };
  open({ answerDraft: fail, saveAnswerDraft: fail });
  fireEvent.change(await shortAnswer(), { target: { value: 'الإظهار الحلقي' } });
  expect(await screen.findByText(/وستُحفظ في الخادم عند عودة الاتصال/)).toBeDefined();
  cleanup();
  open({ answerDraft: fail, saveAnswerDraft: fail });
  expect(((await shortAnswer()) as HTMLInputElement).value).toBe('الإظهار الحلقي');
});

it('answers are also saved on the server, and the draft of another device is loaded', async () => {
  const otherDraft = {
    answers: [{ question_id: 3, answer_text: 'من الجوال', selected_option_id: null }],
    saved_at: inMinutes(-5),
  };
  const { saveAnswerDraft } = open({ answerDraft: async () => otherDraft });
  await waitFor(async () => expect(((await shortAnswer()) as HTMLInputElement).value).toBe('من الجوال'));
  await userEvent.click(screen.getByLabelText('خطأ'));
  await waitFor(() => expect(saveAnswerDraft).toHaveBeenCalled());
  expect(saveAnswerDraft).toHaveBeenCalledWith(
    7,
    [{ question_id: 2, answer_text: 'false', selected_option_id: null }, ...otherDraft.answers],
    otherDraft.saved_at,
  );
  expect(await screen.findByText('حُفظت إجاباتك.')).toBeDefined();
});

it('different answers of two devices are both shown and stored until the student chooses one', async () => {
  open({ answerDraft: async () => noDraft, saveAnswerDraft: async () => null });
  fireEvent.change(await shortAnswer(), { target: { value: 'من الحاسوب' } });
  cleanup();
  const theirs = {
    answers: [{ question_id: 3, answer_text: 'من الجوال', selected_option_id: null }],
    saved_at: inMinutes(-5),
  };
  const { saveAnswerDraft } = open({ answerDraft: async () => theirs });
  const offer = within(
    (await screen.findByText(/كتبتَ إجابات أخرى على جهاز آخر/)).closest('[role="alert"]') as HTMLElement,
  );
  expect(offer.getByText('من الحاسوب')).toBeDefined();
  expect(offer.getByText('من الجوال')).toBeDefined();
  expect(((await shortAnswer()) as HTMLInputElement).value).toBe('من الحاسوب');
  expect(saveAnswerDraft).not.toHaveBeenCalled();
  await userEvent.click(offer.getByRole('button', { name: 'أخذ إجابات الجهاز الآخر' }));
  expect(((await shortAnswer()) as HTMLInputElement).value).toBe('من الجوال');
});

it('a draft saved by another device during a save is merged, and not replaced', async () => {
  const theirs = {
    answers: [{ question_id: 3, answer_text: 'من الجوال', selected_option_id: null }],
    saved_at: inMinutes(-5),
  };
  let serverDraft: typeof theirs | typeof noDraft = noDraft;
  const saveAnswerDraft = vi.fn<(id: number, answers: object, seen: string | null) => Promise<object>>(
    async (_id, answers) => ({ answers, saved_at: inMinutes(0) }),
  );
  saveAnswerDraft.mockImplementationOnce(async () => {
    serverDraft = theirs;
    throw new ApiProblem(409, 'تعذّر', { code: 'STALE', error: 'غُيّر', current: theirs });
  });
  open({ answerDraft: async () => serverDraft, saveAnswerDraft });
  await shortAnswer();
  await userEvent.click(screen.getByLabelText('خطأ'));
  await waitFor(() => expect(saveAnswerDraft).toHaveBeenCalledTimes(2));
  expect(saveAnswerDraft.mock.calls[1]).toEqual([
    7,
    [{ question_id: 2, answer_text: 'false', selected_option_id: null }, ...theirs.answers],
    theirs.saved_at,
  ]);
});

it('answers of one student are not saved for the next student who signs in on the device', async () => {
  let replyWithDraft: (draft: object) => void = () => undefined;
  const { saveAnswerDraft } = open({
    answerDraft: () => new Promise<object>((answer) => (replyWithDraft = answer)),
  });
  fireEvent.change(await shortAnswer(), { target: { value: 'جواب الأول' } });
  cleanup();
  const user = { id: 2, name: 'الثاني', username: 's2', role: 'student' as const };
  startSession(
    {
      user: { ...user, email: null, student_id: null, must_change_password: false, section: null },
      token: 'token 2',
    },
    false,
  );
  await act(async () => replyWithDraft(noDraft));
  expect(saveAnswerDraft).not.toHaveBeenCalled();

  open({ answerDraft: async () => noDraft, saveAnswerDraft });
  expect(((await shortAnswer()) as HTMLInputElement).value).toBe('');
  cleanup();
  signInAs('student');
  open({ answerDraft: async () => noDraft, saveAnswerDraft });
  expect(((await shortAnswer()) as HTMLInputElement).value).toBe('جواب الأول');
  await waitFor(() => expect(saveAnswerDraft).toHaveBeenCalled());
});

it('answers typed before the deadline passes are shown to copy', async () => {
  open({ assignment: async () => detail({ due_date: inMinutes(0.005) }) });
  fireEvent.change(await shortAnswer(), { target: { value: 'كتبت هذا' } });
  await act(async () => {
    vi.setSystemTime(now + 60_000);
  });
  expect(await screen.findByRole('heading', { name: 'انتهى موعد تسليم الواجب' })).toBeDefined();
  expect(screen.getByText('كتبت هذا')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'تسليم الواجب' })).toBeNull();
});

/** Advances the clock, second by second. */
async function advanceSeconds(seconds: number) {
  for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
}

it('the submit button disappears at the deadline, and the page says that the draft was not submitted', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now, shouldAdvanceTime: true });
  const saveAnswerDraft = vi.fn<() => Promise<object>>(async () => ({
    answers: [{ question_id: 3, answer_text: 'كتبت هذا', selected_option_id: null }],
    saved_at: inMinutes(0.1),
  }));
  open({ assignment: async () => detail({ due_date: inMinutes(0.5) }), saveAnswerDraft });
  fireEvent.change(await shortAnswer(), { target: { value: 'كتبت هذا' } });
  await advanceSeconds(15);
  expect(screen.getByRole('button', { name: 'تسليم الواجب' })).toBeDefined();
  await advanceSeconds(20);
  expect(screen.queryByRole('button', { name: 'تسليم الواجب' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'انتهى موعد تسليم الواجب' })).toBeDefined();
  expect(screen.getByText(/لم تُسلَّم هذه الإجابات/)).toBeDefined();
  expect(screen.getByText('كتبت هذا')).toBeDefined();
});

it('the page warns at the deadline if late submissions are accepted', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now, shouldAdvanceTime: true });
  open({ assignment: async () => detail({ due_date: inMinutes(0.5), allow_late_submission: true }) });
  await shortAnswer();
  await advanceSeconds(15);
  expect(screen.queryByText(/سيُسجَّل تسليمك متأخراً/)).toBeNull();
  await advanceSeconds(20);
  expect(screen.getByText(/سيُسجَّل تسليمك متأخراً/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'تسليم الواجب' })).toBeDefined();
});

it('a late submission has a warning; an assignment unpublished since then says so, and shows the answers', async () => {
  open({ assignment: async () => detail({ due_date: inMinutes(-5), allow_late_submission: true }) });
  expect(await screen.findByText(/سيُسجَّل تسليمك متأخراً/)).toBeDefined();
  fireEvent.change(await shortAnswer(), { target: { value: 'باقٍ' } });
  cleanup();
  const failNotFound = async () => {
    throw new ApiProblem(404, 'غير موجود', { code: 'NOT_FOUND' });
  };
  open({ assignment: failNotFound });
  expect(await screen.findByRole('heading', { level: 1, name: 'الواجب غير موجود' })).toBeDefined();
  expect(screen.getByText('باقٍ')).toBeDefined();
});

it('a question deleted during answering is reported with its answer', async () => {
  open();
  fireEvent.change(await shortAnswer(), { target: { value: 'إجابة ضائعة' } });
  cleanup();
  open({ assignment: async () => detail({ questions: questions.filter(({ id }) => id !== 3) }) });
  expect(await screen.findByText(/حُذف سؤال كنت أجبت عنه/)).toBeDefined();
  expect(screen.getByText('إجابة ضائعة')).toBeDefined();
  expect(screen.getByText('أُجيب عن 0 من 3')).toBeDefined();
});

const submission = {
  id: 3,
  is_submitted: true as const,
  submitted_at: inMinutes(-60),
  status: 'submitted',
  is_late: false,
  is_graded: false,
  total_score: null,
  total_marks: 20,
  feedback: null,
  answers: [
    { question_id: 1, answer_text: null, selected_option_id: 11, score: null, feedback: null },
    { question_id: 2, answer_text: 'true', selected_option_id: null, score: null, feedback: null },
    { question_id: 3, answer_text: 'الإظهار', selected_option_id: null, score: null, feedback: null },
    { question_id: 4, answer_text: null, selected_option_id: null, score: null, feedback: null },
  ],
};

it('a submitted assignment shows time and score, and no submit button', async () => {
  open({ assignment: async () => detail({ submission }) });
  expect(await screen.findByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeDefined();
  expect(screen.getByText('بانتظار التصحيح')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'تسليم الواجب' })).toBeNull();
});

it('the solution marks right and wrong answers, but not before it may be shown', async () => {
  open({ assignment: async () => detail({ submission }) }, '/assignments/7/view');
  expect(await screen.findAllByText('لم تُصحَّح')).toHaveLength(4);
  expect(screen.getByText(/تظهر الإجابات الصحيحة بعد/)).toBeDefined();
  expect(screen.queryByText('الإجابة الصحيحة')).toBeNull();
  cleanup();

  const scores = [0, 5, 3, 0];
  const graded = {
    ...submission,
    status: 'graded',
    is_graded: true,
    total_score: 8,
    feedback: 'أحسنت، راجع الدرس',
    answers: submission.answers.map((one, index) => ({ ...one, score: scores[index], feedback: null })),
  };
  const keyed = [
    question(1, 'multiple_choice', {
      options: options.map((option) => ({ ...option, is_correct: option.id === 12 })),
    }),
    question(2, 'true_false', { correct_answer: 'true' }),
    question(3, 'text', { correct_answer: 'الإظهار الحلقي' }),
    question(4, 'essay', { correct_answer: null }),
  ];
  open({ assignment: async () => detail({ submission: graded, questions: keyed }) }, '/assignments/7/view');
  const line = async (text: string) => (await screen.findByText(text)).closest('li')?.textContent;
  expect(await line('أربعة')).toContain('إجابتك، خاطئة');
  expect(await line('<b>ستة</b>')).toContain('الإجابة الصحيحة');
  expect(await line('صح')).toContain('إجابتك، صحيحة');
  expect(screen.getByText('الإظهار الحلقي')).toBeDefined();
  expect(screen.getByText('8 من 20')).toBeDefined();
  expect(screen.getByText('أحسنت، راجع الدرس')).toBeDefined();
  expect(screen.getByText('3 من 5')).toBeDefined();
});
