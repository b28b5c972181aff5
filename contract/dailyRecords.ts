import { z } from 'zod';
import { get, post } from './endpoint';
import {
  academicNumber,
  addition,
  date,
  done,
  halfSteps,
  id,
  integer,
  line,
  optionalCode,
  optionalLine,
  optionalText,
  time,
  version,
  writeBody,
} from './fields';
import { sheetParams } from './grades';
import { performanceLevels } from './vocabulary';

/** A range in the mushaf; its ayahs are there, its beginning is not after its end. */
export const mushafRange = z.strictObject({
  from: z.strictObject({ surah: z.int(), ayah: z.int() }),
  to: z.strictObject({ surah: z.int(), ayah: z.int() }),
});
export type MushafRange = z.infer<typeof mushafRange>;

/** What a teacher writes of a student on a day. */
export const recordContent = {
  recordContent: z.string().nullable(),
  /** In steps of one half. */
  pagesCount: z.number().nullable(),
  performanceLevel: z.enum(performanceLevels).nullable(),
  mistakesCount: z.int().nullable(),
  teacherNotes: z.string().nullable(),
};
/** Where the content is a range in the mushaf. */
export const recordRange = addition(mushafRange.nullable());
const content = { ...recordContent, range: recordRange };

/** What a student did on an earlier day. */
export const earlierRecord = z.object({ recordDate: z.string(), ...content });
export type EarlierRecord = z.infer<typeof earlierRecord>;

export const dailyRecord = z.object({
  /** Row number; null before the first save. */
  id: addition(id.nullable()),
  studentId: addition(z.string()),
  studentName: z.string(),
  ...content,
  /** The newest record before this day. */
  previous: addition(earlierRecord.nullable()),
  /** Where the student stopped: the newest range before this day. */
  lastRange: addition(mushafRange.nullable()),
  /** 0 before the first save. */
  version,
  updated_at: addition(time.nullable()),
});
export type DailyRecord = z.infer<typeof dailyRecord>;

/** An empty choice, as a form sends it, is none. */
const performance = z.preprocess(
  (value) => (value === '' ? null : value),
  z.enum(performanceLevels).nullish(),
);
/** An empty field, as a form sends it, is none. */
const orNone = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullish(),
  );

/** Named by number, or by a name that one student of the batch has. With every field empty the record goes. */
const sentRecord = writeBody(
  {
    studentId: academicNumber.optional(),
    studentName: line(250).optional(),
    recordContent: optionalText(2_000).optional(),
    pagesCount: orNone(halfSteps(0, 604)),
    performanceLevel: performance,
    mistakesCount: orNone(integer(0, 10_000)),
    teacherNotes: optionalText(2_000).optional(),
    range: addition(mushafRange.nullish()),
    version: addition(version.optional()),
  },
  ['id', 'previous', 'lastRange', 'updated_at', 'recordDate'],
);

export const dailyRecordsApi = {
  day: get('/daily-records/{batchName}/{subjectCode}/{date}', {
    roles: ['admin', 'teacher'],
    summary: 'The daily records of a subject on a day: a row for each student of the batch, by name',
    params: sheetParams.extend({ date }),
    response: z.object({ records: z.array(dailyRecord) }),
  }),
  save: post('/daily-records/save', {
    roles: ['admin', 'teacher'],
    summary: 'Save the records of a day, all or none',
    body: z.strictObject({
      batchName: line(120),
      subjectCode: optionalCode(40),
      /** Read as a courtesy to other clients: the code names the subject. */
      subjectName: optionalLine(120).optional(),
      recordDate: date,
      records: z.array(sentRecord).max(2_000),
    }),
    response: done.extend({ records: addition(z.array(dailyRecord)) }),
  }),
};
