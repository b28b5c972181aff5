import { z } from 'zod';
import { pageQuery, pagination } from './archive';
import { additions, get } from './endpoint';
import { anyRowId, date, id, idParams, line, time } from './fields';
import { listQuery } from './lists';

export const operationActions = ['create', 'update', 'delete', 'import', 'undo', 'restore'] as const;

/** One operation of a person, or of the system. */
export const auditEntry = z.object({
  id,
  performed_at: time,
  /** Null: the system. */
  user_id: id.nullable(),
  user_name: z.string(),
  user_role: z.string(),
  action: z.enum(operationActions),
  table_name: z.string(),
  item_name: z.string().nullable(),
  description: z.string(),
  rows_count: z.int(),
  undone_at: time.nullable(),
  /** The operation that this one took back. */
  undo_of: id.nullable(),
  /** Whether the retention period of a deletion is over, so that its rows are no longer stored. */
  is_expired: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const values = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** One row that an operation changed, without passwords, tokens and internal columns. */
export const auditRow = z.object({
  table_name: z.string(),
  row_id: id,
  /** Those of the write: an operation of several, such as an import, has more than one time. */
  performed_at: time,
  user_name: z.string(),
  /** Null if there was none, or if it is no longer stored. */
  before: values.nullable(),
  after: values.nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const auditDetail = auditEntry.extend({
  undone_by: z.string().nullable(),
  rows: z.array(auditRow),
  pagination,
});
export type AuditDetail = z.infer<typeof auditDetail>;

export const auditFilter = {
  user_id: anyRowId.optional(),
  action: z.enum(operationActions).optional(),
  table_name: line(60).optional(),
  /** The operations that changed this student's record, his batch or his status. */
  student_row_id: anyRowId.optional(),
  /** First and last day, in the institute's time zone; like the table, of any write of the operation. */
  start_date: date.optional(),
  end_date: date.optional(),
};
/** What the list shows, without its sentences: nobody looks for one by its first letter, and the log is large. */
export const auditSorts = ['id', 'performed_at', 'action', 'table_name', 'user_name', 'rows_count'] as const;

export const auditApi = additions({
  list: get('/audit', {
    roles: ['admin'],
    summary: 'Who did what, newest first unless asked otherwise; `q` searches description, record and person',
    query: listQuery({ sortable: auditSorts, filter: auditFilter }),
    response: z.array(auditEntry),
    listName: 'audit',
  }),
  one: get('/audit/{id}', {
    roles: ['admin'],
    summary: 'One operation with its rows before and after, page by page',
    params: idParams,
    query: z.strictObject(pageQuery),
    response: auditDetail,
  }),
});
