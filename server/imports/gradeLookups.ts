import { sql } from 'kysely';
import type { GradeSettings } from '../../contract/rules/gradeSettings';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { GradeValues } from '../../contract/rules/importsGrades';
import { isOnRoster } from '../domain/enrolments';
import { toGradeSettings } from '../domain/offering';
import type { Row } from '../db/schema';
import {
  type BatchPlace,
  distinctRows,
  findByName,
  foldCached,
  type Places,
  placesOf,
  type Reading,
  refuse,
  rowsFor,
} from './planning';

type StudentPlace = Pick<Row<'students'>, 'id' | 'student_id' | 'full_name'> & {
  batch_id: number | null;
  /** 0 for a student who has withdrawn or graduated, or is suspended. */
  is_on_roster: number;
};
const subjectColumns = ['id', 'subject_code', 'base_subject_code', 'name', 'type', 'batch_id'] as const;
type SubjectPlace = Pick<Row<'subjects'>, (typeof subjectColumns)[number]>;

/** The students and subjects that the rows of a request name, and the stored marks. */
export class GradeLookups {
  constructor(
    private readonly places: Places,
    private readonly students: readonly StudentPlace[],
    private readonly subjects: readonly SubjectPlace[],
    private readonly settings: ReadonlyMap<number, GradeSettings>,
    readonly stored: readonly Row<'grades'>[],
  ) {}

  batch(values: GradeValues): BatchPlace | null {
    return this.places.batch(values, null);
  }

  /** By number, else by full name within the batch. @throws RowRefused */
  student(values: GradeValues, batch: BatchPlace | null): StudentPlace {
    const student = this.#found(values, batch);
    if (student.batch_id !== null && student.is_on_roster === 0)
      refuse(
        values.student_id === undefined ? 'student_name' : 'student_id',
        'STUDENT_HAS_LEFT',
        student.full_name,
      );
    return student;
  }

  #found({ student_id, student_name = '' }: GradeValues, batch: BatchPlace | null): StudentPlace {
    if (student_id !== undefined) {
      const student = this.students.find((one) => one.student_id === student_id);
      if (!student) refuse('student_id', 'UNKNOWN_STUDENT', student_id);
      if (batch && student.batch_id !== batch.id) refuse('student_id', 'STUDENT_OF_OTHER_BATCH', student_id);
      return student;
    }
    const candidates = this.students.filter(({ batch_id }) => !batch || batch_id === batch.id);
    const student = findByName(candidates, student_name, ({ full_name }) => full_name, 'student_name');
    return student ?? refuse('student_name', 'UNKNOWN_STUDENT', student_name);
  }

  /** By code, else by name, among the subjects of a batch. @throws RowRefused */
  subject({ subject_code, subject_name = '' }: GradeValues, batchId: number | null): SubjectPlace {
    const ofBatch = this.subjects.filter(({ batch_id }) => batch_id === batchId);
    if (subject_code !== undefined) {
      const subject = ofBatch.find(
        (one) => one.subject_code === subject_code || one.base_subject_code === subject_code,
      );
      return subject ?? refuse('subject_code', 'UNKNOWN_SUBJECT', subject_code);
    }
    const subject = findByName(ofBatch, subject_name, ({ name }) => name, 'subject_name');
    return subject ?? refuse('subject_name', 'UNKNOWN_SUBJECT', subject_name);
  }

  settingsOf(subjectId: number): GradeSettings {
    return this.settings.get(subjectId) ?? defaultGradeSettings;
  }
}

/** Looks up the names of all rows together. */
export async function gradeLookups(reading: Reading, rows: readonly GradeValues[]): Promise<GradeLookups> {
  const { db } = reading;
  const places = await placesOf(reading, rows);
  const students = await studentsOf(reading, rows);
  const subjects = await subjectsOf(reading, rows, students);
  const subjectIds = subjects.map(({ id }) => id);
  const settings = await rowsFor(subjectIds, (part) =>
    db.selectFrom('subject_grade_settings').selectAll().where('subject_id', 'in', part).execute(),
  );
  const select = db.selectFrom('grades').selectAll().where('subject_id', 'in', subjectIds).orderBy('id');
  const studentIds = subjects.length === 0 ? [] : students.map(({ id }) => id);
  const stored = await rowsFor(studentIds, (part) => select.where('student_row_id', 'in', part).execute());
  const bySubject = new Map(settings.map((row) => [row.subject_id, toGradeSettings(row)]));
  return new GradeLookups(places, students, subjects, bySubject, stored);
}

async function studentsOf(reading: Reading, rows: readonly GradeValues[]): Promise<StudentPlace[]> {
  const select = reading.db
    .selectFrom('students')
    .where(reading.scope.students)
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .select(['students.id', 'student_id', 'full_name', 'enrolments.batch_id'])
    .select(sql<number>`case when ${isOnRoster} then 1 else 0 end`.as('is_on_roster'))
    .orderBy('students.id');
  const byNumber = await rowsFor(
    rows.map(({ student_id }) => student_id),
    (part) => select.where('student_id', 'in', part).execute(),
  );
  const byName = await rowsFor(
    rows.map(({ student_id, student_name }) =>
      student_id === undefined && student_name ? foldCached(student_name) : null,
    ),
    (part) => select.where('full_name_sort', 'in', part).execute(),
  );
  return distinctRows(byNumber, byName);
}

async function subjectsOf(
  reading: Reading,
  rows: readonly GradeValues[],
  students: readonly StudentPlace[],
): Promise<SubjectPlace[]> {
  const select = reading.db.selectFrom('subjects').select(subjectColumns).orderBy('id');
  const wanted = new Set(rows.flatMap(({ subject_code }) => subject_code ?? []));
  const names = new Set(rows.map(({ subject_name }) => foldCached(subject_name ?? '')));
  const ofBatches = await rowsFor(
    students.map(({ batch_id }) => batch_id),
    (part) => select.where('batch_id', 'in', part).execute(),
  );
  return ofBatches.filter(
    ({ subject_code, base_subject_code, name }) =>
      wanted.has(subject_code) || wanted.has(base_subject_code) || names.has(foldCached(name)),
  );
}
