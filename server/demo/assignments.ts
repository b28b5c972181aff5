import { autoScore, isObjective, sumQuestionMarks } from '../../contract/rules/assignments';
import type { QuestionType } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, momentOf } from './calendar';
import { type Institute, studentsIn } from './institute';
import { listed, type Random, randomFor } from './random';

interface QuestionPlan {
  text: string;
  type: QuestionType;
  marks: number;
  key: string | null;
  /** The right one first. */
  options: readonly string[];
  /** What students write to an essay. */
  essays: readonly string[];
}

const question = (
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
const essay = (text: string, marks: number, ...essays: string[]) => ({
  ...question('essay', text, marks),
  essays,
});
const choice = (text: string, marks: number, ...options: string[]) => ({
  ...question('multiple_choice', text, marks),
  options,
});

const mulk = [
  choice('كم عدد آيات سورة الملك؟', 2, 'ثلاثون آية', 'اثنتان وخمسون آية', 'أربعون آية', 'ثمان وعشرون آية'),
  question('true_false', 'سورة الملك سورة مكية.', 1, 'true'),
  question('text', 'ما السورة التي تلي سورة الملك في ترتيب المصحف؟', 2, 'القلم'),
  essay(
    'اكتب بأسلوبك ثلاث فوائد خرجت بها من السورة.',
    5,
    'تعلمت أن أراقب عملي، وأن أشكر النعم، وأن أتفكر في الخلق.',
    'التفكر في السماء وما فيها، والاستعداد للآخرة، وشكر نعمة السمع والبصر.',
  ),
];
const nun = [
  choice('كم عدد حروف الإظهار الحلقي؟', 2, 'ستة', 'أربعة', 'خمسة', 'خمسة عشر'),
  choice('أي الحروف الآتية حرف الإقلاب؟', 2, 'الباء', 'الميم', 'الراء', 'القاف'),
  question('true_false', 'حروف الإدغام مجموعة في كلمة «يرملون».', 2, 'true'),
  question('text', 'ما حكم النون الساكنة إذا جاء بعدها حرف القاف؟', 4, 'الإخفاء'),
  essay(
    'اشرح الفرق بين الإدغام بغنة والإدغام بغير غنة، واذكر مثالاً لكل منهما.',
    10,
    'الأول تبقى معه الغنة، مثل: من يقول، والثاني لا غنة معه، مثل: من لدنه.',
    'أحتاج إلى مراجعة هذا الدرس، وأذكر أن الغنة تبقى مع حروف «ينمو».',
  ),
];
const wudu = [
  question('true_false', 'غسل الوجه من فروض الوضوء.', 2, 'true'),
  choice('كم مرة يجزئ غسل العضو في الوضوء؟', 3, 'مرة واحدة', 'مرتان', 'ثلاث مرات'),
  question('true_false', 'النوم المستغرق لا ينقض الوضوء.', 2, 'false'),
  question('text', 'بم يتطهر من لم يجد الماء؟', 3, 'التيمم'),
];
const prayer = [
  question('true_false', 'تكبيرة الإحرام ركن من أركان الصلاة.', 2, 'true'),
  essay('اذكر ما تحفظه من أركان الصلاة بترتيبها.', 8),
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
  /** From today; without it a draft without a due time. */
  dueInDays?: number;
  allowsLate?: boolean;
  /** The account `student` has submitted it. */
  isHandedInByStudent?: boolean;
  /** The share of the other students who have submitted. */
  handedIn: number;
  /** One submission in this many waits to be graded; without it all. */
  waitingOneOf?: number;
}

/** One graded, one that still accepts late submissions, one to solve, one draft; and one of another batch. */
const plans: readonly AssignmentPlan[] = [
  {
    offering: 'SHR101 quran1445',
    title: 'الطهارة والوضوء',
    description: 'أسئلة قصيرة على باب الوضوء.\nراجع الدرسين الأول والثاني قبل الحل.',
    questions: wudu,
    dueInDays: -4,
    isHandedInByStudent: true,
    handedIn: 0.85,
    waitingOneOf: 4,
  },
  {
    offering: 'QRN102 quran1445',
    title: 'أحكام النون الساكنة والتنوين',
    description: 'أجب من حفظك، ثم راجع إجاباتك قبل التسليم.',
    questions: nun,
    dueInDays: -2,
    allowsLate: true,
    handedIn: 0.5,
  },
  { offering: 'QRN101 quran1445', ...surahOfWeek, dueInDays: 5, handedIn: 0.2 },
  {
    offering: 'SHR101 quran1445',
    title: 'أركان الصلاة',
    description: 'مسودة: تُضاف إليها أسئلة أخرى.',
    questions: prayer,
    handedIn: 0,
  },
  { offering: 'QRN101 sharia1445', ...surahOfWeek, dueInDays: 3, allowsLate: true, handedIn: 0.3 },
];

/** Assignments in every state, with questions and submissions. */
export async function fillAssignments(institute: Institute): Promise<void> {
  const { unit, students } = institute;
  const random = { submissions: randomFor('submissions'), answers: randomFor('answers') };
  let count = 0;
  for (const plan of plans) {
    const { handedIn, isHandedInByStudent = false, waitingOneOf = 1 } = plan;
    const assignment = await unit.insert('assignments', assignmentRow(plan, institute));
    const questions: Question[] = [];
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
      const rows = optionRows(row.id, options, count++);
      questions.push({ row, essays, options: await unit.insertMany('question_options', rows) });
    }
    const solvers = studentsIn(institute, institute.offering(plan.offering)).filter(({ id }) =>
      id === students[0]?.id ? isHandedInByStudent : random.submissions.happens(handedIn),
    );
    for (const [turn, { id: student_row_id }] of solvers.entries()) {
      // The first submission is graded unless all wait, so that the account `student` has one to look at.
      const isWaiting = (turn + 1) % waitingOneOf === 0;
      const answers = questions.map((one) => answerRow(one, isWaiting, random.answers));
      const scores = answers.flatMap(({ score }) => score ?? []);
      const submission = await unit.insert('submissions', {
        assignment_id: assignment.id,
        student_row_id,
        ...submittedAt(plan, institute.today, turn),
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

interface Question {
  row: Row<'assignment_questions'>;
  options: readonly Row<'question_options'>[];
  essays: readonly string[];
}

function assignmentRow(plan: AssignmentPlan, { offering, users, today }: Institute): NewRow<'assignments'> {
  const { title, description, dueInDays = 0, allowsLate } = plan;
  const isPublished = plan.dueInDays !== undefined;
  // A week before it was due, or long enough ago that students could have solved it.
  const made = momentOf(daysAfter(today, Math.min(dueInDays, 0) - 7), 15);
  return {
    subject_id: offering(plan.offering).id,
    teacher_id: users.find(({ username }) => username === 'teacher')?.id ?? null,
    title,
    description,
    // Late in the evening of Riyadh.
    due_date: isPublished ? `${daysAfter(today, dueInDays)}T20:59:00.000Z` : null,
    total_marks: sumQuestionMarks(plan.questions) ?? 1,
    is_published: isPublished ? 1 : 0,
    allow_late_submission: allowsLate ? 1 : 0,
    published_at: isPublished ? made : null,
    needs_regrade: 0,
    created_at: made,
  };
}

/** The right option has another position in each question. */
const optionRows = (question_id: number, options: readonly string[], turn: number) =>
  options.map((_, at) => {
    const from = (at + turn) % options.length;
    const option_text = options[from] ?? '';
    return { question_id, position: at + 1, option_text, is_correct: from === 0 ? 1 : 0 };
  });

function submittedAt({ dueInDays = 0, allowsLate = false }: AssignmentPlan, today: string, turn: number) {
  const isLate = allowsLate && dueInDays < 0 && turn % 5 === 0;
  const day = Math.min(dueInDays + (isLate ? 1 : -1), -1);
  const submitted_at = momentOf(daysAfter(today, day), 20 + turn * 7);
  return { submitted_at, is_late: isLate ? 1 : 0, created_at: submitted_at };
}

const remarks = listed('أحسنت، راجع الدرس مرة أخرى، إجابة مختصرة جيدة، اقرأ السؤال بتأنٍّ');
const wrongTexts = listed('لا أذكر، الإظهار، الغسل، المعارج');

/** Three answers in four are right. */
function answerRow(asked: Question, isWaiting: boolean, random: Random) {
  const { row } = asked;
  const isRight = random.happens(0.75);
  const given = answerTo(asked, isRight, random);
  const options = asked.options.map(({ id, is_correct }) => ({ id, is_correct: is_correct === 1 }));
  const score = autoScore({ ...row, options }, given) ?? (isRight ? row.marks : Math.floor(row.marks / 2));
  const isGradedByHand = !isObjective(row.question_type) && !isWaiting;
  return {
    question_id: row.id,
    ...given,
    score: isWaiting ? null : score,
    is_manual: isGradedByHand ? 1 : 0,
    feedback: isGradedByHand ? random.pick(remarks) : null,
  };
}

function answerTo({ row, options, essays }: Question, isRight: boolean, random: Random) {
  if (row.question_type === 'multiple_choice') {
    const fitting = options.filter(({ is_correct }) => (is_correct === 1) === isRight);
    return { answer_text: null, selected_option_id: random.pick(fitting).id };
  }
  const key = row.correct_answer;
  const wrong = () => (row.question_type === 'text' ? random.pick(wrongTexts) : String(key !== 'true'));
  const answer_text = row.question_type === 'essay' ? random.pick(essays) : isRight ? key : wrong();
  return { answer_text, selected_option_id: null };
}
