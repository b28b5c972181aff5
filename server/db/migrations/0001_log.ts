import { sql } from 'kysely';
import type { ColumnTypes, DatabaseKind } from '../engine/dialect';

export const log = (types: ColumnTypes, kind: DatabaseKind) =>
  [operations, requests, notifications, reports, search].flatMap((part) => part(types, kind));

const operations = ({ id, rowId, text, keyOnly }: ColumnTypes) => [
  sql`create table operations (id ${id},
    user_id ${rowId}, user_name ${text} not null, user_role ${text} not null,
    section ${text} check (section in ('boys', 'girls')),
    undo_session ${text}, import_id ${text},
    action ${text} not null, description ${text} not null,
    table_name ${text} not null, item_name ${text},
    rows_count integer not null, parts_count integer default 0 not null,
    performed_at ${text} not null,
    undone_at ${text}, undo_of ${rowId} references operations (id),
    archived_at ${text}, expiry_told_at ${text})`,
  sql`create index operations_by_session on operations (user_id, undo_session, id)`,
  sql`create index operations_by_time on operations (performed_at, id)`,
  sql`create index operations_by_action on operations (action, performed_at, id)`,
  sql`create index operations_by_person on operations (user_id, performed_at, id)`,
  sql`create index operations_by_table on operations (table_name, performed_at, id)`,
  sql`create index operations_by_user_name on operations (user_name, performed_at, id)`,
  sql`create index operations_by_rows_count on operations (rows_count, performed_at, id)`,
  sql`create index operations_by_undone on operations (undo_of)`,
  sql`create index operations_by_import on operations (user_id, import_id) where import_id is not null`,
  // The index is partial, so it is empty while the institute has no sections.
  sql`create index operations_of_section on operations (section, performed_at, id) where section is not null`,
  // The archive is a small part of the log. The two indexes include all columns of its stats.
  sql`create index archive_by_time on operations (archived_at, id, table_name, user_id, undone_at)
    where archived_at is not null`,
  sql`create index archive_by_table on operations (table_name, archived_at, id, user_id, undone_at)
    where archived_at is not null`,

  sql`create table operation_writes (id ${id},
    operation_id ${rowId} not null references operations (id),
    table_name ${text} not null,
    user_name ${text} not null, user_role ${text} not null,
    performed_at ${text} not null)`,
  sql`create index operation_writes_by_time on operation_writes (performed_at, operation_id)`,
  sql`create index operation_writes_by_table on operation_writes (table_name, performed_at)`,

  // write_id has no foreign key. Without an index, each new write would scan this large table.
  sql`create table operation_rows (id ${id},
    operation_id ${rowId} not null references operations (id),
    write_id ${rowId},
    table_name ${text} not null, row_id ${rowId} not null,
    before ${text}, after ${text})`,
  sql`create index operation_rows_by_operation on operation_rows (operation_id, id)`,
  sql`create index operation_rows_by_row on operation_rows (table_name, row_id, id)`,

  sql`create table last_versions (
    table_name ${text} not null, key ${text} not null, version integer not null,
    constraint last_versions_key primary key (table_name, key)) ${keyOnly}`,

  sql`create table slow_undos (
    operation_id ${rowId} primary key references operations (id),
    undo_id ${rowId} not null references operations (id),
    below ${rowId} not null,
    is_giving_up integer not null check (is_giving_up in (0, 1)))`,
  sql`create table slow_removals (
    operation_id ${rowId} primary key references operations (id),
    ids ${text})`,
];

/** Repeated requests: ADR 19. Imports as one operation: ADR 13. */
const requests = ({ id, rowId, text }: ColumnTypes) => [
  sql`create table idempotency_keys (
    user_id ${rowId} not null, key ${text} not null,
    fingerprint ${text}, answer ${text}, headers ${text},
    place ${text}, place_id ${rowId},
    operation_id ${rowId},
    created_at ${text} not null,
    constraint idempotency_keys_key primary key (user_id, key))`,
  sql`create index idempotency_keys_by_time on idempotency_keys (created_at)`,

  sql`create table import_requests (id ${id},
    user_id ${rowId} not null references users (id) on delete cascade,
    import_id ${text}, key ${text}, fingerprint ${text} not null, type ${text},
    imported integer not null, updated integer not null, failed integer not null,
    created_at ${text} not null,
    constraint import_requests_key unique (user_id, key))`,
  sql`create index import_requests_by_import on import_requests (user_id, import_id)`,
  sql`create index import_requests_by_time on import_requests (created_at)`,
];

const notifications = ({ id, rowId, text, keyOnly }: ColumnTypes) => [
  sql`create table notifications (id ${id},
    user_id ${rowId} references users (id) on delete cascade, role ${text},
    kind ${text} not null, data ${text} not null, link ${text},
    created_at ${text} not null,
    constraint notifications_for_one check ((user_id is null) <> (role is null)))`,
  sql`create index notifications_by_person on notifications (user_id, id)`,
  sql`create index notifications_by_role on notifications (role, id)`,
  sql`create index notifications_by_time on notifications (created_at)`,
  sql`create table notification_reads (
    user_id ${rowId} not null references users (id) on delete cascade,
    notification_id ${rowId} not null references notifications (id) on delete cascade,
    constraint notification_reads_key primary key (user_id, notification_id)) ${keyOnly}`,
  sql`create index notification_reads_by_notification on notification_reads (notification_id)`,
];

/** These rows outlive the records that they name, so they have no foreign keys. */
const reports = ({ id, rowId, text, nullsFirst }: ColumnTypes) => [
  sql`create table report_log (id ${id},
    type ${text} not null, kind ${text}, action ${text} not null,
    user_id ${rowId} not null, user_name ${text} not null,
    batch_name ${text} not null, level integer,
    student_id ${text}, student_name ${text},
    subject_code ${text}, subject_name ${text},
    circle_id ${rowId}, circle_name ${text},
    start_date ${text}, end_date ${text},
    created_at ${text} not null)`,
  sql`create index report_log_by_person on report_log (user_id, id)`,
  sql`create index report_log_figures on report_log (user_id, action)`,
  sql`create index report_log_by_action on report_log (action, id)`,
  sql`create index report_log_by_type on report_log (type, id)`,
  sql`create index report_log_by_kind on report_log (kind, id)`,
  sql`create index report_log_by_batch on report_log (batch_name, id)`,
  sql`create index report_log_by_time on report_log (created_at, id)`,
  sql`create index report_log_by_student_name on report_log (student_name ${nullsFirst}, id)`,
  sql`create index report_log_by_subject_name on report_log (subject_name ${nullsFirst}, id)`,
  sql`create index report_log_by_user_name on report_log (user_name, id)`,

  sql`create table issued_papers (id ${id},
    number ${text} not null, year integer not null, sequence integer not null, code ${text} not null,
    created_at ${text} not null, user_id ${rowId} not null, user_name ${text} not null,
    student_row_id ${rowId} not null, student_id ${text} not null, student_name ${text} not null,
    batch_id ${rowId} not null, batch_name ${text} not null, level integer,
    content ${text} not null,
    withdrawn_at ${text}, withdrawn_by ${text}, withdrawn_reason ${text})`,
  sql`create unique index issued_papers_by_code on issued_papers (code)`,
  sql`create unique index issued_papers_by_number on issued_papers (year, sequence)`,
  sql`create index issued_papers_by_person on issued_papers (user_id, id)`,
  sql`create index issued_papers_by_time on issued_papers (created_at, id)`,
  sql`create index issued_papers_by_student_name on issued_papers (student_name, id)`,
  sql`create index issued_papers_by_batch_name on issued_papers (batch_name, id)`,
  sql`create index issued_papers_by_user_name on issued_papers (user_name, id)`,
  sql`create index issued_papers_by_withdrawn_at on issued_papers (withdrawn_at ${nullsFirst}, id)`,
];

const search = ({ rowId, text, keyOnly }: ColumnTypes, kind: DatabaseKind) => [
  // The key includes the last columns, so that PostgreSQL counts from the index only.
  sql`create table search_terms (
    kind ${text} not null, term ${text} not null, row_id ${rowId} not null,
    shared integer not null, repeats integer not null,
    constraint search_terms_key primary key (kind, term, row_id, shared, repeats)) ${keyOnly}`,
  sql`create table search_texts (
    kind ${text} not null, row_id ${rowId} not null, text ${text} not null,
    constraint search_texts_key primary key (kind, row_id)) ${keyOnly}`,

  // The index is not unique, so two transactions can add the same word without waiting.
  sql`create table search_words (piece ${text} not null, word ${text} not null)`,
  sql`create index search_words_by_piece on search_words (piece, word)`,

  ...(kind === 'sqlite'
    ? [
        sql`create virtual table search_numbers using fts5 (
          text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
      ]
    : [
        sql`create table search_numbers (
          kind ${text} not null, row_id ${rowId} not null, text ${text} not null,
          pieces text[] collate "C" not null,
          constraint search_numbers_key primary key (kind, row_id))`,
        sql`create index search_numbers_by_piece on search_numbers using gin (pieces)`,
      ]),

  sql`create table operation_terms (
    term ${text} not null, operation_id ${rowId} not null,
    constraint operation_terms_key primary key (term, operation_id)) ${keyOnly}`,
  sql`create index operation_terms_by_operation on operation_terms (operation_id, term)`,
  sql`create table report_terms (
    term ${text} not null, report_id ${rowId} not null,
    constraint report_terms_key primary key (term, report_id)) ${keyOnly}`,
  sql`create table paper_terms (
    term ${text} not null, paper_id ${rowId} not null,
    constraint paper_terms_key primary key (term, paper_id)) ${keyOnly}`,
];
