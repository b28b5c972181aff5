import type { Generated } from 'kysely';
import type { ImportType, StaffSection } from '../../../contract/vocabulary';
import type { RecordedTable } from './recorded';

/** The log of operations, what is under way, and the search index. */
export interface LogTables {
  search_terms: SearchTermsTable;
  last_versions: LastVersionsTable;
  operations: OperationsTable;
  operation_rows: OperationRowsTable;
  operation_terms: OperationTermsTable;
  import_requests: ImportRequestsTable;
  idempotency_keys: IdempotencyKeysTable;
  slow_undos: SlowUndosTable;
  slow_removals: SlowRemovalsTable;
}

export type OperationAction = 'create' | 'update' | 'delete' | 'import' | 'undo' | 'restore';

/** One act of a person. */
interface OperationsTable {
  id: Generated<number>;
  user_id: number | null;
  user_name: string;
  user_role: string;
  undo_session: string | null;
  action: OperationAction;
  description: string;
  /** The table of the record that the person acted on; others went with it. */
  table_name: RecordedTable;
  item_name: string | null;
  rows_count: number;
  /** How many of them only say something of a record (`partTables`): they are counted to nobody. */
  parts_count: Generated<number>;
  performed_at: string;
  undone_at: string | null;
  /** The operation that this one undoes. */
  undo_of: number | null;
  /** Of a deletion whose rows are kept: when it was; null of any other, and once it has expired. */
  archived_at: string | null;
  /** Of a deletion: when the admins were told that it expires soon. */
  expiry_told_at: string | null;
  /** Of an import in several requests: what they have in common. */
  import_id: Generated<string | null>;
  /** To which section alone all that it changed belonged then; null where to none, or not only to one. */
  section: Generated<StaffSection | null>;
}

interface OperationRowsTable {
  id: Generated<number>;
  operation_id: number;
  table_name: RecordedTable;
  row_id: number;
  /** The whole row as JSON; null where there was none. */
  before: string | null;
  after: string | null;
}

/** By which the audit trail is searched; kept by the unit of work. */
interface OperationTermsTable {
  term: string;
  operation_id: number;
}

/** Of rows that are gone; kept by the unit of work. */
interface LastVersionsTable {
  table_name: RecordedTable;
  /** What the row stood for: its subject, day and student. */
  key: string;
  version: number;
}

/** A write that was answered and may be sent again; kept for 30 days. */
interface IdempotencyKeysTable {
  user_id: number;
  /** The `Idempotency-Key` of the call. */
  key: string;
  /** Of the call and its body: the same key for anything else is a mistake. Null of what is older than this table. */
  fingerprint: string | null;
  /** JSON; null of one too long to be kept. */
  answer: string | null;
  /** JSON: the headers that belong to the answer. */
  headers: string | null;
  /** What the call was about, of someone who does not see everything: looked at again before he is answered. */
  place: IdempotencyPlace | null;
  place_id: number | null;
  /** Of a work in parts: the answer holds once this operation is done. */
  operation_id: number | null;
  created_at: string;
}

export type IdempotencyPlace = 'subjects' | 'batches';

/** What a request of an import came to; kept for some days, so that an interrupted import goes on and can be told. */
interface ImportRequestsTable {
  id: Generated<number>;
  user_id: number;
  import_id: string | null;
  /** Null of the end of an import, and of what is older than this column. */
  type: ImportType | null;
  /** The `Idempotency-Key` of the request. */
  key: string | null;
  /** Of the end of an import: what was told of it. */
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

/** A deletion of very many rows that goes on in several transactions; gone when it is done. */
interface SlowRemovalsTable {
  operation_id: number;
}

/** Kept by the unit of work from the searchable columns; never written by a part. */
interface SearchTermsTable {
  kind: SearchKind;
  term: string;
  row_id: number;
  /** How many letters the term has in common with the one before it among the sorted terms of its row. */
  shared: number;
}

export type SearchKind = ListedTable | 'students_brief';

/** The tables that are listed and searched. */
export type ListedTable = 'programs' | 'batches' | 'subjects' | 'students' | 'users' | 'circles';
