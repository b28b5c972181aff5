import { z } from 'zod';
import { validationMessages as messages } from './rules/validationMessages';
import { anyRowId, line } from './fields';
import { isTooDeep } from './rules/rawText';

/** A query parameter in JSON, in the form of ra-data-simple-rest. */
function jsonParameter<S extends z.ZodType>(
  schema: S,
  convert: (value: unknown) => unknown = (value) => value,
) {
  return z
    .string()
    .max(4_000)
    .transform((text, context): unknown => {
      if (isTooDeep(text)) {
        context.addIssue({ code: 'custom', message: messages.tooDeep });
        return z.NEVER;
      }
      try {
        return convert(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom', message: messages.invalid });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

const commonFilters = { q: line(200).optional(), ids: z.array(anyRowId).max(1_000).optional() };

/** react-admin sends a record id from a URL as text. */
const isNumberText = (value: unknown) => typeof value === 'string' && /^\d{1,16}$/.test(value);

/** ra-data-simple-rest sends `ids` as `id`. */
const filterParameter = <F extends z.ZodRawShape>(filter: F) =>
  jsonParameter(z.strictObject({ ...commonFilters, ...filter }), (value) => {
    if (typeof value !== 'object' || value === null || !('id' in value) || 'ids' in value) return value;
    const { id, ...others } = value;
    return { ...others, ids: [id].flat().map((entry) => (isNumberText(entry) ? Number(entry) : entry)) };
  });

export const sortQuery = <K extends string>(sortable: readonly [K, ...K[]]) =>
  jsonParameter(z.tuple([z.enum(sortable), z.enum(['ASC', 'DESC'])]));

export const maxListRows = 10_000;

export function listQuery<
  K extends string,
  F extends z.ZodRawShape,
  P extends z.ZodRawShape = Record<never, never>,
>(definition: { sortable: readonly [K, ...K[]]; filter: F; parameters?: P }) {
  return z.strictObject({
    range: jsonParameter(
      z
        .tuple([z.int().nonnegative(), z.int().nonnegative()])
        .refine(([from, to]) => to >= from && to - from < maxListRows),
    ).optional(),
    sort: sortQuery(definition.sortable).optional(),
    filter: filterParameter(definition.filter).optional(),
    ...(definition.parameters ?? ({} as P)),
  });
}

export function summaryQuery<F extends z.ZodRawShape>(filter: F) {
  return z.strictObject({
    filter: filterParameter(filter).optional(),
  });
}
