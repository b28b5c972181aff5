import { sql } from 'kysely';
import { type DatabaseKind, rowsInJson } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import type { Values, Trx } from '../schema';

interface Writer {
  trx: Trx;
  kind: DatabaseKind;
  now: string;
}

interface WrittenRow {
  before: Values | null;
  after: Values;
}

/** Used academic numbers and linked accounts survive every deletion and undo. */
export async function storeIdentities(
  writer: Writer,
  table: RecordedTable,
  writtenRows: readonly WrittenRow[],
): Promise<void> {
  if (table === 'students') await storeNumbers(writer, writtenRows);
  if (table === 'users')
    await storeLinkedAccounts(
      writer,
      writtenRows.flatMap(({ before, after }) =>
        after['student_row_id'] != null && before?.['student_row_id'] !== after['student_row_id']
          ? [Number(after['id'])]
          : [],
      ),
    );
}

/** The rows are all inserted or all changed. Sorting avoids deadlocks. */
async function storeNumbers({ trx, kind, now }: Writer, writtenRows: readonly WrittenRow[]): Promise<void> {
  const newNumbers = writtenRows.flatMap(({ before, after }) =>
    before?.['student_id'] === after['student_id']
      ? []
      : [{ number: String(after['student_id']), student_row_id: Number(after['id']), given_at: now }],
  );
  if (newNumbers.length === 0) return;
  const columns = { number: 'text', student_row_id: 'bigint', given_at: 'text' } as const;
  const areInserted = writtenRows.every(({ before }) => before === null);
  const exceptOwnNumber = sql`where student_numbers.student_row_id <> excluded.student_row_id`;
  const sorted = newNumbers.toSorted((a, b) => (a.number < b.number ? -1 : 1));
  await sql`
    insert into student_numbers (number, student_row_id, given_at) ${rowsInJson(kind, columns, sorted)} where 1 = 1
    on conflict (number) do update set student_row_id = excluded.student_row_id, given_at = excluded.given_at
    ${areInserted ? exceptOwnNumber : sql``}`.execute(trx);
}

async function storeLinkedAccounts({ trx, kind }: Writer, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const rows = [...new Set(userIds)].toSorted((a, b) => a - b).map((user_id) => ({ user_id }));
  await sql`
    insert into linked_accounts (user_id) ${rowsInJson(kind, { user_id: 'bigint' }, rows)} where 1 = 1
    on conflict do nothing`.execute(trx);
}
