import type { RecordParts } from '../domain/recordParts';
import type { Row } from '../db/schema';

/** What is read of a record. */
export const columns = [
  'id',
  'student_row_id',
  'date',
  'kind',
  'seq',
  'heard_by',
  'record_content',
  'pages_count',
  'performance_level',
  'mistakes_count',
  'teacher_notes',
  'result',
  'version',
  'updated_at',
  'parts_changed_at',
] as const;
export type RecordRow = Pick<Row<'daily_records'>, (typeof columns)[number]>;

/** A record with its ranges and faults. */
export type StoredRecord = RecordRow & { parts: RecordParts | undefined };
