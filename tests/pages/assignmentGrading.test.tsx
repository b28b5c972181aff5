import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, Submission } from '../../contract/assignments';
import SubmissionPage from '../../src/custom-pages/submissions/SubmissionPage';
import { dataProvider } from '../../src/dataProvider';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import { renderScreen, signInAs } from '../support/screen';

const answer = (id: number, changes: Partial<Answer> = {}): Answer => ({
  id,
  question_id: id,
  question_text: `نص السؤال ${id}`,
  question_type: 'essay',
  options: [],
  answer_text: `جواب ${id}`,
  selected_option_id: null,
  selected_option_text: null,
  score: null,
  max_marks: 10,
  is_correct: null,
  correct_answer: null,
  feedback: null,
  suggested_score: null,
  version: 1,
  ...changes,
});
const submission: Submission = {
  id: 30,
  assignment_id: 5,
  assignment_title: 'مراجعة الملك',
  subject_name: 'التجويد',
  subject_code: 'QRN110-2',
  batch_name: 'الأولى',
  student_name: 'بدر الهادي',
  university_id: '14450049',
  submitted_at: '2026-11-20T10:00:00.000Z',
  is_submitted: true,
  is_graded: false,
  is_late: true,
  status: 'late',
  total_score: 8,
  total_marks: 32,
  feedback: null,
  answers: [
    answer(1, { score: 8 }),
    answer(2, { question_type: 'text', max_marks: 2, correct_answer: 'القلم', suggested_score: 2 }),
    answer(3, { answer_text: '<i>جواب</i>\nفي سطرين' }),
    answer(4, {
      question_type: 'multiple_choice',
      answer_text: null,
      selected_option_id: 1,
      is_correct: false,
      score: 0,
      options: [
        { id: 1, option_text: 'ثلاث', is_correct: false },
        { id: 2, option_text: 'أربع', is_correct: true },
      ],
    }),
  ],
  previous_id: null,
  next_id: 31,
  next_ungraded_id: 32,
  version: 1,
};

type Body = { score?: number | null; feedback?: string; version?: number };

function open(changes: object = {}, at = '/submissions/30?grade=1') {
  let stored = submission;
  const gradeAnswer = vi.fn<(id: number, body: Body) => Promise<unknown>>(async (id, { score, feedback }) => {
    stored = {
      ...stored,
      answers: stored.answers.map((one) =>
        one.id === id
          ? { ...one, score: score ?? null, feedback: feedback || null, version: one.version + 1 }
          : one,
      ),
    };
    return { success: true, message: 'تم حفظ التقييم بنجاح', submission: stored };
  });
  const router = renderScreen(
    <Routes>
      <Route path="/submissions/:id" element={<SubmissionPage />} />
      <Route path="*" element={<p>القائمة</p>} />
    </Routes>,
    {
      ...dataProvider,
      settings: async () => ({ time_zone: 'Asia/Riyadh' }),
      submission: async () => stored,
      gradeAnswer,
      ...changes,
    },
    at,
  );
  return { gradeAnswer, router };
}

const points = (most: number) => screen.findByRole('textbox', { name: `الدرجة من ${most}` });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  signInAs('teacher');
});
afterEach(() => {
  cleanup();
  dropSession('left');
});

describe('manual grading', () => {
  it('grading starts at the first answer without a score, proposes a score, and continues on Enter', async () => {
    const { gradeAnswer } = open();
    const first = (await points(2)) as HTMLInputElement;
    expect(first.value).toBe('2');
    expect(screen.getByText('الدرجة المقترحة: 2. راجعها ثم احفظ.')).toBeTruthy();
    expect(document.activeElement).toBe(first);
    await userEvent.keyboard('{Enter}');
    const second = (await points(10)) as HTMLInputElement;
    expect(second.value).toBe('');
    await userEvent.type(second, '10');
    await userEvent.type(
      screen.getAllByRole('textbox', { name: 'ملاحظات للطالب' })[0] as HTMLElement,
      'أحسنت',
    );
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(gradeAnswer).toHaveBeenCalledTimes(2));
    expect(gradeAnswer.mock.calls).toEqual([
      [2, { score: 2, feedback: '', version: 1 }],
      [3, { score: 10, feedback: 'أحسنت', version: 1 }],
    ]);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'الدرجة من 10' })).toBeNull());
    expect(screen.getAllByText('محفوظ')).toHaveLength(2);
    expect(document.activeElement?.textContent).toBe('التالي بلا تصحيح');
  });

  it('grading accepts only whole scores, and shows a message for others', async () => {
    const { gradeAnswer } = open();
    const input = await points(2);
    await userEvent.clear(input);
    await userEvent.type(input, '1.5{Enter}');
    expect(await screen.findByText('الدرجة عدد صحيح من 0 إلى 2')).toBeTruthy();
    expect(gradeAnswer).not.toHaveBeenCalled();
    await press('صفر');
    await press('حفظ');
    await waitFor(() => expect(gradeAnswer).toHaveBeenCalledOnce());
    expect(gradeAnswer.mock.calls[0]?.[1].score).toBe(0);
  });

  it('a score of 11 of 10 marks shows an error, keeps the input, and no key saves it', async () => {
    const { gradeAnswer } = open();
    await points(2);
    await press('تصحيح السؤال 3');
    const input = (await points(10)) as HTMLInputElement;
    await userEvent.type(input, '١١');
    expect(await screen.findByText('الدرجة عدد صحيح من 0 إلى 10')).toBeTruthy();
    await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
    await press('حفظ');
    expect(input.value).toBe('١١');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(gradeAnswer).not.toHaveBeenCalled();
    await userEvent.clear(input);
    await userEvent.type(input, '١٠{Enter}');
    await waitFor(() => expect(gradeAnswer).toHaveBeenCalledOnce());
    expect(gradeAnswer.mock.calls[0]).toEqual([3, { score: 10, feedback: '', version: 1 }]);
  });

  it('typed scores of one answer stay on the device when the network is lost', async () => {
    open({
      gradeAnswer: async () => {
        throw new ApiProblem(0, 'تعذّر الاتصال بالخادم', null, 'NETWORK');
      },
    });
    const input = await points(2);
    await userEvent.clear(input);
    await userEvent.type(input, '1{Enter}');
    expect(await screen.findByText('لم يُحفظ: ما كتبته باقٍ على هذا الجهاز.')).toBeTruthy();
    cleanup();
    const { gradeAnswer } = open({}, '/submissions/30');
    expect(await screen.findByText('لم يُحفظ بعد')).toBeTruthy();
    await press('تصحيح السؤال 2');
    expect(((await points(2)) as HTMLInputElement).value).toBe('1');
    await press('حفظ والتالي');
    await waitFor(() => expect(gradeAnswer).toHaveBeenCalledOnce());
    await points(10);
    expect(localStorage.length).toBe(0);
  });

  it('the form closes on Escape and keeps the draft; discarding the draft asks first', async () => {
    open();
    await userEvent.type(await points(2), '{Backspace}1{Escape}');
    expect(await screen.findByText('لم يُحفظ بعد')).toBeTruthy();
    await press('تصحيح السؤال 2');
    expect(((await points(2)) as HTMLInputElement).value).toBe('1');
    await press('إلغاء');
    await press('ترك التغييرات');
    await waitFor(() => expect(screen.queryByText('لم يُحفظ بعد')).toBeNull());
    expect(localStorage.length).toBe(0);
  });

  it('the page shows an answer as written, and the wrong choice beside the right one', async () => {
    open({}, '/submissions/30');
    expect((await screen.findByText(/<i>جواب<\/i>/)).textContent).toBe('<i>جواب</i>\nفي سطرين');
    const wrong = screen.getByText('ثلاث').closest('li') as HTMLElement;
    expect(within(wrong).getByText('الإجابة المختارة، وهي خاطئة')).toBeTruthy();
    const right = screen.getByText('أربع').closest('li') as HTMLElement;
    expect(within(right).getByText('الإجابة الصحيحة')).toBeTruthy();
    expect(screen.getByText('متأخر')).toBeTruthy();
    expect(screen.getByText('8 من 32')).toBeTruthy();
    expect(screen.getByText('25%')).toBeTruthy();
  });

  it('the keyboard moves from student to student', async () => {
    const { router } = open({}, '/submissions/30');
    await screen.findByText('نص السؤال 1');
    // An open dialog, such as that of the undo control, handles the keys itself.
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'alertdialog');
    await userEvent.keyboard('{Alt>}{PageDown}{/Alt}');
    expect(router.state.location.pathname).toBe('/submissions/30');
    dialog.remove();
    await userEvent.keyboard('{Alt>}{PageUp}{/Alt}');
    expect(router.state.location.pathname).toBe('/submissions/30');
    await userEvent.keyboard('{Alt>}{PageDown}{/Alt}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/submissions/31'));
    await screen.findByText('نص السؤال 1');
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/submissions/32'));
  });

  it('a conflict of two teachers who graded one answer shows both scores and a choice', async () => {
    const bodies: Body[] = [];
    open({
      gradeAnswer: async (_: number, body: Body) => {
        bodies.push(body);
        if (body.version === 5) return { success: true, message: '', submission };
        const current = answer(2, { score: 1, feedback: 'ناقصة', version: 5 });
        throw new ApiProblem(409, '', { error: 'صحّح شخص آخر', code: 'STALE', current });
      },
    });
    await points(2);
    await press('حفظ والتالي');
    expect(await screen.findByText('عدّل شخص آخر هذا السجل')).toBeTruthy();
    await press('حفظ المختار');
    await waitFor(() => expect(bodies.at(-1)).toEqual({ score: 2, feedback: '', version: 5 }));
  });

  it('an assignment without questions gets one score', async () => {
    const gradeSubmission = vi.fn<(id: number, body: object) => Promise<unknown>>(async () => ({
      success: true,
      message: '',
    }));
    const bare = { ...submission, answers: [], total_score: null, total_marks: 20 };
    open({ submission: async () => bare, gradeSubmission }, '/submissions/30');
    await userEvent.type(await screen.findByRole('textbox', { name: /درجة التسليم/ }), '25');
    await userEvent.type(screen.getByRole('textbox', { name: 'ملاحظات للطالب' }), 'حسن');
    await press('حفظ الملاحظات');
    expect(screen.getByText('الدرجة عدد صحيح من 0 إلى 20')).toBeTruthy();
    expect(gradeSubmission).not.toHaveBeenCalled();
    const score = screen.getByRole('textbox', { name: /درجة التسليم/ });
    await userEvent.clear(score);
    await userEvent.type(score, '20');
    await press('حفظ الملاحظات');
    await waitFor(() =>
      expect(gradeSubmission).toHaveBeenCalledExactlyOnceWith(30, { feedback: 'حسن', score: 20 }),
    );
  });
});

describe('the page of a submission for a student', () => {
  it('the page shows scores and comments, and has no inputs', async () => {
    signInAs('student');
    open({
      submission: async () => ({
        ...submission,
        is_graded: true,
        feedback: 'بارك الله فيك',
        next_ungraded_id: undefined,
      }),
    });
    expect(await screen.findByText('بارك الله فيك')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('مراجعة الملك');
    expect(screen.getByText('8 من 10')).toBeTruthy();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('a submission that cannot be shown', () => {
  it('the page shows a not-found message with a link back; another failure redirects to the list', async () => {
    const notFoundError = new ApiProblem(404, '', { error: 'لا', code: 'NOT_FOUND' });
    open({ submission: async () => Promise.reject(notFoundError) });
    expect(await screen.findByText('التسليم غير موجود')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'العودة إلى الواجبات' })).toBeTruthy();
    cleanup();
    open({ submission: async () => Promise.reject(new ApiProblem(422, '', { error: 'لا' })) });
    expect(await screen.findByText('القائمة')).toBeTruthy();
    expect(await screen.findByText('تعذّر تحميل التسليم، فعدنا بك إلى قائمة الواجبات')).toBeTruthy();
  });
});
