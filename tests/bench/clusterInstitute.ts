import { sql } from 'kysely';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import { dailyRecordType, gradedSubjectTypes } from '../../contract/vocabulary';
import type { Data } from '../../server/db/data';
import { chunks } from '../../server/db/engine/chunks';
import { buildAccount } from '../../server/demo/people';
import { updateStudentResults, updateSubjectResults } from '../../server/domain/results';
import { enrolledStudents } from '../support/enrolledStudents';
import {
  addCircle,
  addLargeBatch,
  analyze,
  type Institute,
  signIn,
  studentAccount,
  writeSeeded,
} from './institute';

/** A batch with its own teacher. Only his client writes its sheets, so the last saved state is known. */
export interface Cell extends Institute {
  userId: number;
  token: string;
  gradedId: number;
  dailyId: number;
}

export interface HandIn {
  token: string;
  studentId: number;
  assignmentId: number;
  questionId: number;
}

export interface MorningInstitute {
  adminToken: string;
  cells: Cell[];
  handIns: HandIn[];
  importBatch: string;
}

const teacherCount = 12;
const assignmentCount = 30;

/** Copies the graded subjects with their marks: 100,000 students then have two million marks. */
export async function doubleMarks(data: Data): Promise<void> {
  const columns = [...gradeColumns, 'percentage'];
  const copiedColumns = sql.join(columns.map((column) => sql.ref(column)));
  const batches = await data.read.selectFrom('batches').select('id').orderBy('id').execute();
  for (const chunk of chunks(batches, 50)) {
    const batchIds = chunk.map(({ id }) => id);
    const subjects = await data.read
      .selectFrom('subjects')
      .select(['subject_code', 'base_subject_code', 'name', 'level', 'hours', 'type', 'batch_id', 'status'])
      .select(['semester', 'created_at'])
      .where('batch_id', 'in', batchIds)
      .where('type', 'in', gradedSubjectTypes)
      .execute();
    const copies = subjects.map((subject) => ({
      ...subject,
      subject_code: `${subject.subject_code}B`,
      base_subject_code: `${subject.base_subject_code}B`,
    }));
    const copyRows = await writeSeeded(data, (unit) => unit.insertMany('subjects', copies));
    await data.writeUnlogged(async (trx) => {
      await sql`insert into grades (version, created_at, updated_at, subject_id, student_row_id, ${copiedColumns})
        select grades.version, grades.created_at, grades.updated_at, copies.id, student_row_id, ${copiedColumns}
        from grades join subjects on subjects.id = grades.subject_id
          join subjects as copies on copies.subject_code = subjects.subject_code || 'B'
        where subjects.batch_id in (${sql.join(batchIds)}) order by copies.id, student_row_id`.execute(trx);
      const copyIds = copyRows.map(({ id }) => id);
      await updateSubjectResults(trx, copyIds);
      const enrolments = trx.selectFrom('enrolments').select('student_row_id');
      const students = await enrolments.where('batch_id', 'in', batchIds).execute();
      const studentIds = students.map(({ student_row_id }) => student_row_id);
      await updateStudentResults(trx, studentIds);
    });
  }
}

export async function prepareMorning(data: Data): Promise<MorningInstitute> {
  const [admin] = await signIn(data, [buildAccount('bench-admin', 'bench-admin', 'admin', '-')]);
  const large = await addLargeBatch(data);
  const { date } = await data.read
    .selectFrom('registers')
    .select('date')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const openBatches = await data.read
    .selectFrom('batches')
    .innerJoin('subjects', 'subjects.batch_id', 'batches.id')
    .innerJoin('registers', 'registers.subject_id', 'subjects.id')
    .select(['batches.id', 'batch_name'])
    .distinct()
    .where('registers.date', '=', date)
    .orderBy('batches.id')
    .limit(teacherCount)
    .execute();
  const cells: Cell[] = [];
  for (const [index, { id, batch_name: batchName }] of openBatches.entries())
    cells.push(await prepareCell(data, `bench-teacher-${index}`, { batchId: id, batchName, date, large }));
  // The seed gives an account to a student of the first batch.
  const [, handInCell] = cells;
  if (!handInCell) throw new Error('too few batches have registers');
  const importBatch = await writeSeeded(data, async (unit) => {
    const batches = unit.trx.selectFrom('batches').where('id', '=', handInCell.batchId);
    const columns = ['program_row_id', 'academic_year', 'level', 'start_date', 'end_date', 'status'] as const;
    const batch = await batches.select(columns).executeTakeFirstOrThrow();
    return unit.insert('batches', { ...batch, batch_name: 'دفعة الاستيراد', batch_number: 9_999 });
  });
  const handIns = await prepareHandIns(data, handInCell);
  await analyze(data);
  return { adminToken: admin?.token ?? '', cells, handIns, importBatch: importBatch.batch_name };
}

type Batch = Pick<Institute, 'batchId' | 'batchName' | 'date' | 'large'>;

async function prepareCell(data: Data, username: string, batch: Batch): Promise<Cell> {
  const subjects = await data.read
    .selectFrom('subjects')
    .select(['id', 'subject_code', 'type'])
    .where('batch_id', '=', batch.batchId)
    .orderBy('id')
    .execute();
  const graded = subjects.find(({ type }) => type !== dailyRecordType);
  const daily = subjects.find(({ type }) => type === dailyRecordType);
  const [teacher] = await signIn(data, [buildAccount(username, username, 'teacher', '-')]);
  if (!graded || !daily || !teacher) throw new Error(`${batch.batchName} lacks a subject`);
  const students = await data.read
    .selectFrom(enrolledStudents(data.read))
    .select(['id', 'student_id'])
    .where('batch_id', '=', batch.batchId)
    .orderBy('id')
    .execute();
  const members = students.slice(0, 20);
  const circleId = await addCircle(data, daily.id, members, batch.date);
  await writeSeeded(data, (unit) =>
    unit.insertMany(
      'subject_teachers',
      [graded, daily].map(({ id }) => ({ subject_id: id, teacher_id: teacher.id })),
    ),
  );
  return {
    ...batch,
    userId: teacher.id,
    token: teacher.token,
    gradedId: graded.id,
    gradedCode: graded.subject_code,
    dailyId: daily.id,
    dailyCode: daily.subject_code,
    students: students.map(({ student_id }) => student_id),
    circle: { id: circleId, students: members.map(({ student_id }) => student_id) },
    otherBatchId: batch.batchId,
  };
}

/** Every student of the batch hands in every assignment once. */
async function prepareHandIns(data: Data, { batchId, gradedId }: Cell): Promise<HandIn[]> {
  const students = await data.read
    .selectFrom(enrolledStudents(data.read))
    .select(['id', 'full_name'])
    .where('batch_id', '=', batchId)
    .execute();
  const sessions = await signIn(data, students.map(studentAccount));
  const questions = await writeSeeded(data, async (unit) => {
    const assignment = {
      subject_id: gradedId,
      teacher_id: null,
      description: null,
      due_date: null,
      total_marks: 5,
      is_published: 1,
    };
    const settings = { allow_late_submission: 1, published_at: unit.now, needs_regrade: 0 };
    const titles = Array.from({ length: assignmentCount }, (_, index) => `واجب القياس ${index + 1}`);
    const assignments = await unit.insertMany(
      'assignments',
      titles.map((title) => ({ ...assignment, ...settings, title })),
    );
    const question = {
      position: 1,
      question_text: 'اكتب فائدة.',
      question_type: 'essay',
      marks: 5,
      correct_answer: null,
    } as const;
    return unit.insertMany(
      'assignment_questions',
      assignments.map(({ id }) => ({ ...question, assignment_id: id, options_changed_at: unit.now })),
    );
  });
  return questions.flatMap((question) =>
    students.map(({ id }, index) => ({
      token: sessions[index]?.token ?? '',
      studentId: id,
      assignmentId: question.assignment_id,
      questionId: question.id,
    })),
  );
}
