import { type RawBuilder, sql } from 'kysely';
import { isCode } from '../../../contract/rules/arabicText';
import type { SearchKind } from '../schema/log';
import type { Db } from '../schema';
import { beginsWith, hasPart, rowsWith } from './matching';
import { foundThrough } from './records';
import type { FoundWord } from './words';

/** How a record has a word: as a word of its own, at the beginning of one, or in any way that the search knows. */
export type Nearness = 'itself' | 'beginning' | 'inside';

/** The rows of a kind that have a word so, each once, as `(select row_id …) as found`. */
export function rowsNear(db: Db, kind: SearchKind, found: FoundWord, near: Nearness): RawBuilder<unknown> {
  const { word } = found;
  // A code has no term of its own, and is found from its beginning anyway.
  if (near === 'inside' || isCode(word)) return rowsWith(db, kind, found);
  const which =
    near === 'itself' ? sql`term = ${word}` : sql`${beginsWith('term', word)} and shared < ${word.length}`;
  return sql`(select row_id from search_terms where kind = ${foundThrough[kind] ?? kind} and ${which}) as found`;
}

/**
 * How near `whole.text` is to the words: 0 if it has all of them as words of its own, 1 if words begin with all of
 * them, else 2.
 */
export function nearness(db: Db, words: readonly FoundWord[]): RawBuilder<unknown> {
  const all = (partOf: (word: string) => string) =>
    sql.join(
      words.map(({ word }) => hasPart(db, partOf(word))),
      sql` and `,
    );
  return sql`case when ${all((word) => ` ${word} `)} then 0 when ${all((word) => ` ${word}`)} then 1 else 2 end`;
}
