import { z } from 'zod';
import { additions, file, get, post, remove } from './endpoint';
import { validationMessages } from './errors';
import { academicNumber, done, id, idParams, integer, line, requiredLine, time } from './fields';
import { listQuery } from './lists';
import { reportParts, reportTypes } from './reportLog';
import { maxTypedLength, parsePaperCheck, parsePaperNumber } from './rules/paperCheck';
import { formerPart, transcriptRow } from './academicReports';
import { wantedKind } from './dailyRecords';

/** The report of a student of an account, and the five of the staff. */
export const paperTypes = ['own', ...reportTypes] as const;
export type PaperType = (typeof paperTypes)[number];

/** Which report: what its type needs; the server says what is missing. */
const paper = z.strictObject({
  type: z.enum(paperTypes),
  /** Of `own` alone. */
  userId: id.optional(),
  batchName: line(120).optional(),
  ...reportParts,
  /** Of the two of daily records. */
  kind: wantedKind.optional(),
  circle_id: id.optional(),
});
export type PaperRequest = z.infer<typeof paper>;

/** The transcripts of a batch in one file, or in a ZIP with a file for each. */
export const batchForms = ['pdf', 'zip'] as const;
export type BatchForm = (typeof batchForms)[number];

/** Maximum students of one such file. */
export const maxInBatch = 300;

/** Maximum rows of one PDF (the daily records of forty students over a term); more would take too much memory. */
export const maxRowsOfPaper = 4_000;
/** Maximum characters in those rows: notes may be long, and two million characters take about 700 MB. */
export const maxLettersOfPaper = 2_000_000;
/** Of the transcripts of a batch in one PDF, counting every subject for every student. */
export const maxRowsOfBatch = 6_000;

export const batchWork = z.object({
  id: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  /** Transcripts that are done, of so many. */
  done: z.int(),
  total: z.int(),
});
export type BatchWork = z.infer<typeof batchWork>;

/** Text as somebody types it, by a rule that reads it. */
const typedText = <T>(read: (text: string) => T | null) =>
  z
    .string()
    .max(maxTypedLength)
    .transform((text, context) => {
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: validationMessages.invalid });
      return z.NEVER;
    });

const workParams = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) });

/** Of an issued transcript. */
export const issue = z.object({
  /** `2026-000123`: the year and the count within it. */
  number: z.string(),
  /** 128 bits, hexadecimal. */
  code: z.string(),
  /** What the QR code leads to. */
  address: z.string(),
});
export type Issue = z.infer<typeof issue>;

export const issuedPaper = z.object({
  id,
  number: z.string(),
  code: z.string(),
  created_at: time,
  user_name: z.string(),
  student_id: z.string(),
  student_name: z.string(),
  batch_name: z.string(),
  level: z.int().nullable(),
  withdrawn_at: time.nullable(),
  withdrawn_by: z.string().nullable(),
  withdrawn_reason: z.string().nullable(),
});
export type IssuedPaper = z.infer<typeof issuedPaper>;

/** A row of a transcript, as far as a paper vouches for it. */
export const issuedRow = transcriptRow
  .omit({ percentage: true, points: true })
  // Papers of the time before the enrolments do not tell.
  .extend({ isRepeated: transcriptRow.shape.isRepeated.optional() });

/** What a transcript said when it was issued. */
export const issuedContent = z.object({
  studentName: z.string(),
  studentId: z.string(),
  /** All but the last four digits are dots; null of a student without one. */
  nationalId: z.string().nullable(),
  programName: z.string().nullable(),
  batchName: z.string(),
  /** Null: all. */
  level: z.int().nullable(),
  rows: z.array(issuedRow),
  totalHours: z.int(),
  totalSubjects: z.int(),
  levelGPA: z.number().nullable(),
  cumulativeGPA: z.number().nullable(),
  /** Absent on papers of the time before the enrolments. */
  former: z.array(formerPart.extend({ transcript: z.array(issuedRow) })).optional(),
});
export type IssuedContent = z.infer<typeof issuedContent>;

/** `altered`: the record says something else now; `gone`: there is none any more. */
export const paperStates = ['valid', 'altered', 'gone', 'withdrawn'] as const;
export type PaperState = (typeof paperStates)[number];

export const verified = z.object({
  state: z.enum(paperStates),
  number: z.string(),
  instituteName: z.string(),
  /** Days where the institute is. */
  issuedOn: z.string(),
  withdrawnOn: z.string().nullable(),
  /** Null of one that is withdrawn, or whose student or batch is gone. */
  content: issuedContent.nullable(),
});
export type Verified = z.infer<typeof verified>;

export const papersApi = additions({
  make: post('/papers', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'A report as a PDF, for whoever may read the report; a transcript made by staff is numbered',
    body: paper,
    response: file,
    isFile: true,
  }),
  issue: post('/papers/issue', {
    roles: ['admin', 'teacher'],
    summary: 'Number and code of a transcript that the browser prints',
    body: z.strictObject({
      batchName: line(120),
      studentId: academicNumber,
      level: integer(1, 8).optional(),
    }),
    response: issue,
  }),
  startBatch: post('/papers/batches', {
    roles: ['admin', 'teacher'],
    summary: 'Begins the transcripts of a whole batch, in place of what the same person has begun before',
    body: z.strictObject({
      batchName: line(120),
      level: integer(1, 8).optional(),
      form: z.enum(batchForms),
    }),
    response: batchWork,
    status: 201,
  }),
  batch: get('/papers/batches/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'How far such a work has come; one that nobody asks about is given up',
    params: workParams,
    response: batchWork,
  }),
  batchFile: get('/papers/batches/{id}/file', {
    roles: ['admin', 'teacher'],
    summary: 'The file of a work that is ready',
    params: workParams,
    response: file,
    isFile: true,
  }),
  cancelBatch: remove('/papers/batches/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'Gives up such a work',
    params: workParams,
    response: done,
  }),
  issued: get('/papers/issued', {
    roles: ['admin', 'teacher'],
    summary: 'Transcripts that were issued, newest first; `q` searches number, student and person',
    query: listQuery({ sortable: ['id'], filter: {} }),
    response: z.array(issuedPaper),
    listOf: 'papers',
  }),
  withdraw: post('/papers/issued/{id}/withdraw', {
    roles: ['admin'],
    summary: 'Withdraws an issued transcript: whoever checks it is told so',
    params: idParams,
    body: z.strictObject({ reason: requiredLine(500) }),
    response: done,
  }),
  verify: get('/verify/{code}', {
    roles: 'public',
    limitPerMinute: 60,
    summary: 'What an issued transcript said, and whether it still holds',
    params: z.strictObject({
      code: z
        .string()
        .regex(/^[0-9a-fA-F]{32}$/)
        .transform((code) => code.toLowerCase()),
    }),
    response: verified,
  }),
  verifyNumber: get('/verify/{number}/{check}', {
    roles: 'public',
    // Ten characters can be guessed at.
    limitPerMinute: 10,
    summary:
      'The same by the number of a transcript and the first 10 characters of its code, as it shows both',
    params: z.strictObject({
      number: typedText(parsePaperNumber),
      check: typedText(parsePaperCheck),
    }),
    response: verified,
  }),
});
