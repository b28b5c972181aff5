import { autoScore, isObjective, sumQuestionMarks } from '../../contract/rules/assignments';
import type { QuestionType } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, timeOnDay } from './calendar';
import { type Institute, studentsIn } from './institute';
import { splitList, type Random, createRandom } from './random';

interface QuestionPlan {
  text: string;
  type: QuestionType;
  marks: number;
  key: string | null;
  /** The first option is the right one. */
  options: readonly string[];
  essays: readonly string[];
}

const planQuestion = (
  type: QuestionType,
  text: string,
  marks: number,
  key: string | null = null,
): QuestionPlan => ({
  type,
  text,
  marks,
  key,
  options: [],
  essays: [],
});
const planEssay = (text: string, marks: number, ...essays: string[]) => ({
  ...planQuestion('essay', text, marks),
  essays,
});
const planChoice = (text: string, marks: number, ...options: string[]) => ({
  ...planQuestion('multiple_choice', text, marks),
  options,
});

const mulk = [
  planChoice('كم عدد آيات سورة الملك؟', 2, 'ثلاثون آية', 'اثنتان وخمسون آية', 'أربعون آية', 'ثمان وعشرون آية'),
  planQuestion('true_false', 'سورة الملك سورة مكية.', 1, 'true'),
  planQuestion('text', 'ما السورة التي تلي سورة الملك في ترتيب المصحف؟', 2, 'القلم'),
  planEssay(
    'اكتب بأسلوبك ثلاث فوائد خرجت بها من السورة.',
    5,
    'تعلمت أن أراقب عملي، وأن أشكر النعم، وأن أتفكر في الخلق.',
    'التفكر في السماء وما فيها، والاستعداد للآخرة، وشكر نعمة السمع والبصر.',
  ),
];
const nun = [
  planChoice('كم عدد حروف الإظهار الحلقي؟', 2, 'ستة', 'أربعة', 'خمسة', 'خمسة عشر'),
  planChoice('أي الحروف الآتية حرف الإقلاب؟', 2, 'الباء', 'الميم', 'الراء', 'القاف'),
  planQuestion('true_false', 'حروف الإدغام مجموعة في كلمة «يرملون».', 2, 'true'),
  planQuestion('text', 'ما حكم النون الساكنة إذا جاء بعدها حرف القاف؟', 4, 'الإخفاء'),
  planEssay(
    'اشرح الفرق بين الإدغام بغنة والإدغام بغير غنة، واذكر مثالاً لكل منهما.',
    10,
    'الأول تبقى معه الغنة، مثل: من يقول، والثاني لا غنة معه، مثل: من لدنه.',
    'أحتاج إلى مراجعة هذا الدرس، وأذكر أن الغنة تبقى مع حروف «ينمو».',
  ),
];
const wudu = [
  planQuestion('true_false', 'غسل الوجه من فروض الوضوء.', 2, 'true'),
  planChoice('كم مرة يجزئ غسل العضو في الوضوء؟', 3, 'مرة واحدة', 'مرتان', 'ثلاث مرات'),
  planQuestion('true_false', 'النوم المستغرق لا ينقض الوضوء.', 2, 'false'),
  planQuestion('text', 'بم يتطهر من لم يجد الماء؟', 3, 'التيمم'),
];
const prayer = [
  planQuestion('true_false', 'تكبيرة الإحرام ركن من أركان الصلاة.', 2, 'true'),
  planEssay('اذكر ما تحفظه من أركان الصلاة بترتيبها.', 8),
];

const surahOfWeek = {
  title: 'مراجعة سورة الملك',
  description: 'اقرأ السورة كاملة قبل أن تبدأ.',
  questions: mulk,
};

interface AssignmentPlan {
  offering: string;
  title: string;
  description: string;
  questions: readonly QuestionPlan[];
  /** Number of days from today. Undefined: a draft without a due time. */
  dueInDays?: number;
  allowsLate?: boolean;
  isSubmittedByStudent?: boolean;
  submittedShare: number;
  /** Every n-th submission is not graded. Undefined: no submission is graded. */
  ungradedInterval?: number;
}

/**
 * A graded assignment, an assignment that accepts late submissions, an open assignment, a draft, and an
 * assignment of another batch.
 */
const plans: readonly AssignmentPlan[] = [
  {
    offering: 'SHR101 quran1445',
    title: 'الطهارة والوضوء',
    description: 'أسئلة قصيرة على باب الوضوء.\nراجع الدرسين الأول والثاني قبل الحل.',
    questions: wudu,
    dueInDays: -4,
    isSubmittedByStudent: true,
    submittedShare: 0.85,
    ungradedInterval: 4,
  },
  {
    offering: 'QRN102 quran1445',
    title: 'أحكام النون الساكنة والتنوين',
    description: 'أجب من حفظك، ثم راجع إجاباتك قبل التسليم.',
    questions: nun,
    dueInDays: -2,
    allowsLate: true,
    submittedShare: 0.5,
  },
  { offering: 'QRN101 quran1445', ...surahOfWeek, dueInDays: 5, submittedShare: 0.2 },
  {
    offering: 'SHR101 quran1445',
    title: 'أركان الصلاة',
    description: 'مسودة: تُضاف إليها أسئلة أخرى.',
    questions: prayer,
    submittedShare: 0,
  },
  { offering: 'QRN101 sharia1445', ...surahOfWeek, dueInDays: 3, allowsLate: true, submittedShare: 0.3 },
];

export async function fillAssignments(institute: Institute): Promise<void> {
  const { unit, students } = institute;
  const random = { submissions: createRandom('submissions'), answers: createRandom('answers') };
  let count = 0;
  for (const plan of plans) {
    const { submittedShare, isSubmittedByStudent = false, ungradedInterval = 1 } = plan;
    const assignment = await unit.insert('assignments', buildAssignment(plan, institute));
    const questions: StoredQuestion[] = [];
    for (const { text, type, marks, key, options, essays } of plan.questions) {
      const row = await unit.insert('assignment_questions', {
        assignment_id: assignment.id,
        position: questions.length + 1,
        question_text: text,
        question_type: type,
        marks,
        correct_answer: key,
        options_changed_at: unit.now,
      });
      const rows = buildOptions(row.id, options, count++);
      questions.push({ row, essays, options: await unit.insertMany('question_options', rows) });
    }
    const submitters = studentsIn(institute, institute.findOffering(plan.offering)).filter(({ id }) =>
      id === students[0]?.id ? isSubmittedByStudent : random.submissions.happens(submittedShare),
    );
    for (const [index, { id: student_row_id }] of submitters.entries()) {
      // The account `student` has a graded submission, so the first submission is graded if any is.
      const isUngraded = (index + 1) % ungradedInterval === 0;
      const answers = questions.map((question) => buildAnswer(question, isUngraded, random.answers));
      const scores = answers.flatMap(({ score }) => score ?? []);
      const submission = await unit.insert('submissions', {
        assignment_id: assignment.id,
        student_row_id,
        ...buildSubmissionTimes(plan, institute.today, index),
        is_graded: scores.length === answers.length ? 1 : 0,
        total_score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0),
        feedback: null,
      });
      await unit.insertMany(
        'submission_answers',
        answers.map((answer) => ({ submission_id: submission.id, ...answer })),
      );
    }
  }
}

interface StoredQuestion {
  row: Row<'assignment_questions'>;
  options: readonly Row<'question_options'>[];
  essays: readonly string[];
}

function buildAssignment(
  plan: AssignmentPlan,
  { findOffering, users, today }: Institute,
): NewRow<'assignments'> {
  const { title, description, dueInDays = 0, allowsLate } = plan;
  const isPublished = plan.dueInDays !== undefined;
  const createdAt = timeOnDay(daysAfter(today, Math.min(dueInDays, 0) - 7), 15);
  return {
    subject_id: findOffering(plan.offering).id,
    teacher_id: users.find(({ username }) => username === 'teacher')?.id ?? null,
    title,
    description,
    // 23:59 in Riyadh.
    due_date: isPublished ? `${daysAfter(today, dueInDays)}T20:59:00.000Z` : null,
    total_marks: sumQuestionMarks(plan.questions) ?? 1,
    is_published: isPublished ? 1 : 0,
    allow_late_submission: allowsLate ? 1 : 0,
    published_at: isPublished ? createdAt : null,
    needs_regrade: 0,
    created_at: createdAt,
  };
}

const buildOptions = (question_id: number, options: readonly string[], offset: number) =>
  options.map((_, index) => {
    const optionIndex = (index + offset) % options.length;
    const option_text = options[optionIndex] ?? '';
    return { question_id, position: index + 1, option_text, is_correct: optionIndex === 0 ? 1 : 0 };
  });

function buildSubmissionTimes(
  { dueInDays = 0, allowsLate = false }: AssignmentPlan,
  today: string,
  index: number,
) {
  const isLate = allowsLate && dueInDays < 0 && index % 5 === 0;
  const day = Math.min(dueInDays + (isLate ? 1 : -1), -1);
  const submitted_at = timeOnDay(daysAfter(today, day), 20 + index * 7);
  return { submitted_at, is_late: isLate ? 1 : 0, created_at: submitted_at };
}

const remarks = splitList('أحسنت، راجع الدرس مرة أخرى، إجابة مختصرة جيدة، اقرأ السؤال بتأنٍّ');
const wrongTexts = splitList('لا أذكر، الإظهار، الغسل، المعارج');

function buildAnswer(question: StoredQuestion, isUngraded: boolean, random: Random) {
  const { row } = question;
  const isRight = random.happens(0.75);
  const answer = chooseAnswer(question, isRight, random);
  const options = question.options.map(({ id, is_correct }) => ({ id, is_correct: is_correct === 1 }));
  const score = autoScore({ ...row, options }, answer) ?? (isRight ? row.marks : Math.floor(row.marks / 2));
  const isGradedByHand = !isObjective(row.question_type) && !isUngraded;
  return {
    question_id: row.id,
    ...answer,
    score: isUngraded ? null : score,
    is_manual: isGradedByHand ? 1 : 0,
    feedback: isGradedByHand ? random.pick(remarks) : null,
  };
}

function chooseAnswer({ row, options, essays }: StoredQuestion, isRight: boolean, random: Random) {
  if (row.question_type === 'multiple_choice') {
    const candidates = options.filter(({ is_correct }) => (is_correct === 1) === isRight);
    return { answer_text: null, selected_option_id: random.pick(candidates).id };
  }
  const key = row.correct_answer;
  const pickWrong = () => (row.question_type === 'text' ? random.pick(wrongTexts) : String(key !== 'true'));
  const answer_text = row.question_type === 'essay' ? random.pick(essays) : isRight ? key : pickWrong();
  return { answer_text, selected_option_id: null };
}
