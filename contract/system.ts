import { z } from 'zod';
import { additions, file, get, post } from './endpoint';
import { date, id } from './fields';
import { listQuery } from './lists';
import { allSubjectTypes } from './vocabulary';

export const systemApi = additions({
  health: get('/health', {
    roles: 'public',
    summary: 'The process is running',
    // Features of this server that are not in the specification.
    response: z.object({
      status: z.literal('ok'),
      version: z.string(),
      features: z.array(z.string()),
      /** Time of the last good backup that this server knows. It reads no database for this answer. */
      last_backup: z.string().nullable(),
    }),
  }),
  ready: get('/ready', {
    roles: 'public',
    summary: 'The database answers, and the server accepts calls',
    response: z.object({ status: z.literal('ready') }),
  }),
});

export const exportApi = additions({
  everything: post('/export', {
    roles: ['admin'],
    isInstituteWide: true,
    summary: 'All data of the institute as a ZIP of CSV files, one export at a time; needs a step-up',
    response: file,
    isFile: true,
  }),
});

export const docsApi = additions({
  openapi: get('/openapi.json', {
    roles: 'public',
    summary: 'This API as OpenAPI 3.1',
    // The limit is low, because the document has over a megabyte.
    limitPerMinute: 60,
    response: z.record(z.string(), z.unknown()),
  }),
});

// Defined in this small file, so that a screen with a select field does not load all schemas.
export const choice = z.object({
  program_id: z.string(),
  program_name: z.string(),
  batch_id: id,
  batch_name: z.string(),
  subject_id: id,
  subject_code: z.string(),
  name: z.string(),
  type: z.string(),
  /** Null for the whole subject, or for the caller's students in it. */
  circle_id: id.nullable(),
  circle_name: z.string().nullable(),
});
export type Choice = z.infer<typeof choice>;

export const choicesApi = additions({
  list: get('/choices', {
    roles: ['admin', 'teacher'],
    summary: 'Subjects and circles to choose from, by batch; `q` searches all names',
    query: listQuery({
      sortable: ['name'],
      filter: {
        types: z.array(z.enum(allSubjectTypes)).max(allSubjectTypes.length).optional(),
        with_circles: z.boolean().optional(),
      },
      parameters: { date: date.optional() },
    }),
    response: z.array(choice),
    listName: 'choices',
  }),
});
