import { type Kysely, sql } from 'kysely';
import { foldBasicLetters, sortKey } from '../../../contract/rules/arabicText';

/** Tables with a name, and the columns of the name and its sort key. */
const names = [
  ['programs', 'program_name', 'program_name_sort'],
  ['batches', 'batch_name', 'batch_name_sort'],
  ['subjects', 'name', 'name_sort'],
  ['students', 'full_name', 'full_name_sort'],
  ['circles', 'name', 'name_sort'],
  ['users', 'name', 'name_sort'],
] as const;
const chunkSize = 20_000;

/** Gives names with numbers their new sort keys, so that circle 2 comes before circle 10. */
export async function sortNumbersByValue(db: Kysely<unknown>): Promise<void> {
  for (const [table, name, key] of names)
    for (let lastId = 0, isEnd = false; !isEnd;) {
      const { rows } = await sql<{ id: number; name: string; key: string }>`
        select id, ${sql.ref(name)} as name, ${sql.ref(key)} as key from ${sql.table(table)}
        where id > ${lastId} order by id limit ${chunkSize}`.execute(db);
      for (const row of rows) {
        const newKey = sortKey(row.name, foldBasicLetters);
        if (newKey !== row.key)
          await sql`update ${sql.table(table)} set ${sql.ref(key)} = ${newKey} where id = ${row.id}`.execute(
            db,
          );
      }
      lastId = rows.at(-1)?.id ?? lastId;
      isEnd = rows.length < chunkSize;
    }
}
