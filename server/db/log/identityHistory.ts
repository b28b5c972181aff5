import { sql } from 'kysely';
import { type DatabaseKind, rowsInJson } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import type { Values, Trx } from '../schema';

interface Writer {
  trx: Trx;
  kind: DatabaseKind;
  now: string;
}

interface Written {
  before: Values | null;
  after: Values;
}

/**
 * Stores data of written rows that stay after every deletion and undo: the academic numbers that students have had,
 * so that none is generated twice, and the accounts that have had a student, so that none is linked automatically to
 * another.
 */
export async function keepIdentities(
  writer: Writer,
  table: RecordedTable,
  written: readonly Written[],
): Promise<void> {
  if (table === 'students') await keepNumbers(writer, written);
  if (table === 'users')
    await keepLinked(
      writer,
      written.flatMap(({ before, after }) =>
        after['student_row_id'] != null && before?.['student_row_id'] !== after['student_row_id']
          ? [Number(after['id'])]
          : [],
      ),
    );
}

/**
 * For rows that were all inserted, or all changed. A number counts as new when it is written, however old the student
 * is, except if a restored student gets his last number back. The rows are written in order, to avoid deadlocks.
 */
async function keepNumbers({ trx, kind, now }: Writer, written: readonly Written[]): Promise<void> {
  const given = written.flatMap(({ before, after }) =>
    before?.['student_id'] === after['student_id']
      ? []
      : [{ number: String(after['student_id']), student_row_id: Number(after['id']), given_at: now }],
  );
  if (given.length === 0) return;
  const columns = { number: 'text', student_row_id: 'bigint', given_at: 'text' } as const;
  const isPutBack = written.every(({ before }) => before === null);
  const unlessOwn = sql`where student_numbers.student_row_id <> excluded.student_row_id`;
  const sorted = given.toSorted((a, b) => (a.number < b.number ? -1 : 1));
  await sql`
    insert into student_numbers (number, student_row_id, given_at) ${rowsInJson(kind, columns, sorted)} where 1 = 1
    on conflict (number) do update set student_row_id = excluded.student_row_id, given_at = excluded.given_at
    ${isPutBack ? unlessOwn : sql``}`.execute(trx);
}

async function keepLinked({ trx, kind }: Writer, accounts: readonly number[]): Promise<void> {
  if (accounts.length === 0) return;
  const rows = [...new Set(accounts)].toSorted((a, b) => a - b).map((user_id) => ({ user_id }));
  await sql`
    insert into linked_accounts (user_id) ${rowsInJson(kind, { user_id: 'bigint' }, rows)} where 1 = 1
    on conflict do nothing`.execute(trx);
}
