/** Our server with nothing but what the specification names, so that the screens can be tried against such a one. */
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint';
import { validationMessages } from '../contract/errors';
import { invalid } from './problem';

const wrappers = new Set(['optional', 'nullable', 'default', 'readonly', 'nonoptional']);

/** The object shape behind pipes and wrappers, or null. */
function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape | null {
  const { def } = schema._zod;
  if (def.type === 'object') return (def as z.core.$ZodObjectDef).shape;
  if (def.type === 'array') return shapeOf((def as z.core.$ZodArrayDef).element);
  if (def.type === 'pipe') return shapeOf((def as z.core.$ZodPipeDef).in);
  if (wrappers.has(def.type)) return shapeOf((def as z.core.$ZodOptionalDef).innerType);
  return null;
}

function isAddition(schema: z.core.$ZodType): boolean {
  if (z.globalRegistry.get(schema)?.['isAddition'] === true) return true;
  const { def } = schema._zod;
  return wrappers.has(def.type) && isAddition((def as z.core.$ZodOptionalDef).innerType);
}

const addedKeys = (schema: z.core.$ZodType): Set<string> =>
  new Set(Object.entries(shapeOf(schema) ?? {}).flatMap(([key, field]) => (isAddition(field) ? [key] : [])));

/** @throws VALIDATION when a body carries a field of ours */
export function plainBody(schema: z.ZodType, body: unknown): unknown {
  const added = addedKeys(schema);
  for (const key of Object.keys((body ?? {}) as object)) {
    if (added.has(key)) throw invalid({ path: key, message: validationMessages.unknownKey(key) });
  }
  return body;
}

/** An answer without our fields; creating and updating a record answers no record, as the specification shows none. */
export function plainResponse(endpoint: Endpoint, answer: unknown): unknown {
  const isRecordWrite = endpoint.status === 201 || endpoint.method === 'PUT';
  if (isRecordWrite) return { success: true };
  const added = addedKeys(endpoint.response);
  const strip = (record: unknown) =>
    Object.fromEntries(Object.entries(record as object).filter(([key]) => !added.has(key)));
  if (Array.isArray(answer)) return answer.map(strip);
  const user = (answer as { user?: unknown }).user;
  return user ? { ...strip(answer), user: withoutAdditionsOfUser(user) } : strip(answer);
}

function withoutAdditionsOfUser(user: unknown): unknown {
  const { must_change_password: _added, ...rest } = user as Record<string, unknown>;
  return rest;
}
