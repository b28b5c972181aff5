import { type Kysely, sql } from 'kysely';
import { hasDigit, isCode } from '../../../contract/rules/arabicText';
import { databaseKind } from '../engine/dialect';

/** The numbers of the search kinds at the time of this step. `students_brief` is found through `students`. */
const kindNumbers = { programs: 0, batches: 1, subjects: 2, students: 3, users: 5, circles: 6 };
const kindSize = 2 ** 40;
const chunkSize = 20_000;

/** Numbers the rows of SQLite's number index by kind, so that a search reads rows of one kind only. */
export async function numberSearchRows(db: Kysely<unknown>): Promise<void> {
  if (databaseKind(db) === 'postgres') return;
  await sql`insert into search_numbers (search_numbers) values ('delete-all')`.execute(db);
  for (const [kind, number] of Object.entries(kindNumbers)) {
    let lastId = 0;
    for (;;) {
      const { rows } = await sql<{ row_id: number; text: string }>`select row_id, text from search_texts
        where kind = ${kind} and row_id > ${lastId} order by row_id limit ${chunkSize}`.execute(db);
      const numbered = rows.flatMap(({ row_id, text }) => {
        const terms = text.split(' ').filter((term) => isCode(term) || hasDigit(term));
        return terms.length > 0 ? [[number * kindSize + row_id, ` ${terms.join(' ')} `]] : [];
      });
      await sql`insert into search_numbers (rowid, text)
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(numbered)})`.execute(db);
      lastId = rows.at(-1)?.row_id ?? 0;
      if (rows.length < chunkSize) break;
    }
  }
}
