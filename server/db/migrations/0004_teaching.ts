import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

const recorded = ['version', 'created_at', 'updated_at'] as const;
const marks = ['participation', 'attendance', 'exercise', 'reading', 'test'] as const;
const figures = ['complete', 'passed', 'excellent', 'registers', 'expected', 'absences'] as const;

/** Marks, registers, daily records, and what marks and registers come to. */
export async function teaching(db: Kysely<unknown>, { id, text, real }: ColumnTypes): Promise<void> {
  /** A table whose rows go through the unit of work and belong to a subject. */
  const table = (name: string) => {
    let builder = db.schema.createTable(name).addColumn('id', id.type, id.build);
    for (const column of recorded) {
      builder = builder.addColumn(column, column === 'version' ? 'integer' : text, (c) => c.notNull());
    }
    return builder.addColumn('subject_id', 'integer', (c) => c.notNull().references('subjects.id'));
  };
  const index = (name: string, on: string, columns: string[], isUnique = false) => {
    const made = db.schema.createIndex(name).on(on).columns(columns);
    return (isUnique ? made.unique() : made).execute();
  };

  await db.schema.alterTable('students').addColumn('batch_since', text).execute();

  let grades = table('grades').addColumn('student_row_id', 'integer', (c) =>
    c.notNull().references('students.id'),
  );
  for (const mark of marks)
    grades = grades.addColumn(mark, real, (c) => c.check(sql`${sql.ref(mark)} between 0 and 100`));
  await grades.addColumn('percentage', real).execute();
  await index('grades_of_subject', 'grades', ['subject_id', 'student_row_id'], true);
  await index('grades_of_student', 'grades', ['student_row_id', 'subject_id']);

  await table('registers')
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('students_count', 'integer', (c) => c.notNull())
    .addColumn('absences_changed_at', text, (c) => c.notNull())
    .execute();
  await index('registers_of_subject', 'registers', ['subject_id', 'date'], true);

  await table('absences')
    .addColumn('register_id', 'integer', (c) => c.notNull().references('registers.id'))
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('student_row_id', 'integer', (c) => c.notNull().references('students.id'))
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('notes', text)
    .execute();
  await index('absences_of_subject', 'absences', ['subject_id', 'student_row_id', 'date'], true);
  await index('absences_of_student', 'absences', ['student_row_id', 'date', 'type']);
  await index('absences_of_register', 'absences', ['register_id']);
  await index('absences_by_date', 'absences', ['date', 'subject_id']);

  let daily = table('daily_records')
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('student_row_id', 'integer', (c) => c.notNull().references('students.id'))
    .addColumn('record_content', text)
    .addColumn('pages_count', real, (c) => c.check(sql`pages_count >= 0`))
    .addColumn('performance_level', text)
    .addColumn('mistakes_count', 'integer', (c) => c.check(sql`mistakes_count >= 0`))
    .addColumn('teacher_notes', text);
  for (const column of ['from_surah', 'from_ayah', 'to_surah', 'to_ayah'])
    daily = daily.addColumn(column, 'integer');
  await daily.execute();
  await index('daily_records_of_subject', 'daily_records', ['subject_id', 'date', 'student_row_id'], true);
  await index('daily_records_of_student', 'daily_records', ['student_row_id', 'subject_id', 'date']);

  let results = db.schema
    .createTable('subject_results')
    .addColumn('subject_id', 'integer', (c) => c.primaryKey().references('subjects.id').onDelete('cascade'))
    .addColumn('percentages', real, (c) => c.notNull());
  for (const figure of figures) results = results.addColumn(figure, 'integer', (c) => c.notNull());
  for (let place = 1; place <= 9; place += 1)
    results = results.addColumn(`letter_${place}`, 'integer', (c) => c.notNull());
  await results.execute();

  await db.schema
    .createTable('student_results')
    .addColumn('student_row_id', 'integer', (c) =>
      c.primaryKey().references('students.id').onDelete('cascade'),
    )
    .addColumn('subjects', 'integer', (c) => c.notNull())
    .addColumn('average', real, (c) => c.notNull())
    .execute();
  await index('student_results_by_average', 'student_results', ['average', 'student_row_id']);
}
