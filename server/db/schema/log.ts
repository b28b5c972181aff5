import type { Generated } from 'kysely';
import type { ImportType, StaffSection } from '../../../contract/vocabulary';
import type { RecordedTable } from './recorded';

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

export interface OperationsTable {
  id: Generated<number>;
  user_id: number | null;
  user_name: string;
  user_role: string;
  undo_session: string | null;
  action: OperationAction;
  description: string;
  /** The table of the record that the person changed; the operation may also write other tables. */
  table_name: RecordedTable;
  item_name: string | null;
  rows_count: number;
  /** Rows that only describe a record (`partTables`), not counted as records. */
  parts_count: Generated<number>;
  performed_at: string;
  undone_at: string | null;
  undo_of: number | null;
  /** The time of a deletion whose rows are still stored; else null. */
  archived_at: string | null;
  /** When the admins were notified that the deletion expires soon. */
  expiry_told_at: string | null;
  /** Shared by the requests of an import. */
  import_id: Generated<string | null>;
  /** The section of all written rows at that time; null if there is none, or more than one. */
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
  /** The later write that changed the row; null for the first write. */
  write_id: number | null;
}

/** A later write of an operation: a request of an import, or a chunk of a large deletion or undo. */
interface OperationWritesTable {
  id: Generated<number>;
  operation_id: number;
  table_name: RecordedTable;
  user_name: string;
  user_role: string;
  performed_at: string;
}

/** The search terms of the audit trail. */
interface OperationTermsTable {
  term: string;
  operation_id: number;
}

/**
 * The highest versions of removed rows; for daily records the highest sum of a day, and the used `seq`. If these
 * rows were deleted, versions and numbers would repeat.
 */
interface LastVersionsTable {
  table_name: RecordedTable;
  /** The values of `identityColumns`. */
  key: string;
  version: number;
}

/** Kept for 30 days. */
interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  /** Hash of call and body, to refuse the same key for another request. */
  fingerprint: string | null;
  /** JSON; null if it was too long to store. */
  answer: string | null;
  /** JSON: the headers that belong to the answer. */
  headers: string | null;
  /** The scope of the key, which is checked again before the answer is repeated; null: everything. */
  place: KeyScopeTable | null;
  place_id: number | null;
  /** The answer is valid once this operation is complete. */
  operation_id: number | null;
  created_at: string;
}

export type KeyScopeTable = 'subjects' | 'batches';

/** Kept for some days, so that an interrupted import can continue. */
interface ImportRequestsTable {
  id: Generated<number>;
  user_id: number;
  import_id: string | null;
  /** Null for the end of an import. */
  type: ImportType | null;
  key: string | null;
  /** For the end of an import: the text of the notification. */
  fingerprint: string;
  imported: number;
  updated: number;
  failed: number;
  created_at: string;
}

/** An undo in several transactions; the row is deleted when the undo is complete. */
interface SlowUndosTable {
  operation_id: number;
  /** The undo, to which each chunk adds its rows. */
  undo_id: number;
  /** Log rows below this id are not yet undone. */
  below: number;
  /** The undo failed, and its rows are being written back. */
  is_giving_up: number;
}

/** A deletion in several transactions; the row is deleted when the deletion is complete. */
interface SlowRemovalsTable {
  operation_id: number;
  /** JSON; null: every record of the table. */
  ids: string | null;
}

/** See `search/searchIndex.ts`. Only the unit of work writes it. */
interface SearchTermsTable {
  kind: SearchKind;
  term: string;
  row_id: number;
  /** The length of the common prefix with the preceding term of the row. */
  shared: number;
  /** The length of the longest part shared with another word of the row; 0 without one. */
  repeats: number;
}

/** All terms of a record between spaces. */
interface SearchTextsTable {
  kind: SearchKind;
  row_id: number;
  text: string;
}

/** Words of records and logs, by each piece that finds them. */
interface SearchWordsTable {
  piece: string;
  word: string;
}

export type SearchKind = ListedTable | 'students_brief';

export type ListedTable = 'programs' | 'batches' | 'subjects' | 'students' | 'users' | 'circles';
