import { operationDescriptions } from '../../contract/successMessages';
import { defaultBatchStatus } from '../../contract/vocabulary';
import { startSession } from '../../server/auth/sessions';
import type { Data } from '../../server/db/data';
import { offeringsOf, studentsOf } from '../../server/demo/large';
import { writeStudents } from '../../server/demo/people';
import { systemActor } from '../../server/db/log/operationLog';
import type { Row } from '../../server/db/schema';
import type { UnitOfWork } from '../../server/db/log/unitOfWork';

const fromBench = { address: '127.0.0.1', device: 'bench' };

/** A subject of 1,000 students with 500 assignments; all students have submitted one of them. */
export interface AssignmentLoad {
  subjectId: number;
  /** Submitted by all students, 20 objective questions each, nothing graded. */
  handedInId: number;
  /** Not submitted by anybody; one for each repetition. */
  openIds: number[];
  /** Sessions of students. */
  tokens: string[];
  /** A student's answers to the 20 questions of an open assignment. */
  answersTo: (assignmentId: number) => { question_id: number; answer_text: string }[];
}

const students = 1_000;
const signedIn = 200;
const assignments = 500;
const questions = 20;
const repetitions = 3;
/** No seeded institute has this year, nor students of these numbers. */
const academicYear = '1399';
const after = 7_000_000;

export async function addAssignments(data: Data): Promise<AssignmentLoad> {
  const { subject, people } = await data.write(systemActor, async (unit) => {
    unit.describe('import', 'batches', null, operationDescriptions.seeded);
    return batchOf(unit);
  });
  const { made, asked } = await data.write(systemActor, async (unit) => {
    unit.describe('import', 'assignments', null, operationDescriptions.seeded);
    const added = await unit.insertMany(
      'assignments',
      Array.from({ length: assignments }, assignmentOf(subject.id)),
    );
    const questionRows = await unit.insertMany(
      'assignment_questions',
      added.flatMap(({ id }) => Array.from({ length: questions }, questionOf(id, unit.now))),
    );
    return { made: added, asked: questionRows };
  });
  const [handedIn, ...rest] = made.map(({ id }) => id);
  const questionsOf = (id: number) => asked.filter((question) => question.assignment_id === id);
  await data.write(systemActor, async (unit) => {
    unit.describe('import', 'submissions', null, operationDescriptions.seeded);
    await handInAll(unit, questionsOf(handedIn ?? 0), people);
  });
  const tokens = await data.writeUnlogged(async (trx) => {
    const users = await trx
      .selectFrom('users')
      .select('id')
      .where(
        'student_row_id',
        'in',
        people.slice(0, signedIn).map(({ id }) => id),
      )
      .execute();
    const started: string[] = [];
    for (const { id } of users) started.push(await startSession(trx, id, data.now(), fromBench));
    return started;
  });
  return {
    subjectId: subject.id,
    handedInId: handedIn ?? 0,
    openIds: rest.slice(0, repetitions),
    tokens,
    answersTo: (id) => questionsOf(id).map((question) => ({ question_id: question.id, answer_text: 'true' })),
  };
}

async function batchOf(unit: UnitOfWork) {
  const program = await unit.trx.selectFrom('programs').selectAll().limit(1).executeTakeFirstOrThrow();
  const batch = await unit.insert('batches', {
    batch_name: `دفعة الواجبات ${academicYear}`,
    program_row_id: program.id,
    batch_number: 9_998,
    academic_year: academicYear,
    level: 1,
    start_date: '2020-01-01',
    end_date: null,
    status: defaultBatchStatus,
  });
  const [subject] = await unit.insertMany('subjects', offeringsOf(batch, program).slice(0, 1));
  const place = { batch, batchIndex: after, size: students, before: after };
  const people = await writeStudents(
    unit,
    studentsOf({ ...place, lastSerial: 0, today: unit.now.slice(0, 10), isOpen: false }),
  );
  await unit.insertMany(
    'users',
    people.slice(0, signedIn).map((student) => ({
      username: `assignments-${student.id}`,
      name: student.full_name,
      email: null,
      phone: null,
      role: 'student' as const,
      password_hash: '-',
      is_active: 1,
      must_change_password: 0,
      student_row_id: student.id,
      last_login: null,
    })),
  );
  if (!subject) throw new Error('the batch of assignments has no subject');
  return { subject, people };
}

const assignmentOf = (subject_id: number) => (_: unknown, place: number) => ({
  subject_id,
  teacher_id: null,
  title: `واجب ${place + 1}`,
  description: null,
  due_date: null,
  total_marks: questions,
  is_published: 1,
  allow_late_submission: 0,
  published_at: null,
  needs_regrade: 0,
});

const questionOf = (assignment_id: number, options_changed_at: string) => (_: unknown, place: number) => ({
  assignment_id,
  position: place + 1,
  question_text: `سؤال ${place + 1}`,
  question_type: 'true_false' as const,
  marks: 1,
  correct_answer: 'true',
  options_changed_at,
});

async function handInAll(
  unit: UnitOfWork,
  asked: readonly Row<'assignment_questions'>[],
  people: readonly Row<'students'>[],
): Promise<void> {
  const submissions = await unit.insertMany(
    'submissions',
    people.map(({ id }) => ({
      assignment_id: asked[0]?.assignment_id ?? 0,
      student_row_id: id,
      submitted_at: unit.now,
      is_late: 0,
      is_graded: 0,
      total_score: null,
      feedback: null,
    })),
  );
  await unit.insertMany(
    'submission_answers',
    submissions.flatMap((submission) =>
      asked.map((question) => ({
        submission_id: submission.id,
        question_id: question.id,
        answer_text: (submission.id + question.id) % 3 === 0 ? 'false' : 'true',
        selected_option_id: null,
        score: null,
        is_manual: 0,
        feedback: null,
      })),
    ),
  );
}
