import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Assignments with their questions and options, what students hand in, and what they have not handed in yet. */
export async function assignments(db: Kysely<unknown>, { id, text, keyOnly }: ColumnTypes): Promise<void> {
  /** A table whose rows go through the unit of work. */
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', id.type, id.build)
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull());
  const index = (on: string, columns: string[], isUnique = false) => {
    const made = db.schema
      .createIndex(`${on}_by_${columns.join('_')}`)
      .on(on)
      .columns(columns);
    return (isUnique ? made.unique() : made).execute();
  };

  await table('assignments')
    .addColumn('subject_id', 'integer', (c) => c.notNull().references('subjects.id'))
    .addColumn('teacher_id', 'integer', (c) => c.references('users.id'))
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('due_date', text)
    .addColumn('total_marks', 'integer', (c) => c.notNull().check(sql`total_marks between 1 and 200`))
    .addColumn('is_published', 'integer', (c) => c.notNull())
    .addColumn('allow_late_submission', 'integer', (c) => c.notNull())
    .addColumn('published_at', text)
    .addColumn('needs_regrade', 'integer', (c) => c.notNull())
    .execute();
  await index('assignments', ['subject_id', 'is_published']);
  await index('assignments', ['teacher_id']);

  await table('assignment_questions')
    .addColumn('assignment_id', 'integer', (c) => c.notNull().references('assignments.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('question_text', text, (c) => c.notNull())
    .addColumn('question_type', text, (c) => c.notNull())
    .addColumn('marks', 'integer', (c) => c.notNull().check(sql`marks between 1 and 50`))
    .addColumn('correct_answer', text)
    .addColumn('options_changed_at', text, (c) => c.notNull())
    .execute();
  await index('assignment_questions', ['assignment_id', 'position']);

  await table('question_options')
    .addColumn('question_id', 'integer', (c) => c.notNull().references('assignment_questions.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('option_text', text, (c) => c.notNull())
    .addColumn('is_correct', 'integer', (c) => c.notNull())
    .execute();
  await index('question_options', ['question_id', 'position']);

  await table('submissions')
    .addColumn('assignment_id', 'integer', (c) => c.notNull().references('assignments.id'))
    .addColumn('student_row_id', 'integer', (c) => c.notNull().references('students.id'))
    .addColumn('submitted_at', text, (c) => c.notNull())
    .addColumn('is_late', 'integer', (c) => c.notNull())
    .addColumn('is_graded', 'integer', (c) => c.notNull())
    .addColumn('total_score', 'integer')
    .addColumn('feedback', text)
    .execute();
  await index('submissions', ['assignment_id', 'student_row_id'], true);
  await index('submissions', ['student_row_id', 'assignment_id']);
  await index('submissions', ['assignment_id', 'is_graded']);

  await table('submission_answers')
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id'))
    .addColumn('question_id', 'integer', (c) => c.notNull().references('assignment_questions.id'))
    .addColumn('answer_text', text)
    .addColumn('selected_option_id', 'integer', (c) => c.references('question_options.id'))
    .addColumn('score', 'integer', (c) => c.check(sql`score between 0 and 200`))
    .addColumn('is_manual', 'integer', (c) => c.notNull())
    .addColumn('feedback', text)
    .execute();
  await index('submission_answers', ['submission_id', 'question_id'], true);
  await index('submission_answers', ['question_id']);
  await index('submission_answers', ['selected_option_id']);

  await keyOnly(
    db.schema
      .createTable('assignment_drafts')
      .addColumn('assignment_id', 'integer', (c) =>
        c.notNull().references('assignments.id').onDelete('cascade'),
      )
      .addColumn('student_row_id', 'integer', (c) =>
        c.notNull().references('students.id').onDelete('cascade'),
      )
      .addColumn('answers', text, (c) => c.notNull())
      .addColumn('saved_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('assignment_drafts_key', ['assignment_id', 'student_row_id']),
  ).execute();
  await index('assignment_drafts', ['student_row_id']);
}
