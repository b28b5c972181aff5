import { z } from 'zod';
import { get, post } from './endpoint';
import { importFieldLabels, importMessages, importResultMessages } from './importMessages';
import { addition, successResponse, id } from './fields';
import { importFields } from './rules/importsFields';
import type { ImportProblem } from './rules/importsCells';
import type { ImportType, Role } from './vocabulary';

/** Spec 2 §9. */
export const importChunkSize = 50;
export const importCheckSize = 1_000;
/** People are judged together, so that repeated names and numbers of the whole file are seen. */
export const judgedTogetherSize = 20_000;
/** 20,000 students have about five megabytes. */
export const maxCheckBytes = 16 * 1_048_576;

/** Unknown fields get 422. `rules/imports` reads the cells. Source: spec 2 §3; api.md, Import. */
const cell = z.union([z.string().max(100_000), z.number(), z.boolean(), z.null()]);
const cells = (type: ImportType) =>
  Object.fromEntries(importFields[type].map(({ name }) => [name, cell.optional()]));
const cellsSchema = (type: ImportType) => z.strictObject(cells(type));

/** Why a row can be another person than the stored one. */
export const questionKinds = [
  'otherName',
  'twoPeople',
  'otherId',
  'repeatedNumber',
  'namesakes',
  'contradiction',
  'otherBatch',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A row that may be one of several people, and what the admin decides about it (files.md). */
export const personDecision = z.strictObject({
  /** `ask`: the check asked, and there was nobody to answer. Such a row fails. */
  as: z.enum(['same', 'new', 'skip', 'ask']),
  /** The stored student that the row is. */
  id: z.int().positive().optional(),
  /** The version of this student at the check. A student that has changed since then is not written. */
  version: z.int().optional(),
  /** False: the student stays in his batch. */
  move: z.boolean().optional(),
  /** The question that the admin answered. The answer is remembered. */
  kind: z.enum(questionKinds).optional(),
  /** Fields of the row that belong to another person, so that this student does not get them. */
  without: z
    .array(z.enum(['student_id', 'national_id']))
    .max(2)
    .optional(),
});
export type PersonDecision = z.infer<typeof personDecision>;

const typesOfPeople: readonly ImportType[] = ['students', 'grades'];

const recordSchema = (type: ImportType) =>
  typesOfPeople.includes(type)
    ? z.strictObject({ ...cells(type), decision: addition(personDecision.optional()) })
    : cellsSchema(type);

export function importMessage({ field, code, value, limit, holder }: ImportProblem): string {
  const name = (field !== null && Object.hasOwn(importFieldLabels, field) && importFieldLabels[field]) || '';
  const shortValue = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return importMessages[code](name, shortValue, String(limit ?? ''), holder ?? '');
}

export const importError = z.object({
  row: z.int(),
  message: z.string(),
  field: z.string().optional(),
  /** `NEEDS_CHOICE`: the row may be one of several people, and has no decision. */
  code: addition(z.literal('NEEDS_CHOICE').optional()),
});
export type ImportError = z.infer<typeof importError>;

export const importResult = z.object({
  imported: z.int(),
  updated: z.int(),
  failed: z.int(),
  errors: z.array(importError),
  /** Stored values that differ from the row, such as a total that is not the sum. */
  warnings: addition(z.array(importError).optional()),
  unchanged: addition(z.int().optional()),
  /** The refused row at which `stopOnError` stopped the import, or null. */
  stoppedAtRow: z.int().nullable(),
  message: z.string(),
  stopOnError: z.boolean(),
});
export type ImportResult = z.infer<typeof importResult>;

const importedAccount = z.object({
  row: z.int(),
  id,
  username: z.string(),
  name: z.string(),
  /** Null if the request is repeated, because the server sends the password only once. */
  temporary_password: z.string().nullable(),
});
export type ImportedAccount = z.infer<typeof importedAccount>;

const importedUsers = importResult.extend({ created: z.array(importedAccount) });

/** A stored value that a row replaces. Null: empty. */
const importChange = z.object({
  row: z.int(),
  /** The stored name of the record. */
  record: z.string(),
  /** A field of the import; `full_name` for a change of any part of a student's name. */
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type ImportChange = z.infer<typeof importChange>;

const changedValue = importChange.pick({ field: true, from: true, to: true });

const storedPerson = z.object({
  id,
  version: z.int(),
  full_name: z.string(),
  student_id: z.string(),
  batch_name: z.string().nullable(),
  /** What the row changes if it is this student. */
  changes: z.array(changedValue),
});
export type StoredPerson = z.infer<typeof storedPerson>;

const importQuestion = z.object({
  row: z.int(),
  kind: z.enum(questionKinds),
  /** The name in the file. */
  name: z.string(),
  /** The field and the value that several people have; null if only the name is the same. */
  field: z.enum(['student_id', 'national_id']).nullable(),
  value: z.string(),
  /** The most likely student; null if only rows of the file have the value. */
  stored: storedPerson.omit({ changes: true }).nullable(),
  changes: z.array(changedValue),
  others: z.array(storedPerson),
  /** The row can also be a new student. */
  canBeNew: z.boolean(),
  /** Fields that a new student does not get. */
  without: z.array(z.enum(['student_id', 'national_id'])),
});
export type ImportQuestion = z.infer<typeof importQuestion>;

const rowDecision = personDecision.extend({ row: z.int() });

const missingFromFile = z.object({
  batch_name: z.string(),
  count: z.int(),
  /** The first names in alphabetical order. */
  names: z.array(z.string()),
});
export type MissingFromFile = z.infer<typeof missingFromFile>;

export const importCheck = z.object({
  imported: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  errors: z.array(importError),
  warnings: z.array(importError),
  changes: addition(z.array(importChange).optional()),
  questions: addition(z.array(importQuestion).optional()),
  /** The decisions of the rows that need no question. */
  decisions: addition(z.array(rowDecision).optional()),
  /** Students of the batches of the file that are not in the file. */
  missing: addition(z.array(missingFromFile).optional()),
});
export type ImportCheck = z.infer<typeof importCheck>;

const summaries: Record<ImportType, string> = {
  students: 'students: found by national id, academic number, or name in the batch',
  subjects: 'subjects: found by code and batch; without a batch one offering for each batch of the programme',
  programs: 'programmes: found by code, else by name',
  batches: 'batches: found by name',
  grades: 'marks: found by student and subject',
  users: 'accounts of teachers: found by user name; new ones get a one-time password',
};

const admins: readonly Role[] = ['admin'];
const defineImport = <R extends z.ZodType>(type: ImportType, response: R) => ({
  roles: admins,
  isInstituteWide: type === 'programs',
  isImportCall: true,
  summary: `Import ${summaries[type]}. A refused row stops the import only with stopOnError`,
  body: z.strictObject({
    data: z.array(recordSchema(type)).min(1).max(importChunkSize),
    stopOnError: z.boolean().default(false),
  }),
  response,
  isAddition: type === 'users',
});
const importCall = (type: ImportType) => post(`/${type}/import`, defineImport(type, importResult));

/** The largest number of rows in one check. */
export const checkSize = (type: ImportType): number =>
  typesOfPeople.includes(type) ? judgedTogetherSize : importCheckSize;

const checkCall = (type: ImportType) =>
  post(`/${type}/import/check`, {
    roles: ['admin'],
    isInstituteWide: type === 'programs',
    isImportCall: true,
    summary: `Check an import without storing anything: ${summaries[type]}`,
    body: z.strictObject({ data: z.array(cellsSchema(type)).min(1).max(checkSize(type)) }),
    ...(typesOfPeople.includes(type) && { maxBodyBytes: maxCheckBytes }),
    response: importCheck,
    isAddition: true,
  });

const importParams = z.strictObject({ importId: z.string().min(8).max(100) });

export const fetchedSheet = z.object({
  name: z.string().nullable(),
  position: z.int(),
  csv: z.string(),
});

export const importsApi = {
  importStudents: importCall('students'),
  importSubjects: importCall('subjects'),
  importPrograms: importCall('programs'),
  importBatches: importCall('batches'),
  importGrades: importCall('grades'),
  importUsers: post('/users/import', defineImport('users', importedUsers)),
  checkStudents: checkCall('students'),
  checkSubjects: checkCall('subjects'),
  checkPrograms: checkCall('programs'),
  checkBatches: checkCall('batches'),
  checkGrades: checkCall('grades'),
  checkUsers: checkCall('users'),
  /** A page that was closed during an import finds the import by its `X-Import-Id`. */
  progress: get('/imports/{importId}', {
    roles: ['admin'],
    summary: 'The progress of an import of the caller, with the keys of the answered requests',
    params: importParams,
    response: z.object({
      operation_id: z.int().nullable(),
      imported: z.int(),
      updated: z.int(),
      failed: z.int(),
      keys: z.array(z.string()),
    }),
    isAddition: true,
  }),
  /** The server sends a notification only after this call. A page that is closed early does not send it. */
  finish: post('/imports/{importId}/finish', {
    roles: ['admin'],
    summary: 'Report the end of an import; the caller gets a notification with the result',
    params: importParams,
    body: z.strictObject({
      /** The number of rows that were not imported. Default: all refused rows. */
      failed: z.int().min(0).max(10_000_000).optional(),
    }),
    response: successResponse,
    isAddition: true,
  }),
  fetchSheet: post('/sheets/fetch', {
    roles: ['admin'],
    summary:
      'Fetch a shared online spreadsheet by its id, as a workbook; the server’s settings name the host',
    body: z.strictObject({
      sheet_id: z.string().regex(/^[\w-]{20,200}$/, importResultMessages.badId),
      gid: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    response: z.object({
      title: z.string().nullable(),
      /** The sheet with this `gid`; all sheets if the host has no workbooks. */
      sheets: z.array(fetchedSheet),
      /** An XLSX file in Base64. */
      workbook: z.string().optional(),
    }),
    isAddition: true,
  }),
};

/** A type comes after the types that its records refer to. */
export const importTypesInOrder: readonly ImportType[] = [
  'programs',
  'batches',
  'subjects',
  'students',
  'grades',
  'users',
];
