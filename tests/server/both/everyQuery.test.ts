import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fillPath } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/index';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { formatEndpoint, newCallers, type SignedInAccount } from '../../support/callers';
import { sampleCalls } from '../../support/sampleCalls';

let server: TestApp;
let admin: SignedInAccount;
let studentAccount: number;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
  const callers = await newCallers(server);
  admin = callers.admin;
  studentAccount = callers.student.id;
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

type Query = Record<string, unknown>;

/** Yields the parameters of a query and the filters in them, each with its schema. */
function* parametersIn({
  shape,
}: z.ZodObject): Generator<[string, z.core.$ZodType, (value: unknown) => Query]> {
  for (const [name, schema] of Object.entries(shape)) {
    const inner = unwrap(schema);
    if (inner instanceof z.ZodObject)
      for (const [key, field] of Object.entries(inner.shape))
        yield [`${name}.${key}`, field, (value) => ({ [name]: { [key]: value } })];
    else yield [name, inner, (value) => ({ [name]: value })];
  }
}

/** Unwraps `optional`, and the JSON text of a query parameter. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ('innerType' in def) return unwrap(def.innerType as z.core.$ZodType);
  if (def.type !== 'pipe') return schema;
  const { in: first, out } = def as z.core.$ZodPipeDef;
  return unwrap(['pipe', 'transform'].includes(first._zod.def.type) ? out : first);
}

/** Yields values for a schema; each alternative once. */
function* valuesOf(schema: z.core.$ZodType): Generator {
  const inner = unwrap(schema);
  const { def } = inner._zod;
  if (inner instanceof z.ZodEnum) yield* inner.options;
  else if (inner instanceof z.ZodLiteral) yield* inner.values;
  else if (inner instanceof z.ZodUnion) for (const option of inner.options) yield* valuesOf(option);
  else if (inner instanceof z.ZodArray) for (const value of valuesOf(inner.element)) yield [value];
  else if (inner instanceof z.ZodTuple) yield* tuplesOf(inner.def.items);
  else if (def.type === 'boolean') yield* [true, false];
  else if (def.type === 'number') yield 1;
  else yield* ['2026-11-02', 'students', '1'];
}

/** Yields each value of each item, combined with the first values of the other items. */
function* tuplesOf(items: readonly z.core.$ZodType[]): Generator {
  const values = items.map((item) => [...valuesOf(item)]);
  const first = values.map(([one]) => one);
  for (const [index, itemValues] of values.entries())
    for (const value of itemValues) yield first.with(index, value);
}

const toTextParams = (query: Query) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

const cases = endpoints
  .filter(({ method, roles }) => method === 'GET' && roles.includes('admin'))
  .flatMap((endpoint) =>
    [...parametersIn(endpoint.query as z.ZodObject)].map(
      ([parameter, schema, queryWith]) =>
        [formatEndpoint(endpoint), parameter, endpoint, schema, queryWith] as const,
    ),
  );

describe('the parameters and filters of all endpoints', () => {
  test.each(cases)('the database accepts %s by %s', async (name, _parameter, endpoint, schema, queryWith) => {
    const { id, username, token } = admin;
    const sample = await sampleCalls[name]?.(server, { id, username, studentAccount });
    const queries = [...valuesOf(schema)].map((value) => ({ ...sample?.query, ...queryWith(value) }));
    const valid = queries.filter((query) => endpoint.query.safeParse(toTextParams(query)).success);
    expect(valid).not.toEqual([]);
    for (const query of valid) {
      const path = fillPath(endpoint.path, sample?.params ?? {});
      const answer = await server.call('GET', path, { as: { token }, query });
      // A value without a matching record is looked up too.
      expect([200, 404], `${JSON.stringify(query)}: ${answer.text}`).toContain(answer.status);
    }
  });
});
