import { sql } from 'kysely';
import type { Condition } from '../db/search/matching';

/** SQL on `users` and `subjects`: the same rule as in `auth/scope.ts`. */
export const isOfTheirSection: Condition = sql`(users.section is null
  or not exists (select 1 from settings where sections_enabled = 1)
  or exists (select 1 from batches as own where own.id = subjects.batch_id and own.section in (users.section, 'mixed')))`;
