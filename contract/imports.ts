import { z } from 'zod';
import { get, post } from './endpoint';
import { importFieldNames, importMessages, importResultMessages } from './importMessages';
import { addition, successResponse, id } from './fields';
import { importFields } from './rules/imports';
import type { ImportProblem } from './rules/importsCells';
import type { ImportType } from './vocabulary';

/** Records of one request; spec 2 §9. */
export const importChunkSize = 50;
/** Records of one check, which writes nothing. */
export const importCheckSize = 1_000;

/**
 * A record as a file has it: field → cell. The fields are those of spec 2 §3 and api.md, Import; any other is refused
 * with 422. Cells are text, numbers or empty; `rules/imports` decides what they mean.
 */
const cell = z.union([z.string().max(100_000), z.number(), z.boolean(), z.null()]);
const recordSchema = (type: ImportType) =>
  z.strictObject(Object.fromEntries(importFields[type].map(({ name }) => [name, cell.optional()])));

/** The Arabic sentence about a cell or row: the field as people know it, its value, and what is wrong. */
export function importMessage({ field, code, value, limit, holder }: ImportProblem): string {
  const name = (field !== null && Object.hasOwn(importFieldNames, field) && importFieldNames[field]) || '';
  const shortValue = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return importMessages[code](name, shortValue, String(limit ?? ''), holder ?? '');
}

export const importError = z.object({
  /** Within the request, from 1. */
  row: z.int(),
  /** Arabic: the field, the value or what is wrong with it. */
  message: z.string(),
  field: z.string().optional(),
});
export type ImportError = z.infer<typeof importError>;

export const importResult = z.object({
  /** New records. */
  imported: z.int(),
  /** Records that existed already, changed or not. */
  updated: z.int(),
  failed: z.int(),
  errors: z.array(importError),
  /** What was stored differs from what a row says: a total that is not the sum, for example. */
  warnings: addition(z.array(importError).optional()),
  /** Of the updated records: those in which nothing changed. */
  unchanged: addition(z.int().optional()),
  /** The bad row at which `stopOnError` stopped, null when it did not. */
  stoppedAtRow: z.int().nullable(),
  message: z.string(),
  stopOnError: z.boolean(),
});
export type ImportResult = z.infer<typeof importResult>;

/** An account that an import has made. */
const importedAccount = z.object({
  /** Within the request, from 1. */
  row: z.int(),
  id,
  username: z.string(),
  name: z.string(),
  /** Told once: null where the request is sent again. */
  temporary_password: z.string().nullable(),
});
export type ImportedAccount = z.infer<typeof importedAccount>;

const importedUsers = importResult.extend({ created: z.array(importedAccount) });

/** What an import of these records would do. */
export const importCheck = z.object({
  imported: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  errors: z.array(importError),
  warnings: z.array(importError),
});
export type ImportCheck = z.infer<typeof importCheck>;

const summaries: Record<ImportType, string> = {
  students: 'students: found by academic number, else by national id',
  subjects: 'subjects: found by code and batch; without a batch one offering for each batch of the programme',
  programs: 'programmes: found by code, else by name',
  batches: 'batches: found by name',
  grades: 'marks: found by student and subject',
  users: 'accounts of teachers: found by user name; new ones get a one-time password',
};

const defineImport = <R extends z.ZodType>(type: ImportType, response: R) =>
  post(`/${type}/import`, {
    roles: ['admin'],
    isOfAllSections: type === 'programs',
    isImportCall: true,
    summary: `Import ${summaries[type]}. A row that is refused does not stop the others unless stopOnError says so`,
    body: z.strictObject({
      data: z.array(recordSchema(type)).min(1).max(importChunkSize),
      stopOnError: z.boolean().default(false),
    }),
    response,
    isAddition: type === 'users',
  });
const importCall = (type: ImportType) => defineImport(type, importResult);

const checkCall = (type: ImportType) =>
  post(`/${type}/import/check`, {
    roles: ['admin'],
    isOfAllSections: type === 'programs',
    isImportCall: true,
    summary: `Tell what an import would do and store nothing: ${summaries[type]}`,
    body: z.strictObject({ data: z.array(recordSchema(type)).min(1).max(importCheckSize) }),
    response: importCheck,
    isAddition: true,
  });

const importParams = z.strictObject({ importId: z.string().min(8).max(100) });

/** A sheet of an online spreadsheet, as text. */
export const fetchedSheet = z.object({
  /** Null where the host does not tell it. */
  name: z.string().nullable(),
  /** 0 to 4, as spec 2 §5 counts. */
  position: z.int(),
  csv: z.string(),
});

export const importsApi = {
  importStudents: importCall('students'),
  importSubjects: importCall('subjects'),
  importPrograms: importCall('programs'),
  importBatches: importCall('batches'),
  importGrades: importCall('grades'),
  importUsers: defineImport('users', importedUsers),
  checkStudents: checkCall('students'),
  checkSubjects: checkCall('subjects'),
  checkPrograms: checkCall('programs'),
  checkBatches: checkCall('batches'),
  checkGrades: checkCall('grades'),
  checkUsers: checkCall('users'),
  /** Bodies of imports carry the id of `X-Import-Id`; this tells what became of it, for a page that was closed. */
  progress: get('/imports/{importId}', {
    roles: ['admin'],
    summary: 'What an import of the caller has done so far, and which requests of it were answered',
    params: importParams,
    response: z.object({
      /** Null if nothing was imported, or if the import was undone. */
      operation_id: z.int().nullable(),
      imported: z.int(),
      updated: z.int(),
      failed: z.int(),
      /** The `Idempotency-Key`s that were answered. */
      keys: z.array(z.string()),
    }),
    isAddition: true,
  }),
  /** Not called if the page is closed before the end: then there is no notification. */
  finish: post('/imports/{importId}/finish', {
    roles: ['admin'],
    summary: 'Say that an import of the caller has ended; the caller gets a notification with the result',
    params: importParams,
    body: z.strictObject({
      /**
       * Rows that were not imported: invalid before sending, or refused and not corrected. Without it: all refused
       * rows.
       */
      failed: z.int().min(0).max(10_000_000).optional(),
    }),
    response: successResponse,
    isAddition: true,
  }),
  fetchSheet: post('/sheets/fetch', {
    roles: ['admin'],
    summary:
      'Fetch the sheets of a shared online spreadsheet; the id only, the host is the server’s configuration',
    body: z.strictObject({
      sheet_id: z.string().regex(/^[\w-]{20,200}$/, importResultMessages.badId),
      /** Only this sheet (a `gid` of its link). */
      gid: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    response: z.object({ title: z.string().nullable(), sheets: z.array(fetchedSheet) }),
    isAddition: true,
  }),
};

/** Each type stands after the types that its records refer to. */
export const importTypesInOrder: readonly ImportType[] = [
  'programs',
  'batches',
  'subjects',
  'students',
  'grades',
  'users',
];
