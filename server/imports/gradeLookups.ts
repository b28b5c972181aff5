import { sql } from 'kysely';
import { sortKey } from '../../contract/rules/arabicText';
import type { GradeSettings } from '../../contract/rules/gradeSettings';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { GradeValues } from '../../contract/rules/importsGrades';
import { isOnRoster } from '../domain/enrolments';
import { toGradeSettings } from '../domain/offering';
import { findByFormerNumber, splitNumbers } from '../domain/studentNumbers';
import type { Row } from '../db/schema';
import {
  type BatchMatch,
  distinctRows,
  findByName,
  foldCached,
  type ProgramsAndBatches,
  loadProgramsAndBatches,
  type PlanContext,
  refuseRow,
  loadInChunks,
} from './planning';

type StudentMatch = Pick<Row<'students'>, 'id' | 'student_id' | 'former_numbers' | 'full_name'> & {
  batch_id: number | null;
  /** 0 for students who are withdrawn, graduated or suspended. */
  is_on_roster: number;
};
const subjectColumns = ['id', 'subject_code', 'base_subject_code', 'name', 'type', 'batch_id'] as const;
type SubjectMatch = Pick<Row<'subjects'>, (typeof subjectColumns)[number]>;

export class GradeLookups {
  constructor(
    private readonly programsAndBatches: ProgramsAndBatches,
    private readonly students: readonly StudentMatch[],
    private readonly subjects: readonly SubjectMatch[],
    private readonly settings: ReadonlyMap<number, GradeSettings>,
    readonly stored: readonly Row<'grades'>[],
  ) {}

  batch(values: GradeValues): BatchMatch | null {
    return this.programsAndBatches.batch(values, null);
  }

  /** Finds a student by number, else by full name within the batch. @throws RowRefused */
  student(values: GradeValues, batch: BatchMatch | null): StudentMatch {
    const student = this.#findStudent(values, batch);
    if (student.batch_id !== null && student.is_on_roster === 0)
      refuseRow(
        values.student_id === undefined ? 'student_name' : 'student_id',
        'STUDENT_HAS_LEFT',
        student.full_name,
      );
    return student;
  }

  #findStudent({ student_id, student_name = '' }: GradeValues, batch: BatchMatch | null): StudentMatch {
    if (student_id !== undefined) {
      const student =
        this.students.find((candidate) => candidate.student_id === student_id) ??
        this.students.find(({ former_numbers }) => splitNumbers(former_numbers).includes(student_id));
      if (!student) refuseRow('student_id', 'UNKNOWN_STUDENT', student_id);
      if (batch && student.batch_id !== batch.id)
        refuseRow('student_id', 'STUDENT_OF_OTHER_BATCH', student_id);
      return student;
    }
    const candidates = this.students.filter(({ batch_id }) => !batch || batch_id === batch.id);
    const student = findByName(candidates, student_name, ({ full_name }) => full_name, 'student_name');
    return student ?? refuseRow('student_name', 'UNKNOWN_STUDENT', student_name);
  }

  /** Finds an offering of a batch by code, else by name. @throws RowRefused */
  subject({ subject_code, subject_name = '' }: GradeValues, batchId: number | null): SubjectMatch {
    const subjectsOfBatch = this.subjects.filter(({ batch_id }) => batch_id === batchId);
    if (subject_code !== undefined) {
      const subject = subjectsOfBatch.find(
        (candidate) =>
          candidate.subject_code === subject_code || candidate.base_subject_code === subject_code,
      );
      return subject ?? refuseRow('subject_code', 'UNKNOWN_SUBJECT', subject_code);
    }
    const subject = findByName(subjectsOfBatch, subject_name, ({ name }) => name, 'subject_name');
    return subject ?? refuseRow('subject_name', 'UNKNOWN_SUBJECT', subject_name);
  }

  settingsOf(subjectId: number): GradeSettings {
    return this.settings.get(subjectId) ?? defaultGradeSettings;
  }
}

export async function loadGradeLookups(
  context: PlanContext,
  rows: readonly GradeValues[],
): Promise<GradeLookups> {
  const { db } = context;
  const programsAndBatches = await loadProgramsAndBatches(context, rows);
  const students = await loadStudents(context, rows);
  const subjects = await loadSubjects(context, rows, students);
  const subjectIds = subjects.map(({ id }) => id);
  const settings = await loadInChunks(subjectIds, (chunk) =>
    db.selectFrom('subject_grade_settings').selectAll().where('subject_id', 'in', chunk).execute(),
  );
  const select = db.selectFrom('grades').selectAll().where('subject_id', 'in', subjectIds).orderBy('id');
  const studentIds = subjects.length === 0 ? [] : students.map(({ id }) => id);
  const stored = await loadInChunks(studentIds, (chunk) =>
    select.where('student_row_id', 'in', chunk).execute(),
  );
  const bySubject = new Map(settings.map((row) => [row.subject_id, toGradeSettings(row)]));
  return new GradeLookups(programsAndBatches, students, subjects, bySubject, stored);
}

async function loadStudents(context: PlanContext, rows: readonly GradeValues[]): Promise<StudentMatch[]> {
  const select = context.db
    .selectFrom('students')
    .where(context.scope.students)
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .select(['students.id', 'student_id', 'former_numbers', 'full_name', 'enrolments.batch_id'])
    .select(sql<number>`case when ${isOnRoster} then 1 else 0 end`.as('is_on_roster'))
    .orderBy('students.id');
  const byNumber = await loadInChunks(
    rows.map(({ student_id }) => student_id),
    (chunk) => select.where('student_id', 'in', chunk).execute(),
  );
  const formerNumbers = await findByFormerNumber(
    context.db,
    rows.flatMap(({ student_id }) => student_id ?? []),
  );
  const byFormerNumber = await loadInChunks(formerNumbers.values(), (chunk) =>
    select.where('students.id', 'in', chunk).execute(),
  );
  const byName = await loadInChunks(
    rows.map(({ student_id, student_name }) =>
      student_id === undefined && student_name ? sortKey(student_name) : null,
    ),
    (chunk) => select.where('full_name_sort', 'in', chunk).execute(),
  );
  return distinctRows(byNumber, byFormerNumber, byName);
}

async function loadSubjects(
  context: PlanContext,
  rows: readonly GradeValues[],
  students: readonly StudentMatch[],
): Promise<SubjectMatch[]> {
  const select = context.db.selectFrom('subjects').select(subjectColumns).orderBy('id');
  const codes = new Set(rows.flatMap(({ subject_code }) => subject_code ?? []));
  const names = new Set(rows.map(({ subject_name }) => foldCached(subject_name ?? '')));
  const subjectsOfBatches = await loadInChunks(
    students.map(({ batch_id }) => batch_id),
    (chunk) => select.where('batch_id', 'in', chunk).execute(),
  );
  return subjectsOfBatches.filter(
    ({ subject_code, base_subject_code, name }) =>
      codes.has(subject_code) || codes.has(base_subject_code) || names.has(foldCached(name)),
  );
}
