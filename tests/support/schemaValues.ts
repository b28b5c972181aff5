// Generates valid, nearly valid and hostile values from a schema.
import * as fc from 'fast-check';
import type { z } from 'zod';

const trickyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDFFFx',
  '\u202Eabc\u202C',
  '\u200F\u200B\uFEFF',
  'ـ',
  'َ',
  'ﷺ'.repeat(40),
  '𝔄\u{10FFFF}',
  "'; drop table users; --",
  '%_\\',
  '=1+1',
  '__proto__',
  '../../etc/passwd',
  '%00',
  '\\u0000',
  '{"$ref":1}',
  'x'.repeat(5_000),
  'ن'.repeat(121),
  '2147483648',
  '1e309',
  '-0',
  'NaN',
  '٣',
  '۹٫۵',
  '2026-02-30',
  '0000-00-00',
] as const;

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...trickyTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -1e308),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[[[[]]]]], { a: { b: { c: {} } } }),
  },
  {
    weight: 1,
    arbitrary: fc.constant(JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}}}') as unknown),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 3 }) },
);

const arabicName = fc.string({
  unit: fc.constantFrom(...'ابتثجحخدذرزسشصضطظعغفقكلمنهويأإآةىء '),
  minLength: 1,
  maxLength: 20,
});
const validText = fc.oneof(
  arabicName,
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }),
  fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }).map(String),
);

/** The values are valid in seven of eight cases. */
export function arbitraryFor(
  schema: z.ZodType | { kind: 'array'; of: fc.Arbitrary<unknown> },
): fc.Arbitrary<unknown> {
  if ('kind' in schema) return fc.array(schema.of, { maxLength: 3 });
  return fc.oneof({ weight: 7, arbitrary: buildValid(schema) }, { weight: 1, arbitrary: hostileValue });
}

function buildValid(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return buildObject((def as z.core.$ZodObjectDef).shape);
    case 'array':
      return fc.array(arbitraryFor((def as z.core.$ZodArrayDef).element as z.ZodType), { maxLength: 4 });
    case 'enum':
      return fc.constantFrom(...Object.values((def as z.core.$ZodEnumDef).entries));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: 0, max: 10 });
    case 'string':
      return validText;
    case 'optional':
    case 'nullable':
      return fc.oneof(
        { weight: 3, arbitrary: buildValid((def as z.core.$ZodOptionalDef).innerType) },
        { weight: 1, arbitrary: fc.constant(def.type === 'nullable' ? null : undefined) },
      );
    case 'pipe': {
      const { in: first, out } = def as z.core.$ZodPipeDef;
      // The schema before a `preprocess` does not describe its input.
      return first._zod.def.type === 'transform' ? buildValid(out) : buildValid(first);
    }
    default:
      return hostileValue;
  }
}

function buildObject(shape: z.core.$ZodShape): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, arbitraryFor(field as z.ZodType)]),
  );
  const required = Object.keys(shape).filter((key) => shape[key]?._zod.def.type !== 'optional');
  const validObject = fc.record(fields, { requiredKeys: required });
  return fc.oneof(
    { weight: 5, arbitrary: validObject },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(validObject, hostileText, hostileValue)
        .map(([value, key, extra]) => ({ ...value, [key]: extra })),
    },
  );
}

/** A value for each text position of a schema, also nested ones. Recursive schemas end at the tenth level. */
export function* generateTextPositions(schema: z.core.$ZodType, text: string, depth = 0): Generator {
  if (depth > 10) return;
  const { def } = schema._zod;
  const visit = (child: z.core.$ZodType) => generateTextPositions(child, text, depth + 1);
  switch (def.type) {
    case 'object':
      for (const [key, field] of Object.entries((def as z.core.$ZodObjectDef).shape))
        for (const value of visit(field)) yield { [key]: value };
      return;
    case 'array':
      for (const value of visit((def as z.core.$ZodArrayDef).element)) yield [value];
      return;
    case 'record':
      yield { [text]: text };
      for (const value of visit((def as z.core.$ZodRecordDef).valueType)) yield { key: value };
      return;
    case 'union':
      for (const option of (def as z.core.$ZodUnionDef).options) yield* visit(option);
      return;
    case 'pipe':
      yield* visit((def as z.core.$ZodPipeDef).in);
      yield* visit((def as z.core.$ZodPipeDef).out);
      return;
    case 'lazy':
      yield* visit((def as z.core.$ZodLazyDef).getter());
      return;
    default:
      if ('innerType' in def) yield* visit(def.innerType as z.core.$ZodType);
      else yield text;
  }
}
