import { autoScore, isObjective } from '../../contract/rules/assignments';
import type { NewRow, Row } from '../db/schema';
import { type AssignmentPlan, assignmentPlans } from './assignmentPlans';
import { daysAfter, momentOf } from './calendar';
import { listed } from './listed';
import { type Random, randomFor } from './random';
import type { DemoStudent } from './students';

interface Made {
  assignments: readonly Row<'assignments'>[];
  questions: readonly Row<'assignment_questions'>[];
  options: readonly Row<'question_options'>[];
  students: readonly DemoStudent[];
  subjects: readonly Row<'subjects'>[];
  today: string;
}

/** The share of right answers. */
const shareRight = 0.75;
const remarks = listed('أحسنت، راجع الدرس مرة أخرى، إجابة مختصرة جيدة، اقرأ السؤال بتأنٍّ');
const wrongTexts = listed('لا أذكر، الإظهار، الغسل، المعارج');
/** What students write to essays, by the text of the question. */
const essays = new Map(
  assignmentPlans.flatMap(({ questions }) => questions.map(({ text, said }) => [text, said] as const)),
);

/** Which students submitted, when, and whether late. */
export function demoSubmissions({ assignments, students, subjects, today }: Made): NewRow<'submissions'>[] {
  const random = randomFor('submissions');
  const [ofAccount] = students;
  return assignments.flatMap((assignment, place) => {
    const plan = assignmentPlans[place] as AssignmentPlan;
    const batchId = subjects.find(({ id }) => id === assignment.subject_id)?.batch_id;
    return students
      .filter(({ batch_id }) => batch_id === batchId)
      .filter((student) =>
        student.id === ofAccount?.id ? plan.isHandedInByStudent : random.happens(plan.handedIn),
      )
      .map((student, turn) => {
        const isLate = plan.allowsLate && (plan.dueInDays ?? 0) < 0 && turn % 5 === 0;
        const day = Math.min((plan.dueInDays ?? 0) + (isLate ? 1 : -1), -1);
        const submitted_at = momentOf(daysAfter(today, day), 20 + turn * 7);
        return {
          assignment_id: assignment.id,
          student_row_id: student.id,
          submitted_at,
          is_late: isLate ? 1 : 0,
          is_graded: 0,
          total_score: null,
          feedback: null,
          created_at: submitted_at,
        };
      });
  });
}

/** An answer to every question, graded if the plan says so. */
export function demoAnswers(
  submissions: readonly Row<'submissions'>[],
  { assignments, questions, options }: Made,
): NewRow<'submission_answers'>[] {
  const random = randomFor('answers');
  const turns = new Map<number, number>();
  return submissions.flatMap(({ id, assignment_id }) => {
    const turn = turns.get(assignment_id) ?? 0;
    turns.set(assignment_id, turn + 1);
    const plan = assignmentPlans[assignments.findIndex((one) => one.id === assignment_id)];
    // The first submission is always graded, so that the account `student` has one to look at.
    const isWaiting = plan?.waitingOneOf === 1 || (turn + 1) % (plan?.waitingOneOf || Infinity) === 0;
    return questions
      .filter((question) => question.assignment_id === assignment_id)
      .map((question) => {
        const own = options.filter(({ question_id }) => question_id === question.id);
        return { submission_id: id, ...answerTo(question, own, isWaiting, random) };
      });
  });
}

function answerTo(
  question: Row<'assignment_questions'>,
  options: readonly Row<'question_options'>[],
  isWaiting: boolean,
  random: Random,
): Omit<NewRow<'submission_answers'>, 'submission_id'> {
  const isRight = random.happens(shareRight);
  const given = givenTo(question, options, isRight, random);
  const keyed = {
    ...question,
    options: options.map(({ id, is_correct }) => ({ id, is_correct: is_correct === 1 })),
  };
  const score = autoScore(keyed, given) ?? (isRight ? question.marks : Math.floor(question.marks / 2));
  const isManual = !isObjective(question.question_type);
  return {
    question_id: question.id,
    ...given,
    score: isWaiting ? null : score,
    is_manual: isManual && !isWaiting ? 1 : 0,
    feedback: isManual && !isWaiting ? random.pick(remarks) : null,
  };
}

function givenTo(
  { question_type, question_text, correct_answer }: Row<'assignment_questions'>,
  options: readonly Row<'question_options'>[],
  isRight: boolean,
  random: Random,
): { answer_text: string | null; selected_option_id: number | null } {
  if (question_type === 'multiple_choice') {
    const fitting = options.filter(({ is_correct }) => (is_correct === 1) === isRight);
    return { answer_text: null, selected_option_id: random.pick(fitting).id };
  }
  if (question_type === 'true_false') {
    const other = correct_answer === 'true' ? 'false' : 'true';
    return { answer_text: isRight ? correct_answer : other, selected_option_id: null };
  }
  if (question_type === 'essay')
    return { answer_text: random.pick(essays.get(question_text) ?? []), selected_option_id: null };
  return { answer_text: isRight ? correct_answer : random.pick(wrongTexts), selected_option_id: null };
}
