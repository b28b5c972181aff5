import { z } from 'zod';
import { additions, get } from './endpoint';
import { date, id } from './fields';
import { listQuery } from './lists';
import { allSubjectTypes } from './vocabulary';

export const systemApi = additions({
  health: get('/health', {
    roles: 'public',
    summary: 'The process lives',
    // The features of the server that are not in the specification.
    response: z.object({ status: z.literal('ok'), version: z.string(), features: z.array(z.string()) }),
  }),
  ready: get('/ready', {
    roles: 'public',
    summary: 'The database answers, and calls are served',
    response: z.object({ status: z.literal('ready') }),
  }),
});

export const docsApi = additions({
  openapi: get('/openapi.json', {
    roles: 'public',
    summary: 'This API as OpenAPI 3.1',
    // Over a megabyte.
    limitPerMinute: 60,
    response: z.record(z.string(), z.unknown()),
  }),
});

// Here, since a screen loads this file only with what chooses, and not the whole application with it.
/** A subject of a batch, or one of its circles, as teaching screens are chosen by. */
export const choice = z.object({
  program_id: z.string(),
  program_name: z.string(),
  batch_id: id,
  batch_name: z.string(),
  /** The row number, as the calls of assignments take it. */
  subject_id: id,
  subject_code: z.string(),
  name: z.string(),
  type: z.string(),
  /** Null: the subject as a whole, or what of it is the caller's. */
  circle_id: id.nullable(),
  circle_name: z.string().nullable(),
});
export type Choice = z.infer<typeof choice>;

export const choicesApi = additions({
  list: get('/choices', {
    roles: ['admin', 'teacher'],
    summary: 'Subjects and circles to choose among, by batch; `q` looks at the names of all',
    query: listQuery({
      sortable: ['name'],
      filter: {
        types: z.array(z.enum(allSubjectTypes)).max(allSubjectTypes.length).optional(),
        /** Circles beside the subjects; else what of a subject is the caller's is one row. */
        with_circles: z.boolean().optional(),
      },
      /** On which the circles meet; default: today. */
      parameters: { date: date.optional() },
    }),
    response: z.array(choice),
    listName: 'choices',
  }),
});
