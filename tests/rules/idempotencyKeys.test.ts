import { expect, test } from 'vitest';
import { z } from 'zod';
import { takesIdempotencyKey } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';

/** Field names of an object schema, also inside of a `preprocess` or transform. */
const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

test('all writes except these have an idempotency key, so that a repeated call runs once', () => {
  const withoutKey = endpoints
    .filter((endpoint) => endpoint.method !== 'GET' && !endpoint.isFile && !takesIdempotencyKey(endpoint))
    .map(({ method, path }) => `${method} ${path}`);
  expect(withoutKey.toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /auth/sessions",
      "DELETE /auth/sessions/{id}",
      "DELETE /auth/step-up",
      "POST /auth/forgot",
      "POST /auth/login",
      "POST /auth/logout",
      "POST /auth/password",
      "POST /auth/step-up",
      "POST /batches/dependents",
      "POST /batches/import/check",
      "POST /grades/import/check",
      "POST /notifications/read",
      "POST /programs/dependents",
      "POST /programs/import/check",
      "POST /sheets/fetch",
      "POST /students/dependents",
      "POST /students/import/check",
      "POST /students/move/check",
      "POST /subjects/dependents",
      "POST /subjects/import/check",
      "POST /users/import/check",
      "PUT /assignments/{id}/draft",
    ]
  `);
});

test('each write of teachers with a key has `scopedBy`, so that a teacher without the scope gets no stored response', () => {
  const unscoped = endpoints
    .filter(
      (endpoint) =>
        takesIdempotencyKey(endpoint) && endpoint.roles !== 'public' && endpoint.roles.includes('teacher'),
    )
    .filter(({ scopedBy }) => scopedBy === undefined);
  expect(unscoped.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('the fields in `scopedBy` are in the path or the body', () => {
  const unknown = endpoints.flatMap(({ method, path, params, body, scopedBy = {} }) => {
    const fields = new Set([params, body].flatMap((schema) => fieldsOf(schema)));
    return Object.keys(scopedBy).flatMap((field) =>
      fields.has(field) ? [] : [`${method} ${path}: ${field}`],
    );
  });
  expect(unknown).toEqual([]);
});
