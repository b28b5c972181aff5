import { expect, test } from 'vitest';
import { takesKey } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';

test('writes without an idempotency key are these alone, so that no other write is done twice', () => {
  const withoutKey = endpoints
    .filter((endpoint) => endpoint.method !== 'GET' && !endpoint.isFile && !takesKey(endpoint))
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
