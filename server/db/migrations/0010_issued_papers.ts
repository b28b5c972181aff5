import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

const whole = ['year', 'sequence', 'user_id', 'student_row_id', 'batch_id'] as const;
const texts = [
  'number',
  'code',
  'created_at',
  'user_name',
  'student_id',
  'student_name',
  'batch_name',
  'content',
] as const;
const emptiable = ['withdrawn_at', 'withdrawn_by', 'withdrawn_reason'] as const;

/** Transcripts that were issued. They outlive what they name, so that nothing in them is a reference. */
export async function issuedPapers(db: Kysely<unknown>, { id, text, keyOnly }: ColumnTypes): Promise<void> {
  let papers = db.schema
    .createTable('issued_papers')
    .addColumn('id', id.type, id.build)
    .addColumn('level', 'integer');
  for (const column of whole) papers = papers.addColumn(column, 'integer', (c) => c.notNull());
  for (const column of texts) papers = papers.addColumn(column, text, (c) => c.notNull());
  for (const column of emptiable) papers = papers.addColumn(column, text);
  await papers.execute();
  const index = (name: string, columns: string[], isUnique = false) => {
    const made = db.schema.createIndex(name).on('issued_papers').columns(columns);
    return (isUnique ? made.unique() : made).execute();
  };
  await index('issued_papers_by_code', ['code'], true);
  await index('issued_papers_by_number', ['year', 'sequence'], true);
  await index('issued_papers_by_person', ['user_id', 'id']);

  await keyOnly(
    db.schema
      .createTable('paper_terms')
      .addColumn('term', text, (c) => c.notNull())
      .addColumn('paper_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('paper_terms_key', ['term', 'paper_id']),
  ).execute();
}
