import { z } from 'zod';
import { mushafRange } from './dailyRecords';
import { addition } from './fields';
import { reportedSubject } from './studentReport';
import { performanceLevels } from './vocabulary';

export const reportedRecord = z.object({
  studentName: z.string(),
  recordDate: z.string(),
  recordContent: z.string().nullable(),
  /** In steps of one half. */
  pagesCount: z.number().nullable(),
  performanceLevel: z.enum(performanceLevels).nullable(),
  mistakesCount: z.int().nullable(),
  teacherNotes: z.string().nullable(),
  studentId: addition(z.string()),
  /** Where the content is a range in the mushaf. */
  range: addition(mushafRange.nullable()),
});
export type ReportedRecord = z.infer<typeof reportedRecord>;

/** Over all records, also where the list is cut. */
const recordStatistics = z.object({
  totalRecords: z.int(),
  /** Those with a record. */
  totalStudents: z.int(),
  totalPages: z.number(),
  /** Of the records that state pages, one decimal. */
  avgPages: z.number().nullable(),
  totalMistakes: z.int(),
  /** The mean worth of the performance levels, one decimal. Decision 11. */
  avgGrade: z.number().nullable(),
  /** An empty level is in none of them. */
  performanceDistribution: z.object({
    excellent: z.int(),
    veryGood: z.int(),
    good: z.int(),
    acceptable: z.int(),
    weak: z.int(),
  }),
});

/** Spec 2 §3, Daily records response. */
export const reportedDailyRecords = z.object({
  /** Null where the report is of everybody. */
  student: z
    .object({ studentId: addition(z.string()), studentName: z.string(), batchName: z.string() })
    .nullable(),
  subject: reportedSubject,
  /** As asked for; else the days of the first and last record, null without any. */
  dateRange: z.object({ startDate: z.string().nullable(), endDate: z.string().nullable() }),
  /** By day, then by name; of more than `listLimit` (contract/lists.ts) the newest. */
  records: z.array(reportedRecord),
  statistics: recordStatistics,
  /** Each day with records, ascending, for the chart. */
  days: addition(
    z.array(z.object({ date: z.string(), records: z.int(), pages: z.number(), mistakes: z.int() })),
  ),
});
export type ReportedDailyRecords = z.infer<typeof reportedDailyRecords>;
