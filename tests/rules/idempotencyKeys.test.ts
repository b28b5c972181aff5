import { expect, test } from 'vitest';
import { z } from 'zod';
import { takesIdempotencyKey } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';

/** The fields of an object, also of one that another schema makes ready. */
const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

test('writes without an idempotency key are these alone, so that no other write is done twice', () => {
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
      "POST /subjects/dependents",
      "POST /subjects/import/check",
      "POST /users/import/check",
      "PUT /assignments/{id}/draft",
    ]
  `);
});

test('a write of teachers that takes a key says what it is about, so that nobody else gets its answer', () => {
  const unscoped = endpoints
    .filter(
      (endpoint) =>
        takesIdempotencyKey(endpoint) && endpoint.roles !== 'public' && endpoint.roles.includes('teacher'),
    )
    .filter(({ scopedBy }) => scopedBy === undefined);
  expect(unscoped.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('the fields that say what a write is about are fields of its path or body', () => {
  const unknown = endpoints.flatMap(({ method, path, params, body, scopedBy = {} }) => {
    const fields = new Set([params, body].flatMap((schema) => fieldsOf(schema)));
    return Object.keys(scopedBy).flatMap((field) =>
      fields.has(field) ? [] : [`${method} ${path}: ${field}`],
    );
  });
  expect(unknown).toEqual([]);
});
