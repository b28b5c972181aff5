import type { RecordParts } from '../domain/recordParts';
import type { Row } from '../db/schema';

export const recordColumns = [
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
export type RecordRow = Pick<Row<'daily_records'>, (typeof recordColumns)[number]>;

export type StoredRecord = RecordRow & { parts: RecordParts | undefined };
