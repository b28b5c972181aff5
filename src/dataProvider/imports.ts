import type { BodyInputOf } from '../../contract/endpoint';
import { importsApi } from '../../contract/imports';
import type { ImportType } from '../../contract/vocabulary';
import { call } from './apiCall';
import { callOrNull } from './namedCalls';

const importCalls = {
  students: importsApi.importStudents,
  subjects: importsApi.importSubjects,
  programs: importsApi.importPrograms,
  batches: importsApi.importBatches,
  grades: importsApi.importGrades,
  users: importsApi.importUsers,
} as const satisfies Record<ImportType, unknown>;

const checkCalls = {
  students: importsApi.checkStudents,
  subjects: importsApi.checkSubjects,
  programs: importsApi.checkPrograms,
  batches: importsApi.checkBatches,
  grades: importsApi.checkGrades,
  users: importsApi.checkUsers,
} as const satisfies Record<ImportType, unknown>;

export type ImportBody = BodyInputOf<typeof importsApi.importStudents>;
type CheckBody = BodyInputOf<typeof importsApi.checkStudents>;

export const imports = {
  importRecords: (type: ImportType, body: ImportBody, importId: string, key: string) =>
    call(importCalls[type], { body, headers: { 'X-Import-Id': importId, 'Idempotency-Key': key } }),
  /** A dry run. Null if the server has no dry run. */
  checkImport: (type: ImportType, body: CheckBody, signal?: AbortSignal) =>
    callOrNull(checkCalls[type], { body, ...(signal ? { signal } : {}) }),
  importProgress: (importId: string) => callOrNull(importsApi.progress, { params: { importId } }),
  finishImport: (importId: string, failed: number) =>
    callOrNull(importsApi.finish, { params: { importId }, body: { failed } }),
  fetchSheets: (body: BodyInputOf<typeof importsApi.fetchSheet>) =>
    callOrNull(importsApi.fetchSheet, { body }),
};
