import { z } from 'zod';
import { pageQuery, pagination } from './archive';
import { additions, get } from './endpoint';
import { anyRowId, date, id, idParams, line, time } from './fields';
import { listQuery } from './lists';

export const operationActions = [
  'create',
  'update',
  'delete',
  'import',
  'undo',
  'restore',
  'export',
] as const;

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
  undo_of: id.nullable(),
  /** True after the retention period, when the deleted rows are no longer stored. */
  is_expired: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const values = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** The values never contain passwords, tokens or internal columns. */
export const auditRow = z.object({
  table_name: z.string(),
  row_id: id,
  /** The time of this write. An import has several requests, so its writes have different times. */
  performed_at: time,
  user_name: z.string(),
  /** Null if the row did not exist, or if the values are no longer stored. */
  before: values.nullable(),
  after: values.nullable(),
  /** Columns that changed, but whose values are confidential. */
  hidden_changes: z.array(z.string()),
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
  student_row_id: anyRowId.optional(),
  start_date: date.optional(),
  end_date: date.optional(),
};
/** The log cannot be sorted by description, because sorting all rows by text is slow. */
export const auditSorts = ['id', 'performed_at', 'action', 'table_name', 'user_name', 'rows_count'] as const;

export const auditApi = additions({
  list: get('/audit', {
    roles: ['admin'],
    summary: 'Operations; default order: newest first. `q` searches description, record and user',
    query: listQuery({ sortable: auditSorts, filter: auditFilter }),
    response: z.array(auditEntry),
    listName: 'audit',
  }),
  one: get('/audit/{id}', {
    roles: ['admin'],
    summary: 'One operation with its rows before and after, in pages',
    params: idParams,
    query: z.strictObject(pageQuery),
    response: auditDetail,
  }),
});
