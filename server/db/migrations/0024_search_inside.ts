import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, kindOf, rowsInJson } from '../engine/dialect';
import { chunks } from '../engine/chunks';
import { indexedRow, keepRecords, learnWords, loggedTerms } from '../search/searchIndex';
import type { SearchKind } from '../schema/log';
import type { Trx, Values } from '../schema';

/** The searched columns at the time of this step. */
const searched: readonly [SearchKind, string, readonly string[]][] = [
  ['programs', 'programs', ['program_name', 'program_id', 'id']],
  ['batches', 'batches', ['batch_name', 'academic_year']],
  ['subjects', 'subjects', ['name', 'subject_code']],
  ['students', 'students', ['full_name', 'student_id', 'national_id', 'phone', 'email']],
  ['students_brief', 'students', ['full_name', 'student_id']],
  ['circles', 'circles', ['name']],
  ['users', 'users', ['username', 'name', 'email']],
];

/** The logs that are searched, with the column of their entry. */
const logs = { operation_terms: 'operation_id', report_terms: 'report_id', paper_terms: 'paper_id' } as const;

const rowsAtOnce = 5_000;

/** Words are found inside too: the search of all records is filled anew, and the terms of the logs get their ends. */
export async function searchInside(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const trx = db as unknown as Trx;
  await createTables(db, types);
  for (const [kind, table, columns] of searched) await fill(trx, kind, table, columns);
  for (const [table, entry] of Object.entries(logs)) await extend(trx, table, entry);
}

async function createTables(db: Kysely<unknown>, { text, rowNumber, keyOnly }: ColumnTypes): Promise<void> {
  await db.schema.dropTable('search_terms').execute();
  await keyOnly(
    db.schema
      .createTable('search_terms')
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('term', text, (c) => c.notNull())
      .addColumn('row_id', rowNumber, (c) => c.notNull())
      .addColumn('shared', 'integer', (c) => c.notNull())
      .addColumn('repeats', 'integer', (c) => c.notNull())
      // The last columns are in the key so that PostgreSQL too counts from the index alone.
      .addPrimaryKeyConstraint('search_terms_key', ['kind', 'term', 'row_id', 'shared', 'repeats']),
  ).execute();
  await keyOnly(
    db.schema
      .createTable('search_texts')
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('row_id', rowNumber, (c) => c.notNull())
      .addColumn('text', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('search_texts_key', ['kind', 'row_id']),
  ).execute();
  // Not unique: of two who add the same word at the same time, neither waits for the other.
  await db.schema
    .createTable('search_words')
    .addColumn('piece', text, (c) => c.notNull())
    .addColumn('word', text, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('search_words_by_piece')
    .on('search_words')
    .columns(['piece', 'word'])
    .execute();
  if (kindOf(db) === 'sqlite') {
    await sql`create virtual table search_numbers using fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`.execute(db);
    return;
  }
  await sql`create table search_numbers (kind text collate "C" not null, row_id bigint not null,
    text text collate "C" not null, pieces text[] collate "C" not null,
    constraint search_numbers_key primary key (kind, row_id))`.execute(db);
  await sql`create index search_numbers_by_piece on search_numbers using gin (pieces)`.execute(db);
}

async function fill(trx: Trx, kind: SearchKind, table: string, columns: readonly string[]): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<Values>`
      select ${sql.join(['id', ...columns.filter((column) => column !== 'id')].map((column) => sql.ref(column)))}
      from ${sql.table(table)} where id > ${last} order by id limit ${rowsAtOnce}`.execute(trx);
    const records = rows.map((row) => ({
      kind,
      row_id: Number(row['id']),
      indexed: indexedRow(columns.flatMap((column) => (row[column] == null ? [] : String(row[column])))),
    }));
    await keepRecords(trx, records);
    last = Number(rows.at(-1)?.['id'] ?? 0);
    if (rows.length < rowsAtOnce) return;
  }
}

/** Adds to each entry of a log the terms that its present terms give now. */
async function extend(trx: Trx, table: string, entry: string): Promise<void> {
  const { rows } = await sql<{ term: string }>`select distinct term from ${sql.table(table)}`.execute(trx);
  const known = rows.map(({ term }) => term);
  await learnWords(trx, known);
  const added = known.flatMap((term) =>
    loggedTerms([term]).flatMap((extra) => (extra === term ? [] : { term, extra })),
  );
  await learnWords(
    trx,
    added.map(({ extra }) => extra),
  );
  const columns = { term: 'text', extra: 'text' } as const;
  for (const part of chunks(added, rowsAtOnce))
    await sql`insert into ${sql.table(table)} (term, ${sql.ref(entry)})
      select distinct added.extra, known.${sql.ref(entry)}
      from (${rowsInJson(kindOf(trx), columns, part)}) as added
        join ${sql.table(table)} as known on known.term = added.term
      where true on conflict do nothing`.execute(trx);
}
