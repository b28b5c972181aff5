/** Limits our server to the specification, so that the screens can be tested with such a server. */
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint';
import { validationMessages } from '../contract/rules/validationMessages';
import { invalid } from './problem';

const wrappers = new Set(['optional', 'nullable', 'default', 'readonly', 'nonoptional']);

/** The schema inside of pipes and wrappers. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if (def.type === 'pipe') return unwrap((def as z.core.$ZodPipeDef).in);
  if (wrappers.has(def.type)) return unwrap((def as z.core.$ZodOptionalDef).innerType);
  return schema;
}

function isAddition(schema: z.core.$ZodType): boolean {
  if (z.globalRegistry.get(schema)?.['isAddition'] === true) return true;
  const { def } = schema._zod;
  return wrappers.has(def.type) && isAddition((def as z.core.$ZodOptionalDef).innerType);
}

/** The fields of an object, or the items of an array, each with its schema. */
function fieldsOf(schema: z.core.$ZodType, value: unknown): [string, unknown, z.core.$ZodType][] {
  const { def } = unwrap(schema)._zod;
  if (typeof value !== 'object' || value === null) return [];
  if (def.type === 'array' && Array.isArray(value))
    return value.map((one, place) => [String(place), one, (def as z.core.$ZodArrayDef).element]);
  if (def.type !== 'object' || Array.isArray(value)) return [];
  const { shape } = def as z.core.$ZodObjectDef;
  return Object.entries(value).flatMap(([key, field]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return known ? [[key, field, known]] : [];
  });
}

/** @throws VALIDATION if a body has one of our additional fields, at any depth */
export function plainBody(schema: z.ZodType, body: unknown): unknown {
  refuseAdditions(schema, body, []);
  return body;
}

function refuseAdditions(schema: z.core.$ZodType, value: unknown, path: readonly string[]): void {
  for (const [key, field, of] of fieldsOf(schema, value)) {
    const at = [...path, key];
    if (isAddition(of)) throw invalid({ path: at.join('.'), message: validationMessages.unknownKey(key) });
    refuseAdditions(of, field, at);
  }
}

/** A query without our additions; a server with only the specification answers a list completely. */
export function plainQuery(schema: z.ZodType, query: unknown): unknown {
  const { range: _range, sort: _sort, filter: _filter, ...rest } = query as Record<string, unknown>;
  const ours = new Set(fieldsOf(schema, rest).flatMap(([key, , of]) => (isAddition(of) ? [key] : [])));
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !ours.has(key)));
}

/** An answer without our additions; creating and updating answers no record, as in the specification. */
export function plainResponse(endpoint: Endpoint, answer: unknown): unknown {
  const isRecordWrite = endpoint.status === 201 || endpoint.method === 'PUT';
  if (isRecordWrite) return { success: true };
  const plain = withoutAdditions(endpoint.response, answer) as { user?: unknown };
  return plain.user ? { ...plain, user: withoutAdditionsOfUser(plain.user) } : plain;
}

function withoutAdditions(schema: z.core.$ZodType, value: unknown): unknown {
  const fields = fieldsOf(schema, value);
  if (fields.length === 0) return value;
  if (Array.isArray(value)) return fields.map(([, one, of]) => withoutAdditions(of, one));
  const kept = fields.filter(([, , of]) => !isAddition(of));
  return Object.fromEntries(kept.map(([key, one, of]) => [key, withoutAdditions(of, one)]));
}

function withoutAdditionsOfUser(user: unknown): unknown {
  const { must_change_password: _added, section: _also, ...rest } = user as Record<string, unknown>;
  return rest;
}
