import { z } from 'zod';
import { get, post } from './endpoint';
import {
  academicNumber,
  addition,
  date,
  successResponse,
  line,
  time,
  version,
  writeBody,
  subjectCode,
} from './fields';
import { type GradeColumn, gradeColumns } from './rules/gradeSettings';
import { letters } from './vocabulary';

export const sheetParams = z.strictObject({ batchName: line(120), subjectCode });

const mark = z.number().nullable();

/** Keys such as `participationGrade`. */
const markFields = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(gradeColumns.map((column) => [`${column}Grade`, schema])) as {
    [C in GradeColumn as `${C}Grade`]: S;
  };

export const gradeRow = z.object({
  studentId: z.string(),
  studentName: z.string(),
  ...markFields(mark),
  /** The sum of the recorded marks in the enabled columns. Null without marks. */
  total: z.number().nullable(),
  /** Null until each enabled column has a mark. */
  grade: z.enum(letters).nullable(),
  absenceDays: z.int(),
  version,
  updated_at: addition(time.nullable()),
  /** The first day after the student left. The row of a former student cannot be saved. */
  left_on: addition(date.optional()),
});
export type GradeRow = z.infer<typeof gradeRow>;

export const gradeStatistics = z.object({
  studentsCount: z.int(),
  incompleteCount: addition(z.int()),
  average: z.number().nullable(),
  highest: z.number().nullable(),
  lowest: z.number().nullable(),
  /** The same three beside letters: one decimal, two where one would cross the limit of a letter. */
  displayed: addition(
    z.object({
      average: z.number().nullable(),
      highest: z.number().nullable(),
      lowest: z.number().nullable(),
    }),
  ),
  passCount: z.int(),
  failCount: z.int(),
  passRate: z.number().nullable(),
  excellenceRate: z.number().nullable(),
  excellentCount: z.int(),
  gradeDistribution: z.record(z.enum(letters), z.int()),
});

/** Text may have digits of any script. Empty text and null clear the mark. */
const markInput = z.union([z.number(), z.string().max(40)]).nullish();

const rowInput = writeBody(
  {
    studentId: academicNumber.pipe(z.string().min(1)),
    ...markFields(markInput),
    version: addition(version.optional()),
  },
  ['studentName', 'total', 'grade', 'absenceDays', 'updated_at', 'left_on'],
);

export const maxGradeRows = 2_000;

export const gradeChange = z.object({
  column: z.enum(gradeColumns),
  from: mark,
  to: mark,
  user_name: z.string(),
  user_role: z.string(),
  at: time,
  is_undo: z.boolean(),
});
export type GradeChange = z.infer<typeof gradeChange>;

export const gradesApi = {
  sheet: get('/grades/{batchName}/{subjectCode}', {
    roles: ['admin', 'teacher'],
    summary: 'The marks of a subject: a row for each student of the batch, by name',
    params: sheetParams,
    response: z.array(gradeRow),
  }),
  statistics: get('/grades/statistics/{batchName}/{subjectCode}', {
    roles: ['admin', 'teacher'],
    summary: 'The grade statistics of a subject over its complete rows',
    params: sheetParams,
    response: gradeStatistics,
  }),
  save: post('/grades/save', {
    roles: ['admin', 'teacher'],
    scopedBy: { subjectCode: 'subjectCode', batchName: 'batchName' },
    summary: 'Save changed rows, all or none; a row with an older version than the stored one is refused',
    body: z.strictObject({
      batchName: line(120),
      subjectCode,
      grades: z.array(rowInput).max(maxGradeRows),
    }),
    response: successResponse.extend({ grades: addition(z.array(gradeRow)) }),
  }),
  history: get('/grades/history/{batchName}/{subjectCode}/{studentId}', {
    roles: ['admin', 'teacher'],
    summary: 'Changes of a student’s marks in a subject, newest first, at most 200',
    params: sheetParams.extend({ studentId: academicNumber }),
    response: z.array(gradeChange),
    isAddition: true,
  }),
};
