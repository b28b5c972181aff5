import { sql } from 'kysely';
import type { Condition } from './search/matching';

/**
 * Of the tables `users` and `subjects`: that a member of staff whom a subject names is not limited to another section.
 * Who is told of something sees it by the same rule as in `auth/scope.ts`.
 */
export const isOfTheirSection: Condition = sql`(users.section is null
  or not exists (select 1 from settings where sections_enabled = 1)
  or exists (select 1 from batches as own where own.id = subjects.batch_id and own.section in (users.section, 'mixed')))`;
