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
  import_answers: ImportAnswersTable;
  idempotency_keys: IdempotencyKeysTable;
  slow_undos: SlowUndosTable;
  slow_removals: SlowRemovalsTable;
}

export type OperationAction = 'create' | 'update' | 'delete' | 'import' | 'undo' | 'restore' | 'export';

export interface OperationsTable {
  id: Generated<number>;
  user_id: number | null;
  user_name: string;
  user_role: string;
  undo_session: string | null;
  action: OperationAction;
  description: string;
  /** The table of the record that the user changed. The operation may also write other tables. */
  table_name: RecordedTable;
  item_name: string | null;
  rows_count: number;
  /** Rows of `partTables`, which do not count as records. */
  parts_count: Generated<number>;
  performed_at: string;
  undone_at: string | null;
  undo_of: number | null;
  /** Time of a deletion whose rows are still stored; otherwise null. */
  archived_at: string | null;
  /** Time of the notification to the admins that the deletion expires soon. */
  expiry_told_at: string | null;
  import_id: Generated<string | null>;
  /** The section of all written rows at that time. Null: no section, or more than one. */
  section: Generated<StaffSection | null>;
}

interface OperationRowsTable {
  id: Generated<number>;
  operation_id: number;
  table_name: RecordedTable;
  row_id: number;
  /** JSON of the whole row; null if it did not exist. */
  before: string | null;
  after: string | null;
  write_id: number | null;
}

/** One row per import request, or per chunk of a large deletion or undo. */
interface OperationWritesTable {
  id: Generated<number>;
  operation_id: number;
  table_name: RecordedTable;
  user_name: string;
  user_role: string;
  performed_at: string;
}

interface OperationTermsTable {
  term: string;
  operation_id: number;
}

/** Versions of removed rows, so that versions never repeat. For recitations, the sums of their day. */
interface LastVersionsTable {
  table_name: RecordedTable;
  key: string;
  version: number;
}

/** Rows are deleted after 30 days. */
interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  /** Hash of the call and its body, to refuse the same key for another request. */
  fingerprint: string | null;
  /** Null if it was too long to store. */
  answer: string | null;
  headers: string | null;
  /** The scope of the key, checked again before the answer is repeated. Null: no check. */
  place: KeyScopeTable | null;
  place_id: number | null;
  /** The answer is valid after this operation is complete. */
  operation_id: number | null;
  created_at: string;
}

export type KeyScopeTable = 'subjects' | 'batches';

/** Kept for some days, so that an interrupted import can continue. */
interface ImportRequestsTable {
  id: Generated<number>;
  user_id: number;
  import_id: string | null;
  type: ImportType | null;
  key: string | null;
  /** For the end of an import, the text of the notification. */
  fingerprint: string;
  imported: number;
  updated: number;
  failed: number;
  created_at: string;
}

interface ImportAnswersTable {
  /** Hash of the name and of the value in the file. */
  key: string;
  /** The student that the name means. An answer counts only while his name agrees. */
  student_row_id: number;
  /** The answers of an undone import count no more. */
  import_id: string | null;
  created_at: string;
}

interface SlowUndosTable {
  operation_id: number;
  undo_id: number;
  /** The cursor in the log: rows below this id are not yet undone. */
  below: number;
  is_giving_up: number;
}

interface SlowRemovalsTable {
  operation_id: number;
  /** JSON; null: every record of the table. */
  ids: string | null;
}

/** See `search/searchIndex.ts`. Only the unit of work writes this table. */
interface SearchTermsTable {
  kind: SearchKind;
  term: string;
  row_id: number;
  shared: number;
  repeats: number;
}

interface SearchTextsTable {
  kind: SearchKind;
  row_id: number;
  text: string;
}

interface SearchWordsTable {
  piece: string;
  word: string;
}

export type SearchKind = ListedTable | 'students_brief';

export type ListedTable =
  | 'programs'
  | 'batches'
  | 'subjects'
  | 'students'
  | 'users'
  | 'circles'
  | 'guardians'
  | 'announcements';
