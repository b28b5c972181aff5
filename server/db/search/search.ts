import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { queryWords } from '../../../contract/rules/arabicText';
import type { SearchKind } from '../schema/log';

type Condition = RawBuilder<SqlBool>;

/** The most words of a query that are looked at. */
const maxWords = 8;

/** The words that each row found must have the beginning of a term for. */
export const searchWords = (q: string | undefined): string[] => queryWords(q ?? '').slice(0, maxWords);

/** The terms that begin with a word: from the word itself up to the last text that begins so. */
const beginsWith = (alias: 'found' | 'other', kind: SearchKind, word: string): Condition => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('kind')} = ${kind} and ${column('term')} >= ${word} and ${column('term')} < ${`${word}\u{10FFFF}`}`;
};

/**
 * The rows that have a word, each once, as conditions on `search_terms as found`. Of a row's terms that begin with the
 * word exactly one, the first, shares less than the whole word with the term before it; thus nothing has to be
 * made distinct, which takes several times as long as reading.
 */
export const rowsWith = (kind: SearchKind, word: string): Condition =>
  sql`${beginsWith('found', kind, word)} and found.shared < ${word.length}`;

/** Whether one row has a word; looked up by the row. */
export const hasWord = (kind: SearchKind, rowId: string, word: string): Condition =>
  sql`exists (select 1 from search_terms as other where ${beginsWith('other', kind, word)} and other.row_id = ${sql.ref(rowId)})`;
