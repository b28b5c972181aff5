import { z } from 'zod';
import { additions, get } from './endpoint';
import { addition, date, id, line, time } from './fields';
import { listQuery } from './lists';
import { letters } from './vocabulary';

/** A figure without data is null; rates carry one decimal. Spec 1 §3, decision 3. */
export const dashboardStats = z.object({
  programs: z.int(),
  /** Batches of the current academic year. */
  batches: z.int(),
  students: z.int(),
  /** Subject offerings. */
  subjects: z.int(),
  /** Students of active batches. */
  activeStudents: z.int(),
  todayAbsences: z.int(),
  /** Mean of the percentages of complete rows. */
  averageGrade: z.number().nullable(),
  /** Published assignments. */
  assignments: z.int(),
  /** Percentage of complete results that are passed. */
  successRate: z.number().nullable(),
  /** 95 while no register has been taken. */
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
  /** Ten, best first. */
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

/** Figures within the scope of the caller. */
export const dashboardApi = {
  stats: get('/dashboard/stats', {
    roles: ['admin', 'teacher'],
    summary: 'The figures of the dashboard',
    response: dashboardStats,
  }),
  recentActivities: get('/dashboard/recent-activities', {
    roles: ['admin', 'teacher'],
    summary: 'The newest operations: all for an admin, their own for a teacher; at most 10',
    response: z.array(recentActivity),
  }),
  performance: get('/dashboard/performance', {
    roles: ['admin', 'teacher'],
    summary: 'Marks by level, distribution of letters, and the ten best students',
    response: performanceData,
  }),
};

/** The work of one day in a circle, or in a subject without circles. */
export const todayItem = z.object({
  program_id: z.string(),
  batch_id: id,
  /** The row number, as the calls of assignments take it. */
  subject_id: id,
  subject_code: z.string(),
  name: z.string(),
  batch_name: z.string(),
  circle_id: id.nullable(),
  circle_name: z.string().nullable(),
  /** Whether the circle meets on the day; a subject without circles meets on all days but the weekend. */
  is_today: z.boolean(),
  register: z.object({ taken: z.boolean(), absent: z.int() }),
  /** Those of the last seven days that should have a register and have none, the newest first. */
  overdue_registers: z.array(date),
  /** Students with a record of any kind on the day, of all; null for a subject without daily records. */
  records: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** Students without a complete result; null for a subject without a grade sheet. */
  marks_missing: z.int().nullable(),
  /** Submissions that are not graded yet. */
  to_grade: z.int(),
});
export type TodayItem = z.infer<typeof todayItem>;

export const todayApi = additions({
  list: get('/today', {
    roles: ['admin', 'teacher'],
    summary:
      'The work of a day: a row for each circle that a teacher holds, else for each subject; an admin gets all',
    query: listQuery({ sortable: ['name'], filter: {}, parameters: { date: date.optional() } }),
    response: z.array(todayItem),
    listName: 'today',
  }),
});
