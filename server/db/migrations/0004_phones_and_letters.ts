import { type Kysely, sql } from 'kysely';
import { foldArabic, foldedLetters, sortKey } from '../../../contract/rules/arabicText';
import { defaultCountry } from '../../../contract/vocabulary';
import { columnTypes, databaseKind } from '../engine/dialect';
import { indexRows, updatePhoneKeys } from '../log/derived';
import { anyTable, type Trx } from '../schema';
import { indexWords } from '../search/searchIndex';

const names = [
  ['programs', 'program_name', 'program_name_sort'],
  ['batches', 'batch_name', 'batch_name_sort'],
  ['subjects', 'name', 'name_sort'],
  ['students', 'full_name', 'full_name_sort'],
  ['circles', 'name', 'name_sort'],
  ['users', 'name', 'name_sort'],
] as const;
/** Tables of later migrations do not exist yet. */
const tablesWithPhones = ['students', 'users'] as const;
const logs = [
  ['operation_terms', 'operation_id'],
  ['report_terms', 'report_id'],
  ['paper_terms', 'paper_id'],
] as const;
const namesChunkSize = 20_000;
/** Rows of the search index are larger. */
const indexChunkSize = 2_000;

/** Adds the keys of phone numbers, and indexes stored names with the folds of more letters and compounds. */
export async function addPhonesAndLetters(db: Kysely<unknown>): Promise<void> {
  const kind = databaseKind(db);
  const { text } = columnTypes(kind);
  const trx = db as unknown as Trx;
  await sql`alter table settings add column country ${text} default ${sql.lit(defaultCountry)} not null`.execute(
    db,
  );
  await sql`alter table students add column phone_key ${text}`.execute(db);
  await sql`alter table students add column additional_phone_key ${text}`.execute(db);
  await sql`alter table users add column phone_key ${text}`.execute(db);
  // Two stored names can have one key from now on. New names are checked before they are written.
  await sql`drop index circles_by_name`.execute(db);
  await sql`create index circles_by_name on circles (subject_id, name_sort)`.execute(db);
  await sql`create unique index circles_once on circles (subject_id, name)`.execute(db);
  await updatePhoneKeys({ trx, kind }, defaultCountry, async () => undefined, tablesWithPhones);
  await sortNames(db);
  await clearIndex(db);
  await indexAllRows(trx);
  await foldLogTerms(db);
}

async function sortNames(db: Kysely<unknown>): Promise<void> {
  for (const [table, name, key] of names)
    for (let lastId = 0, isEnd = false; !isEnd;) {
      const { rows } = await sql<{ id: number; name: string; key: string }>`
        select id, ${sql.ref(name)} as name, ${sql.ref(key)} as key from ${sql.table(table)}
        where id > ${lastId} order by id limit ${namesChunkSize}`.execute(db);
      for (const row of rows) {
        const newKey = sortKey(row.name);
        if (newKey !== row.key)
          await sql`update ${sql.table(table)} set ${sql.ref(key)} = ${newKey} where id = ${row.id}`.execute(
            db,
          );
      }
      lastId = rows.at(-1)?.id ?? lastId;
      isEnd = rows.length < namesChunkSize;
    }
}

/** Keeps `search_words`, which also has the words of the logs. */
async function clearIndex(db: Kysely<unknown>): Promise<void> {
  if (databaseKind(db) === 'postgres') {
    await sql`truncate table search_terms, search_texts, search_numbers`.execute(db);
    return;
  }
  await sql`delete from search_terms`.execute(db);
  await sql`delete from search_texts`.execute(db);
  await sql`insert into search_numbers (search_numbers) values ('delete-all')`.execute(db);
}

async function indexAllRows(trx: Trx): Promise<void> {
  for (const [table] of names)
    for (let lastId = 0, isEnd = false; !isEnd;) {
      const query = anyTable(trx).selectFrom(table).selectAll().where('id', '>', lastId).orderBy('id');
      const rows = await query.limit(indexChunkSize).execute();
      await indexRows(trx, table, rows);
      lastId = Number(rows.at(-1)?.['id'] ?? lastId);
      isEnd = rows.length < indexChunkSize;
    }
}

/** A folded query does not match the old terms of the logs. */
async function foldLogTerms(db: Kysely<unknown>): Promise<void> {
  const hasLetter = sql.join(
    foldedLetters.map((letter) => sql`term like ${`%${letter}%`}`),
    sql` or `,
  );
  for (const [table, id] of logs) {
    const log = sql.table(table);
    const { rows } = await sql<{ term: string }>`select distinct term from ${log} where ${hasLetter}`.execute(
      db,
    );
    for (const { term } of rows) {
      const folded = foldArabic(term);
      await indexWords(db as unknown as Trx, [folded]);
      await sql`insert into ${log} (term, ${sql.ref(id)}) select ${folded}, ${sql.ref(id)} from ${log}
        where term = ${term} on conflict do nothing`.execute(db);
      await sql`delete from ${log} where term = ${term}`.execute(db);
    }
  }
}
