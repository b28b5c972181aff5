import type { Generated } from 'kysely';

export interface Recorded {
  id: Generated<number>;
  version: number;
  created_at: string;
  updated_at: string;
}

export const recordedTables = [
  'settings',
  'terms',
  'holidays',
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
  'enrolments',
  'student_statuses',
  'distinct_students',
  'guardians',
  'student_guardians',
  'guardian_links',
  'message_templates',
  'excuses',
  'excuse_decisions',
  'announcements',
  'note_categories',
  'behaviour_notes',
  'circles',
  'circle_members',
  'circle_substitutes',
  'grades',
  'registers',
  'absences',
  'fault_kinds',
  'daily_records',
  'daily_record_ranges',
  'daily_record_faults',
  'hifz_plans',
  'hifz_prior',
  'hifz_skips',
  'sard',
  'sard_faults',
  'assignments',
  'assignment_questions',
  'question_options',
  'submissions',
  'submission_answers',
] as const;
export type RecordedTable = (typeof recordedTables)[number];

/** Tables with rows that only describe a record. They are added and removed with it, and not counted. */
export const partTables: readonly RecordedTable[] = [
  'holidays',
  'enrolments',
  'student_statuses',
  'distinct_students',
  'guardians',
  'student_guardians',
  'guardian_links',
  'excuses',
  'excuse_decisions',
  'announcements',
  'behaviour_notes',
  'circle_members',
  'circle_substitutes',
  'daily_record_ranges',
  'daily_record_faults',
  'hifz_plans',
  'hifz_prior',
  'hifz_skips',
  'sard_faults',
];
