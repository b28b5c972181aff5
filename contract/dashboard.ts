import { z } from 'zod';
import { additions, get } from './endpoint';
import { addition, date, id, line, time } from './fields';
import { listQuery } from './lists';
import { dayOffKinds, letters, sections } from './vocabulary';

/** Rates have one decimal. A value is null without data. Source: spec 1 §3, decision 3. */
export const dashboardStats = z.object({
  programs: z.int(),
  batches: z.int(),
  students: z.int(),
  subjects: z.int(),
  activeStudents: z.int(),
  todayAbsences: z.int(),
  averageGrade: z.number().nullable(),
  assignments: z.int(),
  successRate: z.number().nullable(),
  /** 95 before the first register (decision 3). */
  attendanceRate: z.number(),
  attendanceRateIsDefault: addition(z.boolean()),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

export const recentActivity = z.object({
  id: z.union([z.int(), line(60)]),
  action: z.string(),
  user: z.string(),
  time,
  type: z.enum(['info', 'success', 'warning']),
});
export type RecentActivity = z.infer<typeof recentActivity>;

export const performanceData = z.object({
  gradesByLevel: z.array(z.object({ level: z.int(), average: z.number(), count: z.int() })),
  gradeDistribution: z.record(z.enum(letters), z.int()),
  topStudents: z.array(
    z.object({
      full_name: z.string(),
      subjects_count: z.int(),
      average_grade: z.number(),
      rank: addition(z.int()),
    }),
  ),
});
export type PerformanceData = z.infer<typeof performanceData>;

export const dashboardApi = {
  stats: get('/dashboard/stats', {
    roles: ['admin', 'teacher'],
    summary: 'The statistics of the dashboard',
    response: dashboardStats,
  }),
  recentActivities: get('/dashboard/recent-activities', {
    roles: ['admin', 'teacher'],
    summary: 'The newest operations, at most 10; teachers get their own',
    response: z.array(recentActivity),
  }),
  performance: get('/dashboard/performance', {
    roles: ['admin', 'teacher'],
    summary: 'Marks by level, distribution of letters, and the ten best students',
    response: performanceData,
  }),
};

export const todayItem = z.object({
  program_id: z.string(),
  batch_id: id,
  subject_id: id,
  subject_code: z.string(),
  name: z.string(),
  batch_name: z.string(),
  /** Tells the screens whether the students are girls. */
  section: z.enum(sections),
  circle_id: id.nullable(),
  circle_name: z.string().nullable(),
  /**
   * True if the circle meets on this day. Without circles, each day outside of the weekend counts. False on a
   * holiday.
   */
  is_today: z.boolean(),
  /** Why the students are not taught on this day. */
  holiday: z.object({ name: z.string().nullable(), kind: z.enum(dayOffKinds) }).nullable(),
  register: z.object({ taken: z.boolean(), absent: z.int() }),
  overdue_registers: z.array(date),
  /** `of` counts the students, `done` the students with a record. Null without daily records. */
  records: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** The number of students without a complete result. Null for a subject without a grade sheet. */
  marks_missing: z.int().nullable(),
  to_grade: z.int(),
});
export type TodayItem = z.infer<typeof todayItem>;

export const todayApi = additions({
  list: get('/today', {
    roles: ['admin', 'teacher'],
    summary:
      'The work of a day: a row for each circle of the teacher, or for each subject without circles; admins get all',
    query: listQuery({ sortable: ['name'], filter: {}, parameters: { date: date.optional() } }),
    response: z.array(todayItem),
    listName: 'today',
  }),
});
