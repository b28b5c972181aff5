import { z } from 'zod';
import { type Endpoint, pathParameters } from '../../contract/endpoint';
import { errors, problem } from '../../contract/errors';
import { keyHeader, readableKey, takesKey } from '../../contract/idempotency';
import { endpoints } from '../../contract/index';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
};

const json = (schema: Json) => ({ 'application/json': { schema } });

/** Sent again with the same key, a write is answered as it was the first time. */
const idempotencyKey = {
  name: keyHeader,
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: readableKey.source },
};

function parameters(endpoint: Endpoint): Json[] {
  const query = schemaOf(endpoint.query, 'input') as { properties?: Json; required?: string[] };
  return [
    ...pathParameters(endpoint.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
    ...(takesKey(endpoint) ? [idempotencyKey] : []),
  ];
}

function operation(endpoint: Endpoint): Json {
  const body = schemaOf(endpoint.body, 'input') as { properties?: Json };
  const hasBody = Object.keys(body.properties ?? {}).length > 0;
  const access = endpoint.roles === 'public' ? 'Open to everybody.' : `Roles: ${endpoint.roles.join(', ')}.`;
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: endpoint.summary,
    description: endpoint.isAddition ? `${access} An addition to the specification.` : access,
    tags: [endpoint.path.split('/')[1]],
    parameters: parameters(endpoint),
    ...(hasBody && { requestBody: { required: true, content: json(body) } }),
    security: endpoint.roles === 'public' ? [] : [{ token: [] }],
    responses: {
      [endpoint.status]: {
        description: 'Success',
        content: endpoint.isFile
          ? { 'application/octet-stream': {} }
          : json(schemaOf(endpoint.response, 'output')),
      },
      default: { description: 'A problem', content: json({ $ref: '#/components/schemas/Problem' }) },
    },
  };
}

/** The API as OpenAPI 3.1, from the same schemas that check every call. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  const codes = Object.entries(errors).map(([code, { status }]) => `${status} ${code}`);
  return {
    openapi: '3.1.0',
    info: { title: 'Rasd', version: '2.0', description: `Error codes: ${codes.join(', ')}.` },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}
