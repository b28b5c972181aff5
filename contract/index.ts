import { authApi } from './auth';
import { batchesApi } from './batches';
import { docsApi } from './docs';
import type { Endpoint } from './endpoint';
import { programsApi } from './programs';
import { studentsApi } from './students';
import { subjectSettingsApi } from './subjectSettings';
import { subjectsApi } from './subjects';
import { systemApi } from './system';

/** The whole API, by part. A row without a route, or a route without a row, stops the server at start-up. */
export const api = {
  auth: authApi,
  batches: batchesApi,
  docs: docsApi,
  programs: programsApi,
  students: studentsApi,
  subjectSettings: subjectSettingsApi,
  subjects: subjectsApi,
  system: systemApi,
};

export const endpoints: readonly Endpoint[] = Object.values(api).flatMap(
  (part) => Object.values(part) as Endpoint[],
);
