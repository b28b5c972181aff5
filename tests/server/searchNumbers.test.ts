import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from '../../server/db/engine/sqlite';
import { baseline } from '../../server/db/migrations/0001_baseline';
import { numberSearchRows } from '../../server/db/migrations/0002_search_numbers';
import { migrate } from '../../server/db/migrations/index';
import type { SearchKind } from '../../server/db/schema/log';
import { rowsWithNumber } from '../../server/db/search/wordSearch';
import { isPostgres } from '../support/database';
import { temporaryFolder } from '../support/temporaryFolder';

/** The row number of a record after the baseline migration. */
const oldRow = (kindNumber: number, id: number) => id * 16 + kindNumber;

test.skipIf(isPostgres)(
  'a search index with the row numbers of the baseline finds each record after the migration',
  async () => {
    const engine = openSqlite(join(temporaryFolder(), 'numbers.db'));
    const db = engine.migrationDb;
    await migrate(db, 'sqlite', { steps: { '0001_baseline': baseline } });
    await sql`insert into search_texts (kind, row_id, text) values
    ('programs', 1, ' برنامج p05001 '), ('subjects', 1, ' تجويد '), ('students', 1, ' جابر 05001234 '),
    ('students', 2, ' جابر 0500_77 '), ('students_brief', 1, ' جابر 05001234 ')`.execute(db);
    await sql`insert into search_numbers (rowid, text) values
    (${oldRow(0, 1)}, ' p05001 '), (${oldRow(3, 1)}, ' 05001234 '), (${oldRow(3, 2)}, ' 0500_77 ')`.execute(
      db,
    );

    // A later step indexes all records again, and this database has none.
    await migrate(db, 'sqlite', {
      steps: { '0001_baseline': baseline, '0002_search_numbers': numberSearchRows },
    });

    const find = async (kind: SearchKind, word: string) => {
      const query = sql<{ row_id: number }>`${rowsWithNumber(db, kind, word)} order by row_id`;
      return (await query.execute(db)).rows.map(({ row_id }) => row_id);
    };
    expect(await find('students', '0500')).toEqual([1, 2]);
    expect(await find('students', '05001234')).toEqual([1]);
    expect(await find('programs', '0500')).toEqual([1]);
    expect(await find('subjects', '0500')).toEqual([]);
    expect(await find('users', '0500')).toEqual([]);
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from search_numbers
    where search_numbers match '"050"'`.execute(db);
    expect(rows).toEqual([{ rows: 3 }]);
    await engine.close();
  },
);
