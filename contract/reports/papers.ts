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

/** `own` is the report of the caller's linked student. `week` covers seven days of a student or circle. */
export const paperTypes = ['own', 'week', ...reportTypes] as const;
export type PaperType = (typeof paperTypes)[number];

const paper = z.strictObject({
  type: z.enum(paperTypes),
  userId: id.optional(),
  batchName: line(120).optional(),
  ...reportParameters,
});
export type PaperRequest = z.infer<typeof paper>;

export const maxSlips = 1_000;

/** Slips with new accounts, for printing. The server does not store or log them. */
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

/** Slips with the links of guardians, which the server neither stores nor logs. */
const guardianSlips = z.strictObject({
  type: z.literal('guardian-slips'),
  links: z
    .array(
      z.strictObject({
        guardian_id: id,
        link_code: z.string().regex(/^[a-z2-9]{26}$/),
        link_pin: z.string().regex(/^\d{6}$/),
      }),
    )
    .min(1)
    .max(maxSlips),
});
export type GuardianSlipsRequest = z.infer<typeof guardianSlips>;

export const batchFormats = ['pdf', 'zip'] as const;
export type BatchFormat = (typeof batchFormats)[number];

export const maxBatchPapers = 300;

/** A larger PDF needs too much memory. The daily records of forty students in a term fit. */
export const maxPaperRows = 4_000;
/** The maximum number of characters in one PDF. Two million characters need about 700 MB of memory. */
export const maxPaperCharacters = 2_000_000;
/** The maximum number of rows in the transcripts of a batch. A student has one row per subject. */
export const maxBatchRows = 6_000;

export const batchJob = z.object({
  id: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  done: z.int(),
  total: z.int(),
});
export type BatchJob = z.infer<typeof batchJob>;

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

export const issue = z.object({
  /** `2026-000123`: the year, and the count within it. */
  number: z.string(),
  code: z.string(),
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

export const issuedSorts = [
  'id',
  'created_at',
  'number',
  'student_name',
  'batch_name',
  'user_name',
  'withdrawn_at',
] as const;

export const issuedRow = transcriptRow
  .omit({ percentage: true, points: true })
  // Papers issued before the transcript had the maximum.
  .extend({ max: transcriptRow.shape.max.optional() });

export const issuedContent = z.object({
  studentName: z.string(),
  studentId: z.string(),
  /** Only the last four digits are readable. Null if the student has no national id. */
  nationalId: z.string().nullable(),
  programName: z.string().nullable(),
  batchName: z.string(),
  level: z.int().nullable(),
  rows: z.array(issuedRow),
  totalHours: z.int(),
  totalSubjects: z.int(),
  levelGPA: z.number().nullable(),
  cumulativeGPA: z.number().nullable(),
  former: z.array(formerProgram.extend({ transcript: z.array(issuedRow) })),
});
export type IssuedContent = z.infer<typeof issuedContent>;

/** `altered`: the record has changed since the paper was issued. `gone`: the record was deleted. */
export const paperStates = ['valid', 'altered', 'gone', 'withdrawn'] as const;
export type PaperState = (typeof paperStates)[number];

export const verification = z.object({
  state: z.enum(paperStates),
  number: z.string(),
  instituteName: z.string(),
  issuedOn: z.string(),
  withdrawnOn: z.string().nullable(),
  /** Null if the paper is withdrawn, or if its student or batch was deleted. */
  content: issuedContent.nullable(),
});
export type Verification = z.infer<typeof verification>;

export const papersApi = additions({
  make: post('/papers', {
    roles: ['admin', 'teacher', 'student'],
    summary:
      'A report as a PDF, for all who may read the report. Transcripts made by staff are numbered; admins also get slips with new accounts or links of guardians',
    body: z.discriminatedUnion('type', [slips, guardianSlips, paper]),
    response: file,
    isFile: true,
  }),
  issue: post('/papers/issue', {
    roles: ['admin', 'teacher'],
    scopedBy: { batchName: 'batchName' },
    summary: 'Issue number and code for a transcript that the browser prints',
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
    summary: 'Start the transcripts of a whole batch; replaces an earlier job of the caller',
    body: z.strictObject({
      batchName: line(120),
      level: integer(1, 8).optional(),
      form: z.enum(batchFormats),
    }),
    response: batchJob,
    status: 201,
  }),
  batch: get('/papers/batches/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'The progress of a transcript job; a job that nobody polls is cancelled',
    params: jobParams,
    response: batchJob,
  }),
  batchFile: get('/papers/batches/{id}/file', {
    roles: ['admin', 'teacher'],
    summary: 'The file of a finished transcript job',
    params: jobParams,
    response: file,
    isFile: true,
  }),
  cancelBatch: remove('/papers/batches/{id}', {
    roles: ['admin', 'teacher'],
    scopedBy: {},
    summary: 'Cancel a transcript job',
    params: jobParams,
    response: successResponse,
  }),
  issued: get('/papers/issued', {
    roles: ['admin', 'teacher'],
    summary: 'Issued transcripts; default order: newest first. `q` searches number, student and user',
    query: listQuery({
      sortable: issuedSorts,
      filter: {
        is_withdrawn: z.boolean().optional(),
        batch_name: line(120).optional(),
        user_id: anyRowId.optional(),
        start_date: date.optional(),
        end_date: date.optional(),
      },
    }),
    response: z.array(issuedPaper),
    listName: 'papers',
  }),
  withdraw: post('/papers/issued/{id}/withdraw', {
    roles: ['admin'],
    summary: 'Withdraw an issued transcript; its verification then says so',
    params: idParams,
    body: z.strictObject({ reason: requiredLine(500) }),
    response: successResponse,
  }),
  verify: get('/verify/{code}', {
    roles: 'public',
    limitPerMinute: 60,
    summary: 'The content of an issued transcript, and whether it is still valid',
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
    // The limit is low, because a check code has only ten characters and could be guessed.
    limitPerMinute: 10,
    summary:
      'The same by number and check (the first 10 characters of the code), as printed on the transcript',
    params: z.strictObject({
      number: parsedText(parsePaperNumber),
      check: parsedText(parsePaperCheck),
    }),
    response: verification,
  }),
});
