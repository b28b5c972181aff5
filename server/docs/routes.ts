import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { docsApi } from '../../contract/system';
import { endpoints } from '../../contract';
import { errors, problem } from '../../contract/errors';
import {
  type Endpoint,
  idempotencyHeader,
  pathParameters,
  idempotencyKeyPattern,
  takesIdempotencyKey,
} from '../../contract/endpoint';
import { addressGroup } from '../auth/addresses';
import type { CallLimits } from '../callLimits';
import { Yielder } from '../db/engine/yielder';
import type { Route } from '../mount';
import { cachedDocumentHandler } from '../storedDocument';

const openApiFile = cachedDocumentHandler(async () =>
  JSON.stringify(docsApi.openapi.response.parse(await loadOpenApi())),
);

export const docsRoutes: Route[] = [
  {
    endpoint: docsApi.openapi,
    answer: (_call, request, reply) => openApiFile(request, reply.type('application/json; charset=utf-8')),
  },
];

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
code { font: 14px/1.5 ui-monospace, monospace; }
b { min-width: 4.5rem; }
small { opacity: .75; }
pre { overflow: auto; padding: 1rem; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 8px; }
`;

/** A write of another caller needs this many turns of the event loop. */
const turnsBetweenStretches = 4;

const apiPage = cachedDocumentHandler(buildPage);

export function mountDocsPage(app: FastifyInstance, limits: CallLimits): void {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
  app.get(
    '/api/docs',
    {
      onRequest: async ({ ip }) => limits.countAddress(docsApi.openapi, addressGroup(ip)),
    },
    (request, reply) =>
      apiPage(request, reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8')),
  );
}

async function buildPage(): Promise<string> {
  const paths = (await loadOpenApi())['paths'] as Record<string, Record<string, unknown>>;
  const yielder = new Yielder(undefined, turnsBetweenStretches);
  const sections: string[] = [];
  for (const [group, rows] of groupEndpoints()) {
    const entries = rows.map(({ method, path, summary, roles, isAddition }) => {
      const access = roles === 'public' ? 'public' : roles.join(', ');
      const shape = JSON.stringify(paths[path]?.[method.toLowerCase()], null, 2);
      return `<details><summary><b>${method}</b> <code>/api${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span> <small>${access}${isAddition ? ' · addition' : ''}</small></summary><pre><code>${escapeHtml(shape)}</code></pre></details>`;
    });
    sections.push(`<h2>${escapeHtml(group)}</h2>${entries.join('')}`);
    await yielder.yieldIfDue();
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rasd API</title><style>${style}</style><h1>Rasd API</h1><p>The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. Every call but the public ones needs <code>Authorization: Bearer</code>.</p>${sections.join('')}</html>`;
}

function groupEndpoints(): Map<string, (typeof endpoints)[number][]> {
  const endpointsByGroup = new Map<string, (typeof endpoints)[number][]>();
  for (const endpoint of endpoints) {
    const group = endpoint.path.split('/')[1] ?? '';
    endpointsByGroup.set(group, [...(endpointsByGroup.get(group) ?? []), endpoint]);
  }
  return endpointsByGroup;
}

type Json = Record<string, unknown>;

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
};

const jsonContent = (schema: Json) => ({ 'application/json': { schema } });

/** A repeated write with the same key gets the stored response. */
const idempotencyKey = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
};

function buildParameters(endpoint: Endpoint): Json[] {
  const query = toJsonSchema(endpoint.query, 'input') as { properties?: Json; required?: string[] };
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
    ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ];
}

function buildOperation(endpoint: Endpoint): Json {
  const body = toJsonSchema(endpoint.body, 'input') as { properties?: Json };
  const hasBody = Object.keys(body.properties ?? {}).length > 0;
  const access = endpoint.roles === 'public' ? 'Open to everybody.' : `Roles: ${endpoint.roles.join(', ')}.`;
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: endpoint.summary,
    description: endpoint.isAddition ? `${access} An addition to the specification.` : access,
    tags: [endpoint.path.split('/')[1]],
    parameters: buildParameters(endpoint),
    ...(hasBody && { requestBody: { required: true, content: jsonContent(body) } }),
    security: endpoint.roles === 'public' ? [] : [{ token: [] }],
    responses: {
      [endpoint.status]: {
        description: 'Success',
        content: endpoint.isFile
          ? { 'application/octet-stream': {} }
          : jsonContent(toJsonSchema(endpoint.response, 'output')),
      },
      default: { description: 'A problem', content: jsonContent({ $ref: '#/components/schemas/Problem' }) },
    },
  };
}

let openApi: Promise<Json> | undefined;
const loadOpenApi = (): Promise<Json> =>
  (openApi ??= buildOpenApi().catch((error: unknown) => {
    openApi = undefined;
    throw error;
  }));

/** Takes as long as a hundred calls. */
async function buildOpenApi(): Promise<Json> {
  const paths: Record<string, Json> = {};
  const yielder = new Yielder(undefined, turnsBetweenStretches);
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = buildOperation(endpoint);
    await yielder.yieldIfDue();
  }
  const codes = Object.entries(errors).map(([code, { status }]) => `${status} ${code}`);
  return {
    openapi: '3.1.0',
    info: { title: 'Rasd', version: '2.0', description: `Error codes: ${codes.join(', ')}.` },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: toJsonSchema(problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}
