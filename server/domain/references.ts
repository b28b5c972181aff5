import { ruleMessages } from '../../contract/errors';
import { invalid, Problem } from '../problem';
import { type Db, type Row, anyTable } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import type { Condition } from '../db/search/matching';

interface ProgramNames {
  program_id?: string | null | undefined;
  program_name?: string | null | undefined;
}
interface BatchNames {
  batch_id?: number | null | undefined;
  batch_name?: string | null | undefined;
}

export async function findProgram(db: Db, body: ProgramNames): Promise<number | undefined> {
  const find = (column: 'program_id' | 'program_name') =>
    body[column]
      ? db.selectFrom('programs').select('id').where(column, '=', body[column]).executeTakeFirst()
      : null;
  const [byCode, byName] = [await find('program_id'), await find('program_name')];
  if (byCode === undefined) throw invalid({ path: 'program_id', message: ruleMessages.unknownProgram });
  if (byName === undefined) throw invalid({ path: 'program_name', message: ruleMessages.unknownProgram });
  if (byCode && byName && byCode.id !== byName.id)
    throw invalid({ path: 'program_name', message: ruleMessages.programsDisagree });
  return (byCode ?? byName)?.id;
}

export type BatchReference = Pick<Row<'batches'>, 'id' | 'batch_name' | 'program_row_id' | 'academic_year'>;

export async function findBatch(
  db: Db,
  body: BatchNames,
  scope: Condition,
): Promise<BatchReference | undefined> {
  const find = (column: 'id' | 'batch_name', value: number | string | null | undefined) =>
    value
      ? db
          .selectFrom('batches')
          .select(['id', 'batch_name', 'program_row_id', 'academic_year'])
          .where(column, '=', value)
          .where(scope)
          .executeTakeFirst()
      : null;
  const [byId, byName] = [await find('id', body.batch_id), await find('batch_name', body.batch_name)];
  if (byId === undefined) throw invalid({ path: 'batch_id', message: ruleMessages.unknownBatch });
  if (byName === undefined) throw invalid({ path: 'batch_name', message: ruleMessages.unknownBatch });
  if (byId && byName && byId.id !== byName.id)
    throw invalid({ path: 'batch_name', message: ruleMessages.batchesDisagree });
  return byId ?? byName ?? undefined;
}

/** A unique index catches parallel writes that pass this check. @throws DUPLICATE */
export async function refuseDuplicate(
  db: Db,
  table: RecordedTable,
  column: string,
  value: string | null | undefined,
  message: string,
  ownId?: number,
): Promise<void> {
  if (value === null || value === undefined) return;
  const holder = await anyTable(db)
    .selectFrom(table)
    .select('id')
    .where(column, '=', value)
    .executeTakeFirst();
  if (holder && holder['id'] !== ownId)
    throw new Problem('DUPLICATE', { message, details: [{ path: column, message }] });
}
