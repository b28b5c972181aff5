import { z } from 'zod';
import { additions, get, post, put, remove } from './endpoint';
import { validationMessages as messages } from './rules/validationMessages';
import {
  academicNumber,
  addition,
  code,
  date,
  successResponse,
  halfSteps,
  id,
  idParams,
  integer,
  line,
  messageResponse,
  optionalLine,
  optionalText,
  requiredLabel,
  rowId,
  time,
  version,
  writeBody,
  subjectCode,
  requiredSubjectCode,
} from './fields';
import { sheetParams } from './grades';
import { defaultRecordKind, performanceLevels, recordKinds, recordResults } from './vocabulary';

export const mushafRange = z.strictObject({
  from: z.strictObject({ surah: z.int(), ayah: z.int() }),
  to: z.strictObject({ surah: z.int(), ayah: z.int() }),
});
export type MushafRange = z.infer<typeof mushafRange>;

export const recordContent = {
  recordContent: z.string().nullable(),
  /** Steps of 0.5. */
  pagesCount: z.number().nullable(),
  performanceLevel: z.enum(performanceLevels).nullable(),
  mistakesCount: z.int().nullable(),
  teacherNotes: z.string().nullable(),
};
/** Ayahs in the form `2:5`; both ends belong to the range. */
export const ayahRange = z.object({ from: z.string(), to: z.string() });
export type AyahRange = z.infer<typeof ayahRange>;

export const fault = z.object({ kind: z.string(), ayah: z.string().nullable(), count: z.int() });
export type RecordFault = z.infer<typeof fault>;

/** Not in the specification. Without a record the result is null and the lists are empty. */
export const recitationDetails = {
  range: addition(mushafRange.nullable()),
  ranges: addition(z.array(ayahRange)),
  /** If the list is not empty, `mistakesCount` is the sum of the faults. */
  faults: addition(z.array(fault)),
  result: addition(z.enum(recordResults).nullable()),
};
const content = { ...recordContent, ...recitationDetails };

export const earlierRecord = z.object({ recordDate: z.string(), ...content });
export type EarlierRecord = z.infer<typeof earlierRecord>;

export const recitation = z.object({
  id,
  /** Counts from 1 in the order of recitation. The number of a deleted recitation is not used again. */
  seq: z.int(),
  heardBy: z.string().nullable(),
  ...content,
  version,
  updated_at: time,
});
export type Recitation = z.infer<typeof recitation>;

export const dailyRecord = z.object({
  /** The row number of the last recitation. Null before the first save. */
  id: addition(id.nullable()),
  seq: addition(z.int().nullable()),
  /** A row of several recitations has sums, and the result of the last one (rule 9a of the domain). */
  count: addition(z.int()),
  heardBy: addition(z.string().nullable()),
  recitations: addition(z.array(recitation)),
  studentId: addition(z.string()),
  studentName: z.string(),
  kind: addition(z.enum(recordKinds)),
  ...content,
  previous: addition(earlierRecord.nullable()),
  /** The last range of the newest earlier record of this kind that has a range. */
  lastRange: addition(mushafRange.nullable()),
  version,
  updated_at: addition(time.nullable()),
});
export type DailyRecord = z.infer<typeof dailyRecord>;

const performance = z.preprocess(
  (value) => (value === '' ? null : value),
  z.enum(performanceLevels).nullish(),
);
const emptyAsNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullish(),
  );

export const faultKind = z.object({
  key: z.string(),
  name: z.string(),
  weight: z.number(),
  is_used: z.boolean(),
  version,
});
export type FaultKind = z.infer<typeof faultKind>;

/** Returns the keys and versions of the list for `seen`: `notice:1,prompt:3`. */
export const faultKindVersions = (kinds: readonly Pick<FaultKind, 'key' | 'version'>[]): string =>
  kinds.map(({ key, version: kindVersion }) => `${key}:${kindVersion}`).join(',');

const maxFaultKinds = 20;

export const faultKey = code(30).pipe(z.string().regex(/^[a-z][a-z0-9_]*$/));

const faultKindInput = writeBody(
  {
    key: faultKey,
    name: requiredLabel(40),
    weight: z.number().min(0).max(10).multipleOf(0.25, messages.notStep(0.25)),
    version: version.optional(),
  },
  ['is_used'],
);

export const maxRanges = 40;
export const maxFaults = 200;
export const maxMistakes = 10_000;

export const ayah = code(8).pipe(z.string().regex(/^\d{1,3}:\d{1,3}$/));
export const faultInput = z.strictObject({
  kind: faultKey,
  ayah: ayah.nullish(),
  count: integer(1, 999),
});

const contentInput = {
  recordContent: optionalText(2_000).optional(),
  pagesCount: emptyAsNull(halfSteps(0, 604)),
  performanceLevel: performance,
  mistakesCount: emptyAsNull(integer(0, maxMistakes)),
  teacherNotes: optionalText(2_000).optional(),
  result: addition(z.enum(recordResults).nullish()),
  /** A single range instead of `ranges`. With both fields, it must be the first of `ranges`. */
  range: addition(mushafRange.nullish()),
  ranges: addition(
    z
      .array(z.strictObject({ from: ayah, to: ayah }))
      .max(maxRanges)
      .optional(),
  ),
  /** The complete list. If the record has ranges, each ayah must lie in one of them. */
  faults: addition(z.array(faultInput).max(maxFaults).optional()),
};

const serverFields = ['id', 'seq', 'count', 'heardBy', 'recitations', 'previous', 'lastRange', 'updated_at'];

/**
 * Rules 7 and 9a of the domain. A missing field keeps its stored value. A record with only empty fields is
 * deleted, even if it has a result or faults. A new text removes the ranges of the old text. A stored row
 * with ranges, faults or a result needs its `version` (else 409 STALE). A row of several recitations cannot
 * be changed (409 SEVERAL_RECORDS).
 */
const recordInput = writeBody(
  {
    studentId: academicNumber.optional(),
    studentName: line(250).optional(),
    ...contentInput,
    kind: addition(z.enum(recordKinds).optional()),
    version: addition(version.optional()),
  },
  [...serverFields, 'recordDate'],
);

const recitationInput = { ...contentInput, notes: optionalText(2_000).optional() };

const studentRecitation = recitation.extend({
  studentId: z.string(),
  studentName: z.string(),
  subjectCode: z.string(),
  recordDate: z.string(),
  kind: z.enum(recordKinds),
  count: z.int(),
  operation_id: id.nullable(),
});

export const kindFilters = [...recordKinds, 'all'] as const;
export const kindFilter = z.enum(kindFilters);
export type KindFilter = (typeof kindFilters)[number];

export const dailyRecordsApi = {
  day: get('/daily-records/{batchName}/{subjectCode}/{date}', {
    roles: ['admin', 'teacher'],
    summary:
      'The daily records of a subject on a day: a row for each student of the batch, by name; of one kind or all kinds',
    params: sheetParams.extend({ date }),
    query: z.strictObject({
      kind: addition(kindFilter.optional()),
      circle_id: addition(rowId.optional()),
    }),
    response: z.object({ records: z.array(dailyRecord) }),
  }),
  save: post('/daily-records/save', {
    roles: ['admin', 'teacher'],
    scopedBy: { subjectCode: 'subjectCode', batchName: 'batchName' },
    summary: 'Save the records of a day, all or none',
    body: z.strictObject({
      batchName: line(120),
      subjectCode,
      /** The server ignores this field of other clients, because the code identifies the subject. */
      subjectName: optionalLine(120).optional(),
      recordDate: date,
      kind: addition(z.enum(recordKinds).optional()),
      circle_id: addition(id.optional()),
      records: z.array(recordInput).max(2_000),
    }),
    response: successResponse.extend({ records: addition(z.array(dailyRecord)) }),
  }),
};

export const recitationsApi = additions({
  create: post('/daily-records/again', {
    roles: ['admin', 'teacher'],
    scopedBy: { subjectCode: 'subjectCode' },
    summary: 'Record another recitation of a student, of the same kind on the same day',
    body: writeBody(
      {
        subjectCode: requiredSubjectCode,
        studentId: academicNumber.pipe(z.string().min(1)),
        recordDate: date,
        kind: z.enum(recordKinds).default(defaultRecordKind),
        ...recitationInput,
      },
      [...serverFields, 'studentName', 'batchName', 'version', 'operation_id'],
    ),
    response: studentRecitation,
    status: 201,
  }),
  update: put('/daily-records/{id}', {
    roles: ['admin', 'teacher'],
    scopedBy: { id: 'dailyRecordId' },
    summary: 'Change one recitation; missing fields stay. Without its version: 409 STALE',
    params: idParams,
    body: writeBody({ ...recitationInput, version: version.optional() }, [
      ...serverFields,
      'studentId',
      'studentName',
      'subjectCode',
      'batchName',
      'recordDate',
      'kind',
      'operation_id',
    ]),
    response: studentRecitation,
  }),
  remove: remove('/daily-records/{id}', {
    roles: ['admin', 'teacher'],
    scopedBy: { id: 'dailyRecordId' },
    summary: 'Delete one recitation. Without its version: 409 STALE',
    params: idParams,
    query: z.strictObject({ version: rowId.optional() }),
    response: messageResponse.extend({ operation_id: id.nullable() }),
  }),
});

export const faultKindsApi = additions({
  list: get('/fault-kinds', {
    roles: ['admin', 'teacher'],
    summary: 'The institute’s kinds of fault, in its order',
    response: z.array(faultKind),
  }),
  save: put('/fault-kinds', {
    roles: ['admin'],
    isInstituteWide: true,
    summary:
      'Replace the list: existing keys are changed, new ones added, missing ones removed unless in use (409)',
    query: z.strictObject({
      /** The result of `faultKindVersions`. If the stored list differs, the server answers 409 STALE. */
      seen: z
        .string()
        .max(1_000)
        .regex(/^[a-z\d_:,]*$/)
        .optional(),
    }),
    body: z.array(faultKindInput).min(1).max(maxFaultKinds),
    response: z.array(faultKind),
  }),
});
