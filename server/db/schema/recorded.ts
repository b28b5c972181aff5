import type { Generated } from 'kysely';

/** What every recorded table has; the unit of work keeps these columns. */
export interface Recorded {
  id: Generated<number>;
  version: number;
  created_at: string;
  updated_at: string;
}

/** The tables whose rows carry `Recorded` and go through the unit of work. */
export const recordedTables = [
  'settings',
  'terms',
  'users',
  'password_requests',
  'saved_filters',
  'programs',
  'batches',
  'subjects',
  'subject_curriculum',
  'subject_grade_settings',
  'subject_teachers',
  'students',
  'grades',
  'registers',
  'absences',
  'daily_records',
  'assignments',
  'assignment_questions',
  'question_options',
  'submissions',
  'submission_answers',
] as const;
export type RecordedTable = (typeof recordedTables)[number];
