// Compares the stored search index with an index that is computed from the records.
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Data } from '../../server/db/data';
import { buildIndexedRecords, searchedTables } from '../../server/db/log/derived';
import type { Values } from '../../server/db/schema';
import { rowsWithNumber } from '../../server/db/search/wordSearch';
import { lookUpKinds, trigrams } from '../../server/db/search/searchIndex';

interface SearchIndex {
  terms: string[];
  texts: string[];
  /** Pieces of numbers, with their matching rows. */
  numbers: string[];
}

/** Returns sorted lists. Equal lists are the same object, which is fast to compare. */
export async function compareSearchIndex({
  read,
}: Data): Promise<{ stored: SearchIndex; computed: SearchIndex }> {
  const computed: SearchIndex = { terms: [], texts: [], numbers: [] };
  const stored: SearchIndex = { terms: [], texts: [], numbers: [] };
  for (const table of searchedTables) {
    const rows = (await read.selectFrom(table).selectAll().execute()) as Values[];
    for (const record of rows.flatMap((row) => buildIndexedRecords(table, row))) {
      const { kind, row_id, indexed } = record;
      computed.texts.push([kind, row_id, indexed.text].join('|'));
      if (lookUpKinds[kind]) continue;
      for (const { term, shared, repeats } of indexed.terms)
        computed.terms.push([kind, row_id, term, shared, repeats].join('|'));
      const pieces = (indexed.numbers ?? '').trim().split(' ').flatMap(trigrams);
      for (const piece of new Set(pieces)) computed.numbers.push([kind, piece, row_id].join('|'));
    }
  }
  const texts = await read.selectFrom('search_texts').selectAll().execute();
  stored.texts = texts.map(({ kind, row_id, text }) => [kind, row_id, text].join('|'));
  const terms = await read.selectFrom('search_terms').selectAll().execute();
  stored.terms = terms.map(({ kind, row_id, term, shared, repeats }) =>
    [kind, row_id, term, shared, repeats].join('|'),
  );
  const pieces = new Set(computed.numbers.map((number) => number.split('|').slice(0, 2).join('|')));
  for (const pieceKey of pieces) {
    const [kind, piece] = pieceKey.split('|') as [keyof typeof lookUpKinds, string];
    const { rows } = await sql<{ row_id: number }>`${rowsWithNumber(read, kind, piece)}`.execute(read);
    for (const { row_id } of rows) stored.numbers.push([kind, piece, row_id].join('|'));
  }
  for (const list of ['terms', 'texts', 'numbers'] as const) {
    computed[list].sort();
    stored[list].sort();
    if (isDeepStrictEqual(stored[list], computed[list])) stored[list] = computed[list];
  }
  return { stored, computed };
}
