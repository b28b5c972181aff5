import { z } from 'zod';
import { additions, get } from './endpoint';

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
    response: z.record(z.string(), z.unknown()),
  }),
});
