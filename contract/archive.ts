import { z } from 'zod';
import { get, post } from './endpoint';
import { addition, date, id, idParams, integer, time } from './fields';
import { sortQuery } from './lists';
import { undoResult } from './undo';

export const archiveTables = [
  'students',
  'programs',
  'batches',
  'subjects',
  'users',
  'assignments',
  'grades',
  'absences',
] as const;

/** Spec 1 §9. */
export const archivePageSize = 50;
export const maxArchivePageSize = 200;

/** A restored deletion has no days left, so it is the last in the order of days. */
export const archiveSorts = [
  'performed_at',
  'description',
  'table_name',
  'user_name',
  'days_until_expiration',
  'can_undo',
] as const;

export const archiveEntry = z.object({
  id,
  description: z.string(),
  table_name: z.string(),
  user_name: z.string(),
  user_role: z.string(),
  performed_at: time,
  /** Whole days in the institute's time zone; 0 on the last day. */
  days_until_expiration: z.int(),
  can_undo: z.boolean(),
  related_records_count: z.int(),
  item_name: z.string().nullable(),
});
export type ArchiveEntry = z.infer<typeof archiveEntry>;

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
});
export type Pagination = z.infer<typeof pagination>;

export const pageQuery = {
  page: integer(1, 1_000_000).optional(),
  limit: integer(1, maxArchivePageSize).optional(),
};

export const archiveStats = z.object({
  total: z.int(),
  undone: z.int(),
  expiring_soon: z.int(),
  by_table: z.array(z.object({ table_name: z.string(), total_operations: z.int(), undone_count: z.int() })),
});
export type ArchiveStats = z.infer<typeof archiveStats>;

export const archiveApi = {
  deletedRecords: get('/archive/deleted-records', {
    roles: ['admin'],
    summary: 'Deletions within the retention period; default order: newest first',
    query: z.strictObject({
      table_name: z.enum(archiveTables).optional(),
      user_id: integer(1, Number.MAX_SAFE_INTEGER).optional(),
      start_date: date.optional(),
      end_date: date.optional(),
      sort: addition(sortQuery(archiveSorts).optional()),
      ...pageQuery,
    }),
    response: z.object({ data: z.array(archiveEntry), pagination }),
  }),
  stats: get('/archive/stats', {
    roles: ['admin'],
    summary: 'Counts of deletions, in total and by table; largest first',
    response: archiveStats,
  }),
  restore: post('/archive/restore/{id}', {
    roles: ['admin'],
    summary: 'Restore a deleted record and everything deleted with it; possible once',
    params: idParams,
    response: undoResult,
  }),
};
