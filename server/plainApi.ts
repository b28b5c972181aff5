/** Limits the API to the specification, so that tests can run the screens against it. */
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint';
import { validationMessages } from '../contract/rules/validationMessages';
import { invalid } from './problem';

const wrappers = new Set(['optional', 'nullable', 'default', 'readonly', 'nonoptional']);

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

function fieldsOf(schema: z.core.$ZodType, value: unknown): [string, unknown, z.core.$ZodType][] {
  const { def } = unwrap(schema)._zod;
  if (typeof value !== 'object' || value === null) return [];
  if (def.type === 'array' && Array.isArray(value))
    return value.map((item, index) => [String(index), item, (def as z.core.$ZodArrayDef).element]);
  if (def.type !== 'object' || Array.isArray(value)) return [];
  const { shape } = def as z.core.$ZodObjectDef;
  return Object.entries(value).flatMap(([key, field]) => {
    const fieldSchema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return fieldSchema ? [[key, field, fieldSchema]] : [];
  });
}

export function plainBody(schema: z.ZodType, body: unknown): unknown {
  refuseAdditions(schema, body, []);
  return body;
}

function refuseAdditions(schema: z.core.$ZodType, value: unknown, path: readonly string[]): void {
  for (const [key, field, fieldSchema] of fieldsOf(schema, value)) {
    const fieldPath = [...path, key];
    if (isAddition(fieldSchema))
      throw invalid({ path: fieldPath.join('.'), message: validationMessages.unknownKey(key) });
    refuseAdditions(fieldSchema, field, fieldPath);
  }
}

export function plainQuery(schema: z.ZodType, query: unknown): unknown {
  const { range: _range, sort: _sort, filter: _filter, ...rest } = query as Record<string, unknown>;
  const additions = new Set(
    fieldsOf(schema, rest).flatMap(([key, , fieldSchema]) => (isAddition(fieldSchema) ? [key] : [])),
  );
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !additions.has(key)));
}

export function plainResponse(endpoint: Endpoint, answer: unknown): unknown {
  const isRecordWrite = endpoint.status === 201 || endpoint.method === 'PUT';
  if (isRecordWrite) return { success: true };
  const plain = withoutAdditions(endpoint.response, answer) as { user?: unknown };
  return plain.user ? { ...plain, user: withoutAdditionsOfUser(plain.user) } : plain;
}

function withoutAdditions(schema: z.core.$ZodType, value: unknown): unknown {
  const fields = fieldsOf(schema, value);
  if (fields.length === 0) return value;
  if (Array.isArray(value)) return fields.map(([, item, fieldSchema]) => withoutAdditions(fieldSchema, item));
  const plainFields = fields.filter(([, , fieldSchema]) => !isAddition(fieldSchema));
  return Object.fromEntries(
    plainFields.map(([key, field, fieldSchema]) => [key, withoutAdditions(fieldSchema, field)]),
  );
}

function withoutAdditionsOfUser(user: unknown): unknown {
  const { must_change_password: _mustChange, section: _section, ...rest } = user as Record<string, unknown>;
  return rest;
}
