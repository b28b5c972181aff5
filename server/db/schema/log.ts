import type { Generated } from 'kysely';
import type { ImportType, StaffSection } from '../../../contract/vocabulary';
import type { RecordedTable } from './recorded';

/** The log of operations, work in progress, and the search index. */
export interface LogTables {
  search_terms: SearchTermsTable;
  search_texts: SearchTextsTable;
  search_words: SearchWordsTable;
  last_versions: LastVersionsTable;
  operations: OperationsTable;
  operation_rows: OperationRowsTable;
  operation_writes: OperationWritesTable;
  operation_terms: OperationTermsTable;
  import_requests: ImportRequestsTable;
  idempotency_keys: IdempotencyKeysTable;
  slow_undos: SlowUndosTable;
  slow_removals: SlowRemovalsTable;
}

export type OperationAction = 'create' | 'update' | 'delete' | 'import' | 'undo' | 'restore';

/** One operation of a person. */
export interface OperationsTable {
  id: Generated<number>;
  user_id: number | null;
  user_name: string;
  user_role: string;
  undo_session: string | null;
  action: OperationAction;
  description: string;
  /** The table of the record that the person changed; rows of other tables may have changed with it. */
  table_name: RecordedTable;
  item_name: string | null;
  rows_count: number;
  /** How many of the rows only describe a record (`partTables`); they are not counted as records. */
  parts_count: Generated<number>;
  performed_at: string;
  undone_at: string | null;
  /** The operation that this one undoes. */
  undo_of: number | null;
  /** For a deletion whose rows are stored: its time; null for other operations, and after its retention. */
  archived_at: string | null;
  /** For a deletion: when the admins were told that it expires soon. */
  expiry_told_at: string | null;
  /** For an import in several requests: the id that they share. */
  import_id: Generated<string | null>;
  /** The only section of all changed rows at that time; null if there is none or more than one. */
  section: Generated<StaffSection | null>;
}

interface OperationRowsTable {
  id: Generated<number>;
  operation_id: number;
  table_name: RecordedTable;
  row_id: number;
  /** The whole row as JSON; null if it did not exist. */
  before: string | null;
  after: string | null;
  /** The further write of the operation that changed the row; null for the first one. */
  write_id: number | null;
}

/** A further write of an operation: the next request of an import, or the next part of a large deletion or undo. */
interface OperationWritesTable {
  id: Generated<number>;
  operation_id: number;
  table_name: RecordedTable;
  user_name: string;
  user_role: string;
  performed_at: string;
}

/** The search terms of the audit trail; written by the unit of work. */
interface OperationTermsTable {
  term: string;
  operation_id: number;
}

/**
 * The highest versions of removed rows, of daily records the highest sum of their day, by which numbers are given too:
 * cleared, versions and numbers would repeat. Written by the unit of work.
 */
interface LastVersionsTable {
  table_name: RecordedTable;
  /** What the row was about: subject, day and student. */
  key: string;
  version: number;
}

/** A write with a key and its stored answer; kept for 30 days. */
interface IdempotencyKeysTable {
  user_id: number;
  /** The `Idempotency-Key` of the call. */
  key: string;
  /** Hash of call and body: the same key for another request is a mistake. */
  fingerprint: string | null;
  /** JSON; null if it was too long to store. */
  answer: string | null;
  /** JSON: the headers that belong to the answer. */
  headers: string | null;
  /** What the call was about, if the caller does not see everything: checked again before the answer is repeated. */
  place: IdempotencyPlace | null;
  place_id: number | null;
  /** For a work in parts: the answer is valid once this operation is complete. */
  operation_id: number | null;
  created_at: string;
}

export type IdempotencyPlace = 'subjects' | 'batches';

/** The result of a request of an import; kept for some days, so that an interrupted import can continue. */
interface ImportRequestsTable {
  id: Generated<number>;
  user_id: number;
  import_id: string | null;
  /** Null for the end of an import. */
  type: ImportType | null;
  /** The `Idempotency-Key` of the request. */
  key: string | null;
  /** For the end of an import: what the notification said. */
  fingerprint: string;
  imported: number;
  updated: number;
  failed: number;
  created_at: string;
}

/** An operation with very many rows that is being undone in several transactions; deleted when the undo is complete. */
interface SlowUndosTable {
  operation_id: number;
  /** The operation of the undo, to which each transaction adds its rows. */
  undo_id: number;
  /** The logged rows below this number are still to be undone. */
  below: number;
  /** The undo failed: the rows undone so far are being written back. */
  is_giving_up: number;
}

/** A deletion of very many rows that runs in several transactions; removed when it is complete. */
interface SlowRemovalsTable {
  operation_id: number;
  /** JSON: the numbers of the records; null if every record of the table is removed. */
  ids: string | null;
}

/**
 * Terms of records, written by the unit of work from the searchable columns; other code never writes it. See
 * `search/entries.ts`.
 */
interface SearchTermsTable {
  kind: SearchKind;
  term: string;
  row_id: number;
  /** The number of letters that the term shares with the term before it, in the sorted terms of the row. */
  shared: number;
  /** 1 if the term has three letters in common with an earlier one of the row. */
  repeats: number;
}

/** All terms of a record in one text, with a space before and after each. */
interface SearchTextsTable {
  kind: SearchKind;
  row_id: number;
  text: string;
}

/** The words of all records and logs, under each piece that finds them. */
interface SearchWordsTable {
  piece: string;
  word: string;
}

export type SearchKind = ListedTable | 'students_brief';

/** The tables that have lists and a search. */
export type ListedTable = 'programs' | 'batches' | 'subjects' | 'students' | 'users' | 'circles';
