import type { Page } from '@playwright/test';
import { type ApiCaller, newApiCaller } from './apiCaller';

const questions = [
  {
    question_text: 'كم عدد أحكام النون الساكنة (والتنوين)؟',
    question_type: 'multiple_choice',
    marks: 4,
    options: [
      { option_text: 'ثلاثة', is_correct: false },
      { option_text: 'أربعة', is_correct: true },
    ],
  },
  { question_text: 'الإظهار من أحكامها', question_type: 'true_false', marks: 2, correct_answer: 'true' },
  {
    question_text: 'اذكر <b>حرفاً</b> من حروف Izhar',
    question_type: 'text',
    marks: 2,
    correct_answer: 'العين',
  },
  { question_text: 'اشرح الإدغام', question_type: 'essay', marks: 2 },
];

export const answerField = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `إجابة السؤال ${number}`, exact: true });
export const submitButton = (page: Page) => page.getByRole('button', { name: 'تسليم الواجب' });
export const confirmButton = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'تسليم', exact: true });

interface OwnAssignment {
  id: number;
  admin: ApiCaller;
  /** Number of students who submitted. */
  submissions: () => Promise<number>;
}

/** A published assignment for the batch of the demo student, due in two days. */
export async function newOwnAssignment(page: Page, changes: object = {}): Promise<OwnAssignment> {
  const admin = await newApiCaller(page, 'admin');
  const student = await newApiCaller(page, 'student');
  const [first] = await student<{ subject_id: number }[]>('GET', '/assignments/student');
  const { id } = await admin<{ id: number }>('POST', '/assignments', {
    subject_id: first?.subject_id,
    title: 'واجب التجويد (1)',
    due_date: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    is_published: true,
    questions,
    ...changes,
  });
  const submissions = async () => {
    const rows = await admin<{ is_submitted: boolean }[]>('GET', `/assignments/${id}/submissions`);
    return rows.filter(({ is_submitted }) => is_submitted).length;
  };
  return { id, admin, submissions };
}
