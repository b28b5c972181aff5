import type { BodyInputOf } from '../../contract/endpoint';
import { importsApi } from '../../contract/imports';
import type { ImportType } from '../../contract/vocabulary';
import { call } from './apiCall';
import { addition } from './named';

const importOf = {
  students: importsApi.importStudents,
  subjects: importsApi.importSubjects,
  programs: importsApi.importPrograms,
  batches: importsApi.importBatches,
  grades: importsApi.importGrades,
  users: importsApi.importUsers,
} as const satisfies Record<ImportType, unknown>;

const checkOf = {
  students: importsApi.checkStudents,
  subjects: importsApi.checkSubjects,
  programs: importsApi.checkPrograms,
  batches: importsApi.checkBatches,
  grades: importsApi.checkGrades,
  users: importsApi.checkUsers,
} as const satisfies Record<ImportType, unknown>;

export type ImportBody = BodyInputOf<typeof importsApi.importStudents>;
type CheckBody = BodyInputOf<typeof importsApi.checkStudents>;

/** The import of records and what belongs to it. Each fails with an ApiProblem. */
export const imports = {
  /** If it is sent again with the same key, the first answer is repeated and nothing changes. */
  importRecords: (type: ImportType, body: ImportBody, importId: string, key: string) =>
    call(importOf[type], { body, headers: { 'X-Import-Id': importId, 'Idempotency-Key': key } }),
  /** What an import would do; null if the server cannot tell. */
  checkImport: (type: ImportType, body: CheckBody, signal?: AbortSignal) =>
    addition(checkOf[type], { body, ...(signal ? { signal } : {}) }),
  /** The progress of an import; null if the server cannot tell. */
  importProgress: (importId: string) => addition(importsApi.progress, { params: { importId } }),
  /**
   * Tells the server that an import has ended; `failed`: rows that were not imported. Null if it sends no
   * notifications.
   */
  finishImport: (importId: string, failed: number) =>
    addition(importsApi.finish, { params: { importId }, body: { failed } }),
  /** The sheets of an online spreadsheet; null where the server cannot fetch them. */
  fetchSheets: (body: BodyInputOf<typeof importsApi.fetchSheet>) => addition(importsApi.fetchSheet, { body }),
};
