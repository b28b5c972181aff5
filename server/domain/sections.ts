import { sql } from 'kysely';
import type { Condition } from '../db/search/matching';

/** SQL condition on `users` and `subjects`. `auth/scope.ts` has the same rule. */
export const isOfTheirSection: Condition = sql`(users.section is null
  or not exists (select 1 from settings where sections_enabled = 1)
  or exists (select 1 from batches as own where own.id = subjects.batch_id and own.section in (users.section, 'mixed')))`;
