import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { ruleMessages } from '../../../contract/errors';
import { listLimit } from '../../../contract/lists';
import type { IssuedPaper, papersApi } from '../../../contract/papers';
import { queryWords } from '../../../contract/rules/arabicText';
import type { Data } from '../../db/engine/connection';
import { equals } from '../../db/search/lists';
import type { Condition } from '../../db/search/matching';
import type { Database } from '../../db/schema';
import type { Listing } from '../../mount';
import { invalid, notFound } from '../../problem';

type ListQuery = z.output<typeof papersApi.issued.query>;

const withWord = (word: string): Condition =>
  sql`issued_papers.id in (select paper_id from paper_terms where term >= ${word} and term < ${`${word}\u{10FFFF}`})`;

/** One page of the issued papers; of one person, or of everybody when `userId` is null. */
export async function issuedPage(
  db: Kysely<Database>,
  { range = [0, listLimit - 1], sort = ['id', 'DESC'], filter = {} }: ListQuery,
  userId: number | null,
): Promise<Listing<IssuedPaper>> {
  const { q = '', ids } = filter;
  const among = ids && (ids.length > 0 ? sql<boolean>`id in (${sql.join(ids)})` : sql<boolean>`1 = 0`);
  const conditions = [
    ...equals('issued_papers.user_id', userId),
    ...queryWords(q).map(withWord),
    ...(among ? [among] : []),
  ];
  let found = db.selectFrom('issued_papers');
  for (const condition of conditions) found = found.where(condition);
  const [from, to] = range;
  const rows = await found
    .select(['id', 'number', 'code', 'created_at', 'user_name', 'student_id', 'student_name', 'batch_name'])
    .select(['level', 'withdrawn_at', 'withdrawn_by', 'withdrawn_reason'])
    .orderBy('id', sort[1] === 'ASC' ? 'asc' : 'desc')
    .limit(to - from + 1)
    .offset(from)
    .execute();
  const { total } = await found.select((on) => on.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Says of a paper, for good, that it no longer holds. @throws NOT_FOUND; VALIDATION when it was withdrawn before */
export async function withdraw(data: Data, id: number, by: string, reason: string): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const paper = await trx
      .selectFrom('issued_papers')
      .select('withdrawn_at')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!paper) throw notFound();
    if (paper.withdrawn_at !== null) throw invalid({ path: '', message: ruleMessages.withdrawnAlready });
    await trx
      .updateTable('issued_papers')
      .set({ withdrawn_at: data.now().toISOString(), withdrawn_by: by, withdrawn_reason: reason })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .execute();
  });
}
