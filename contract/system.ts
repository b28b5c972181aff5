import { z } from 'zod';
import { endpoint } from './endpoint';

export const systemApi = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    roles: 'public',
    summary: 'The process lives',
    // What the server can do beside the calls of the specification.
    response: z.object({ status: z.literal('ok'), version: z.string(), features: z.array(z.string()) }),
    isAddition: true,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    roles: 'public',
    summary: 'The database answers, and calls are served',
    response: z.object({ status: z.literal('ready') }),
    isAddition: true,
  }),
};

export const docsApi = {
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    roles: 'public',
    summary: 'This API as OpenAPI 3.1',
    response: z.record(z.string(), z.unknown()),
    isAddition: true,
  }),
};
