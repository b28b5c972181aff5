import { totalOfQuestions } from '../../contract/rules/assignments';
import type { NewRow, Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type AssignmentPlan, assignmentPlans } from './assignmentPlans';
import type { PlannedBatch } from './batches';
import { daysAfter, momentOf } from './calendar';
import { demoAnswers, demoSubmissions } from './handIns';
import type { DemoStudent } from './students';

interface Institute {
  batches: readonly PlannedBatch[];
  subjects: readonly Row<'subjects'>[];
  students: readonly DemoStudent[];
  users: readonly Row<'users'>[];
  today: string;
}

/** Late in the evening of Riyadh. */
const dueTime = 'T20:59:00.000Z';
/** Assigned a week before it was due, or long enough ago that students could have solved it. */
const daysToSolve = 7;

/** Assignments in every state, with questions and submissions. */
export async function fillAssignments(unit: UnitOfWork, institute: Institute): Promise<void> {
  const assignments = await unit.insertMany(
    'assignments',
    assignmentPlans.map((plan) => assignmentRow(plan, institute)),
  );
  const questions = await unit.insertMany(
    'assignment_questions',
    assignmentPlans.flatMap((plan, place) => questionRows(plan, assignments[place]?.id ?? 0, unit.now)),
  );
  const options = await unit.insertMany('question_options', optionRows(questions));
  const made = { assignments, questions, options, ...institute };
  const submissions = await unit.insertMany('submissions', demoSubmissions(made));
  const answers = demoAnswers(submissions, made);
  await unit.insertMany('submission_answers', answers);
  await unit.updateMany('submissions', totals(submissions, answers));
}

function assignmentRow(plan: AssignmentPlan, institute: Institute): NewRow<'assignments'> {
  const { batches, subjects, users, today } = institute;
  const [base, key] = plan.of;
  const batch = batches.find((one) => one.plan.key === key);
  const subject = subjects.find((one) => one.base_subject_code === base && one.batch_id === batch?.row.id);
  if (!subject) throw new Error(`the demo does not offer ${base} to ${key}`);
  const made = momentOf(daysAfter(today, Math.min(plan.dueInDays ?? 0, 0) - daysToSolve), 15);
  return {
    subject_id: subject.id,
    teacher_id: users.find(({ username }) => username === 'teacher')?.id ?? null,
    title: plan.title,
    description: plan.description,
    due_date: plan.dueInDays === null ? null : daysAfter(today, plan.dueInDays) + dueTime,
    total_marks: totalOfQuestions(plan.questions) ?? 1,
    is_published: plan.isPublished ? 1 : 0,
    allow_late_submission: plan.allowsLate ? 1 : 0,
    published_at: plan.isPublished ? made : null,
    needs_regrade: 0,
    created_at: made,
  };
}

const questionRows = (
  { questions }: AssignmentPlan,
  assignment_id: number,
  options_changed_at: string,
): NewRow<'assignment_questions'>[] =>
  questions.map(({ text, type, marks, key }, place) => ({
    assignment_id,
    position: place + 1,
    question_text: text,
    question_type: type,
    marks,
    correct_answer: key,
    options_changed_at,
  }));

/** The right option has another place in each question. */
function optionRows(questions: readonly Row<'assignment_questions'>[]): NewRow<'question_options'>[] {
  const planned = assignmentPlans.flatMap((plan) => plan.questions);
  return questions.flatMap(({ id }, place) => {
    const options = (planned[place]?.options ?? []).map((text, at) => ({ text, isRight: at === 0 }));
    const turned = options.map((_, at) => options[(at + place) % options.length]);
    return turned.flatMap((option, at) =>
      option
        ? [
            {
              question_id: id,
              position: at + 1,
              option_text: option.text,
              is_correct: option.isRight ? 1 : 0,
            },
          ]
        : [],
    );
  });
}

function totals(
  submissions: readonly Row<'submissions'>[],
  answers: readonly NewRow<'submission_answers'>[],
) {
  return submissions.map(({ id }) => {
    const scores = answers.filter(({ submission_id }) => submission_id === id).map(({ score }) => score);
    const given = scores.flatMap((score) => score ?? []);
    const total_score = given.length === 0 ? null : given.reduce((sum, score) => sum + score, 0);
    return { id, changes: { total_score, is_graded: given.length === scores.length ? 1 : 0 } };
  });
}
