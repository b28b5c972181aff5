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

/** A range in the mushaf: its ayahs exist, and it does not end before it begins. */
export const mushafRange = z.strictObject({
  from: z.strictObject({ surah: z.int(), ayah: z.int() }),
  to: z.strictObject({ surah: z.int(), ayah: z.int() }),
});
export type MushafRange = z.infer<typeof mushafRange>;

/** What a teacher writes about a student on a day. */
export const recordContent = {
  recordContent: z.string().nullable(),
  /** In steps of one half. */
  pagesCount: z.number().nullable(),
  performanceLevel: z.enum(performanceLevels).nullable(),
  mistakesCount: z.int().nullable(),
  teacherNotes: z.string().nullable(),
};
/** From one ayah to another, `2:1` to `2:5`; both are counted. */
export const ayahRange = z.object({ from: z.string(), to: z.string() });
export type AyahRange = z.infer<typeof ayahRange>;

/** The number of faults of one kind; `ayah` is null if the teacher named none. */
export const fault = z.object({ kind: z.string(), ayah: z.string().nullable(), count: z.int() });
export type RecordFault = z.infer<typeof fault>;

/** What our server adds about a recitation. Without a record the result is null and the lists are empty. */
export const recitationDetails = {
  /** The first of the ranges. */
  range: addition(mushafRange.nullable()),
  ranges: addition(z.array(ayahRange)),
  /** With any, `mistakesCount` is the sum of their counts. */
  faults: addition(z.array(fault)),
  result: addition(z.enum(recordResults).nullable()),
};
const content = { ...recordContent, ...recitationDetails };

/** What a student did on an earlier day, in the same kind. */
export const earlierRecord = z.object({ recordDate: z.string(), ...content });
export type EarlierRecord = z.infer<typeof earlierRecord>;

/** One of several recitations of a student, of one kind on one day. */
export const recitation = z.object({
  id,
  /** From 1, in the order in which they were heard; the number of a deleted one is not used again. */
  seq: z.int(),
  /** The name of the person who saved it first; null if it is not known. */
  heardBy: z.string().nullable(),
  ...content,
  version,
  updated_at: time,
});
export type Recitation = z.infer<typeof recitation>;

export const dailyRecord = z.object({
  /** Row number, of the last recitation; null before the first save. */
  id: addition(id.nullable()),
  /** Number of the last recitation among those of the kind and day. */
  seq: addition(z.int().nullable()),
  /**
   * The recitations of the kind on this day. A row of several has their ranges joined, their faults, mistakes and pages
   * added up (a passage that was heard twice counts once), the result and level of the last, and the sum of their
   * versions, which never repeats; `/daily-records/{id}` changes each of them. Rule 9a of the domain.
   */
  count: addition(z.int()),
  heardBy: addition(z.string().nullable()),
  /** Each of several recitations; empty if there are fewer than two. */
  recitations: addition(z.array(recitation)),
  studentId: addition(z.string()),
  studentName: z.string(),
  kind: addition(z.enum(recordKinds)),
  ...content,
  /** The newest record of this kind before this day. */
  previous: addition(earlierRecord.nullable()),
  /** Where the student stopped in this kind: the last range of the newest record with one before this day. */
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
const emptyAsNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullish(),
  );

/** A kind of fault in a recitation. */
export const faultKind = z.object({
  /** Its name in the API; never changes. */
  key: z.string(),
  name: z.string(),
  /** What one such fault counts if faults are weighted. */
  weight: z.number(),
  /** A record holds such a fault, so that it cannot be removed. */
  is_used: z.boolean(),
  version,
});
export type FaultKind = z.infer<typeof faultKind>;

/** Which list of kinds a caller has read, for `seen` of a save: `notice:1,prompt:3`. */
export const faultKindVersions = (kinds: readonly Pick<FaultKind, 'key' | 'version'>[]): string =>
  kinds.map(({ key, version: kindVersion }) => `${key}:${kindVersion}`).join(',');

/** Maximum kinds of an institute. */
const maxFaultKinds = 20;

/** The key of a kind. */
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

/** Maximum ranges, and kinds of fault on ayahs, of one record; and the maximum sum of its faults. */
export const maxRanges = 40;
export const maxFaults = 200;
export const maxMistakes = 10_000;

/** An ayah as `ayahName` writes it, in digits of any script. */
export const ayah = code(8).pipe(z.string().regex(/^\d{1,3}:\d{1,3}$/));
export const faultInput = z.strictObject({
  kind: faultKey,
  ayah: ayah.nullish(),
  count: integer(1, 999),
});

/** What a caller writes about a recitation; a missing field keeps its value. */
const contentInput = {
  recordContent: optionalText(2_000).optional(),
  pagesCount: emptyAsNull(halfSteps(0, 604)),
  performanceLevel: performance,
  mistakesCount: emptyAsNull(integer(0, maxMistakes)),
  teacherNotes: optionalText(2_000).optional(),
  result: addition(z.enum(recordResults).nullish()),
  /** A single range instead of `ranges`; if both are sent, it must be the first of them. */
  range: addition(mushafRange.nullish()),
  ranges: addition(
    z
      .array(z.strictObject({ from: ayah, to: ayah }))
      .max(maxRanges)
      .optional(),
  ),
  /** The complete list; if there are ranges, each ayah is in one of them. */
  faults: addition(z.array(faultInput).max(maxFaults).optional()),
};

/** Fields of a row that the server computes or keeps. */
const serverFields = ['id', 'seq', 'count', 'heardBy', 'recitations', 'previous', 'lastRange', 'updated_at'];

/**
 * The student is named by number, or by a name that only one student of the batch has. A record with every field
 * empty is deleted; a result or faults alone do not keep it. A missing field keeps its value, with two exceptions:
 * pages that were the sum of the ranges change with the ranges, and another text removes the ranges of the old one.
 * `pagesCount` null asks for the sum. Rule 7 of the domain.
 *
 * Over a stored record, a row with ranges, faults or a result needs its `version`, else it is 409 STALE; another text
 * without a version leaves ranges that it does not name. A change to a row of several recitations is 409
 * SEVERAL_RECORDS. Rule 9a.
 */
const recordInput = writeBody(
  {
    studentId: academicNumber.optional(),
    studentName: line(250).optional(),
    ...contentInput,
    /** Overrides the `kind` of the call. */
    kind: addition(z.enum(recordKinds).optional()),
    version: addition(version.optional()),
  },
  [...serverFields, 'recordDate'],
);

/** `notes` is another name of `teacherNotes`. */
const recitationInput = { ...contentInput, notes: optionalText(2_000).optional() };

/** A recitation as an answer of its own. */
const studentRecitation = recitation.extend({
  studentId: z.string(),
  studentName: z.string(),
  subjectCode: z.string(),
  recordDate: z.string(),
  kind: z.enum(recordKinds),
  /** The recitations of the kind on this day, this one included. */
  count: z.int(),
  operation_id: id.nullable(),
});

/** The kind of the records asked for; `new` by default. */
export const kindFilter = z.enum([...recordKinds, 'all']);
export type KindFilter = z.infer<typeof kindFilter>;

export const dailyRecordsApi = {
  day: get('/daily-records/{batchName}/{subjectCode}/{date}', {
    roles: ['admin', 'teacher'],
    summary:
      'The daily records of a subject on a day: a row for each student of the batch, by name; of one kind, or of all',
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
      /** Accepted from other clients and ignored: the code names the subject. */
      subjectName: optionalLine(120).optional(),
      recordDate: date,
      /** For rows without a kind of their own; `new` by default. */
      kind: addition(z.enum(recordKinds).optional()),
      /** If sent, only records of the members of this circle on that day are accepted. */
      circle_id: addition(id.optional()),
      records: z.array(recordInput).max(2_000),
    }),
    response: successResponse.extend({ records: addition(z.array(dailyRecord)) }),
  }),
};

/** Further recitations of a day; rule 9a of the domain. */
export const recitationsApi = additions({
  create: post('/daily-records/again', {
    roles: ['admin', 'teacher'],
    scopedBy: { subjectCode: 'subjectCode' },
    summary: 'Record a further recitation of a student, of the same kind on the same day',
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
    summary: 'Correct one recitation; a field that is left out stays. Without its version: 409 STALE',
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
    summary: 'The kinds of fault that the institute counts in a recitation, in its order',
    response: z.array(faultKind),
  }),
  save: put('/fault-kinds', {
    roles: ['admin'],
    isOfAllSections: true,
    summary: 'The whole list: known keys are changed, new ones added, the others removed unless in use (409)',
    query: z.strictObject({
      /** Keys and versions of the list that the caller has read; if another list is stored now, it is 409 STALE. */
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
