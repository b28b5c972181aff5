import { z } from 'zod';
import { additions, file, get, post, remove } from '../endpoint';
import { validationMessages } from '../rules/validationMessages';
import {
  academicNumber,
  anyRowId,
  date,
  successResponse,
  id,
  idParams,
  integer,
  line,
  requiredLine,
  time,
} from '../fields';
import { listQuery } from '../lists';
import { maxTypedLength, parsePaperCheck, parsePaperNumber } from '../rules/paperCheck';
import { reportParameters, reportTypes } from './reportLog';
import { formerProgram, transcriptRow } from './studentReport';

/**
 * The report of the student of an account, the five reports of the staff, and the week of a student or of a circle, from
 * `startDate` on.
 */
export const paperTypes = ['own', 'week', ...reportTypes] as const;
export type PaperType = (typeof paperTypes)[number];

/** Which report it is, and the parts that its type needs; the server says which are missing. */
const paper = z.strictObject({
  type: z.enum(paperTypes),
  /** Only for `own`. */
  userId: id.optional(),
  batchName: line(120).optional(),
  ...reportParameters,
});
export type PaperRequest = z.infer<typeof paper>;

/** Maximum slips of one file: the accounts of one call. */
const maxSlips = 1_000;

/** The accounts that were just made, on slips to be handed out. They are neither stored nor logged. */
const slips = z.strictObject({
  type: z.literal('slips'),
  accounts: z
    .array(
      z.strictObject({
        name: line(120).pipe(z.string().min(1)),
        username: line(100).pipe(z.string().min(1)),
        temporary_password: requiredLine(128),
      }),
    )
    .min(1)
    .max(maxSlips),
});
export type SlipsRequest = z.infer<typeof slips>;

/** The transcripts of a batch in one file, or in a ZIP with a file for each. */
export const batchForms = ['pdf', 'zip'] as const;
export type BatchForm = (typeof batchForms)[number];

/** Maximum students of one such file. */
export const maxBatchPapers = 300;

/** Maximum rows of one PDF (the daily records of forty students over a term); more would take too much memory. */
export const maxPaperRows = 4_000;
/** Maximum characters in those rows: notes may be long, and two million characters take about 700 MB. */
export const maxPaperCharacters = 2_000_000;
/** Maximum rows of the transcripts of a batch in one PDF; every subject of every student is a row. */
export const maxBatchRows = 6_000;

export const batchJob = z.object({
  id: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  /** How many transcripts are done; `total` is their number. */
  done: z.int(),
  total: z.int(),
});
export type BatchJob = z.infer<typeof batchJob>;

/** Typed text, read by a rule of `rules/paperCheck`. */
const parsedText = <T>(parse: (text: string) => T | null) =>
  z
    .string()
    .max(maxTypedLength)
    .transform((text, context) => {
      const value = parse(text);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: validationMessages.invalid });
      return z.NEVER;
    });

const jobParams = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) });

/** The data of an issued transcript. */
export const issue = z.object({
  /** `2026-000123`: the year and the count within it. */
  number: z.string(),
  /** 128 bits, hexadecimal. */
  code: z.string(),
  /** The address in the QR code. */
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

/** What the issued papers can be sorted by; those that are not withdrawn come first. */
export const issuedSorts = [
  'id',
  'created_at',
  'number',
  'student_name',
  'batch_name',
  'user_name',
  'withdrawn_at',
] as const;

/** A row of a transcript, without the fields that a paper does not confirm. */
export const issuedRow = transcriptRow.omit({ percentage: true, points: true });

/** What a transcript said when it was issued. */
export const issuedContent = z.object({
  studentName: z.string(),
  studentId: z.string(),
  /** All but the last four digits are replaced by dots; null if the student has none. */
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
  former: z.array(formerProgram.extend({ transcript: z.array(issuedRow) })),
});
export type IssuedContent = z.infer<typeof issuedContent>;

/** `altered`: the record differs from the paper now; `gone`: the record was deleted. */
export const paperStates = ['valid', 'altered', 'gone', 'withdrawn'] as const;
export type PaperState = (typeof paperStates)[number];

export const verification = z.object({
  state: z.enum(paperStates),
  number: z.string(),
  instituteName: z.string(),
  /** A day in the time zone of the institute. */
  issuedOn: z.string(),
  withdrawnOn: z.string().nullable(),
  /** Null if the paper is withdrawn, or its student or batch was deleted. */
  content: issuedContent.nullable(),
});
export type Verification = z.infer<typeof verification>;

export const papersApi = additions({
  make: post('/papers', {
    roles: ['admin', 'teacher', 'student'],
    summary:
      'A report as a PDF, for whoever may read the report; a transcript made by staff is numbered; for admins slips with new accounts',
    body: z.discriminatedUnion('type', [slips, paper]),
    response: file,
    isFile: true,
  }),
  issue: post('/papers/issue', {
    roles: ['admin', 'teacher'],
    scopedBy: { batchName: 'batchName' },
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
    scopedBy: { batchName: 'batchName' },
    summary: 'Begins the transcripts of a whole batch, in place of what the same person has begun before',
    body: z.strictObject({
      batchName: line(120),
      level: integer(1, 8).optional(),
      form: z.enum(batchForms),
    }),
    response: batchJob,
    status: 201,
  }),
  batch: get('/papers/batches/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'How far such a work has come; one that nobody asks about is given up',
    params: jobParams,
    response: batchJob,
  }),
  batchFile: get('/papers/batches/{id}/file', {
    roles: ['admin', 'teacher'],
    summary: 'The file of a work that is ready',
    params: jobParams,
    response: file,
    isFile: true,
  }),
  cancelBatch: remove('/papers/batches/{id}', {
    roles: ['admin', 'teacher'],
    scopedBy: {},
    summary: 'Gives up such a work',
    params: jobParams,
    response: successResponse,
  }),
  issued: get('/papers/issued', {
    roles: ['admin', 'teacher'],
    summary:
      'Transcripts that were issued, newest first unless asked otherwise; `q` searches number, student and person',
    query: listQuery({
      sortable: issuedSorts,
      filter: {
        is_withdrawn: z.boolean().optional(),
        batch_name: line(120).optional(),
        user_id: anyRowId.optional(),
        /** First and last day, in the institute's time zone. */
        start_date: date.optional(),
        end_date: date.optional(),
      },
    }),
    response: z.array(issuedPaper),
    listName: 'papers',
  }),
  withdraw: post('/papers/issued/{id}/withdraw', {
    roles: ['admin'],
    summary: 'Withdraws an issued transcript: whoever checks it is told so',
    params: idParams,
    body: z.strictObject({ reason: requiredLine(500) }),
    response: successResponse,
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
    response: verification,
  }),
  verifyNumber: get('/verify/{number}/{check}', {
    roles: 'public',
    // The limit protects ten characters, which could be guessed.
    limitPerMinute: 10,
    summary:
      'The same by the number of a transcript and the first 10 characters of its code, as it shows both',
    params: z.strictObject({
      number: parsedText(parsePaperNumber),
      check: parsedText(parsePaperCheck),
    }),
    response: verification,
  }),
});
