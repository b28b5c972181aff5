import type { Kysely } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { invalid } from '../problem';
import type { Database } from './schema';

interface NamedProgram {
  program_id?: string | null | undefined;
  program_name?: string | null | undefined;
}
interface NamedBatch {
  batch_id?: number | null | undefined;
  batch_name?: string | null | undefined;
}

/**
 * The programme that a body names by its code, its name, or both.
 * @returns its row number; undefined when the body names none
 * @throws VALIDATION for an unknown programme, or when code and name disagree
 */
export async function programOf(db: Kysely<Database>, body: NamedProgram): Promise<number | undefined> {
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

export interface BatchReference {
  id: number;
  batch_name: string;
  program_row_id: number;
  academic_year: string;
}

/** The batch that a body names by its row number, its name, or both; as `programOf`. */
export async function batchOf(db: Kysely<Database>, body: NamedBatch): Promise<BatchReference | undefined> {
  const find = (column: 'id' | 'batch_name', value: number | string | null | undefined) =>
    value
      ? db
          .selectFrom('batches')
          .select(['id', 'batch_name', 'program_row_id', 'academic_year'])
          .where(column, '=', value)
          .executeTakeFirst()
      : null;
  const [byId, byName] = [await find('id', body.batch_id), await find('batch_name', body.batch_name)];
  if (byId === undefined) throw invalid({ path: 'batch_id', message: ruleMessages.unknownBatch });
  if (byName === undefined) throw invalid({ path: 'batch_name', message: ruleMessages.unknownBatch });
  if (byId && byName && byId.id !== byName.id)
    throw invalid({ path: 'batch_name', message: ruleMessages.batchesDisagree });
  return byId ?? byName ?? undefined;
}
