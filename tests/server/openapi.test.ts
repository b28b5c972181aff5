import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, pathParameters } from '../../contract/endpoint';
import { errors } from '../../contract/errors';
import { endpoints } from '../../contract/index';
import { systemApi } from '../../contract/system';
import { checkRoutes } from '../../server/app';
import { route } from '../../server/mount';
import { startTestApp, type TestApp } from '../support/app';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  security: object[];
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

let server: TestApp;
let document: Document;
beforeAll(async () => {
  server = await startTestApp();
  ({ body: document } = await server.call<Document>('GET', '/openapi.json'));
});
afterAll(() => server.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Yields all values of a key, at any depth. */
function* valuesOf(node: unknown, key: string): Generator<unknown> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === key) yield value;
    yield* valuesOf(value, key);
  }
}

describe('the document', () => {
  test('the document is OpenAPI 3.1 with title, version and server', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: 'Rasd', version: expect.any(String) },
      servers: [{ url: '/api' }],
    });
  });

  test('the document has every endpoint and no other', () => {
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  test('the document has a unique id for each operation', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]\w+$/);
  });

  test('the document has only references with a target', () => {
    const references = [...valuesOf(document, '$ref')].map(String);
    expect(references).toContain('#/components/schemas/Problem');
    for (const reference of new Set(references)) {
      const target = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeTypeOf('object');
    }
  });

  test('the document declares the parameters of each path, and those of lists as strings', () => {
    for (const { path, operation } of operations()) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(pathParameters(path));
      expect(inPath.every(({ required }) => required)).toBe(true);
      const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
    const list = document.paths['/students']?.['get']?.parameters ?? [];
    for (const name of ['range', 'sort', 'filter', 'batch_name'])
      expect(list.find((parameter) => parameter.name === name)).toMatchObject({
        in: 'query',
        required: false,
        schema: { type: 'string' },
      });
  });

  /** A write returns a record, except for a few that return a list. */
  const isRecord = ({ method, path }: Endpoint) =>
    method !== 'GET' &&
    ![
      'PUT /circles/{id}/members',
      'PUT /fault-kinds',
      'PUT /note-categories',
      'POST /subjects/many',
    ].includes(`${method} ${path}`);
  /** A missing record of a subject is returned as `null` with `?or_null=1`. */
  const isAnsweredNull = ({ method, path }: Endpoint) =>
    method === 'GET' && /^\/subject-(curriculum|grade-settings)\/|\/(plan|task)$/.test(path);
  /** These answers are whole arrays instead of pages. */
  const arrays = new Set([
    '/auth/sessions',
    '/subjects/base/{baseCode}/offerings',
    '/subject-teachers/teacher/{teacherId}',
    '/students/link-candidates',
    '/students/{id}/enrolments',
    '/fault-kinds',
    '/note-categories',
    '/behaviour-notes/own',
    '/circles/{id}/members',
    '/circles/{id}/substitutes',
    '/circles/overview',
    '/circles/{id}/hot-spots',
    '/circles/{id}/progress',
    '/circles/{id}/tasks',
    '/circles/{id}/week',
    '/hifz/batch/{batchId}/map',
    '/hifz/batch/{batchId}/progress',
    '/hifz/{student}/hearings',
    '/hifz/{student}/hot-spots',
    '/hifz/{student}/progress',
    '/assignments',
    '/assignments/student',
    '/assignments/subject/{subjectId}',
    '/assignments/{id}/submissions',
    '/saved-filters',
    '/dashboard/recent-activities',
    '/grades/{batchName}/{subjectCode}',
    '/grades/history/{batchName}/{subjectCode}/{studentId}',
    '/reports/summary',
    '/papers/issued',
    '/subjects/many',
    '/guardians/matches',
    '/announcements/current',
    '/tell',
    '/message-templates',
    '/students/{id}/guardians',
  ]);

  test('the document has for each operation the allowed roles, the request and the answer', () => {
    for (const endpoint of endpoints) {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation;
      expect(operation.summary).toBe(endpoint.summary);
      expect(operation.security).toEqual(endpoint.roles === 'public' ? [] : [{ token: [] }]);
      const isArray = endpoint.listName !== undefined || arrays.has(endpoint.path);
      const answer = { type: isArray && !isRecord(endpoint) ? 'array' : 'object' };
      const schema = isAnsweredNull(endpoint) ? { anyOf: [answer, { type: 'null' }] } : answer;
      expect(operation.responses[endpoint.status]?.content, endpoint.path).toMatchObject(
        endpoint.isFile ? { 'application/octet-stream': {} } : { 'application/json': { schema } },
      );
      expect(operation.responses['default']?.content['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/Problem',
      });
      expect(operation.requestBody && ['GET', 'DELETE'].includes(endpoint.method)).toBeFalsy();
    }
    expect(
      document.paths['/students']?.['post']?.requestBody?.content['application/json']?.schema,
    ).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['first_name', 'last_name', 'national_id'],
    });
    expect(document.components.securitySchemes['token']).toEqual({ type: 'http', scheme: 'bearer' });
  });

  test('the document has every error code with its status', () => {
    for (const [code, { status }] of Object.entries(errors))
      expect(document.info.description).toContain(`${status} ${code}`);
  });

  test('the document is shown by the documentation page', async () => {
    const { text } = await server.call('GET', '/docs');
    for (const { path, method } of endpoints)
      expect(text).toContain(`<b>${method}</b> <code>/api${path}</code>`);
  });
});

describe('the start of a server with routes and endpoints', () => {
  const answered = endpoints.map((endpoint) => ({ endpoint, answer: async () => null }));
  test('a server starts if its routes match the endpoints', () => {
    expect(() => checkRoutes(answered)).not.toThrow();
  });
  test('a server with an endpoint without a route does not start', () => {
    expect(() => checkRoutes(answered.slice(1))).toThrow(/Without a route: \[\w+ \/[^\]]+\]/);
  });
  test('a server with a route without an endpoint does not start', () => {
    const unknown = route({ ...systemApi.health, path: '/nowhere' }, async () => ({
      status: 'ok' as const,
      version: '',
      features: [],
      last_backup: null,
    }));
    expect(() => checkRoutes([...answered, unknown])).toThrow('without a row: [GET /nowhere]');
  });
  test('a server with two routes for an endpoint does not start', () => {
    const first = answered.slice(0, 1);
    expect(() => checkRoutes([...answered, ...first])).toThrow(/twice: \[\w+ \//);
  });
});
