import { z } from 'zod';
import { endpoint } from './endpoint';

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
