import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../contract';
import type { Endpoint } from '../../contract/endpoint';
import {
  parseBase,
  isBase,
  nextFreeBase,
  offeringCode,
  proposedBase,
} from '../../contract/rules/subjectCode';

describe('the code of a new subject', () => {
  test.each([
    ['التجويد', 1, 'الت101'],
    ['tajweed', 3, 'TAJ301'],
    [' فق ه ', 2, 'فقه201'],
    ['تَجْـويد', 8, 'تجو801'],
    ['أ-ب/ت', 1, 'أبت101'],
    ['نص', 1, 'نص101'],
    ['مادة', 0, 'ماد001'],
  ])('the code of %s at level %i: %s', (name, level, base) => {
    expect(proposedBase(name, level)).toBe(base);
  });
  test('the code is valid in a URL, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 8 }), (name, level) => {
        expect(isBase(proposedBase(name, level))).toBe(true);
      }),
    );
  });
});

describe('the proposal for a used code', () => {
  test('the next free number is used', () => {
    expect(nextFreeBase('الت101', new Set(['الت101']))).toBe('الت102');
    expect(nextFreeBase('الت101', new Set(['الت101', 'الت102', 'الت104']))).toBe('الت103');
    expect(nextFreeBase('الت101', new Set())).toBe('الت101');
  });
  test('the number keeps its digits and leading zeros as long as possible', () => {
    expect(nextFreeBase('A009', new Set(['A009']))).toBe('A010');
    expect(nextFreeBase('A999', new Set(['A999']))).toBe('A1000');
  });
  test('a base code without a number gets one', () => {
    expect(nextFreeBase('QRN', new Set(['QRN']))).toBe('QRN1');
  });
  test('letters are removed if the code would exceed twenty characters', () => {
    const base = `${'A'.repeat(19)}9`;
    expect(nextFreeBase(base, new Set([base]))).toBe(`${'A'.repeat(18)}10`);
  });
  test('the result is always free and short enough', () => {
    const base = fc.stringMatching(/^[A-C]{1,19}[0-9]?$/);
    fc.assert(
      fc.property(base, fc.integer({ min: 1, max: 30 }), (first, count) => {
        const bases = new Set<string>();
        for (let i = 0; i < count; i++) {
          const next = nextFreeBase(first, bases);
          expect(bases.has(next)).toBe(false);
          expect(isBase(next)).toBe(true);
          bases.add(next);
        }
      }),
    );
  });
});

describe('the code of an offering', () => {
  test('the code is the base code, a dash and the number of the batch; the base code is the part before the dash', () => {
    expect(offeringCode('QRN101', 3)).toBe('QRN101-3');
    expect(parseBase('QRN101-3')).toBe('QRN101');
    expect(parseBase('QRN101-3-4')).toBe('QRN101');
    expect(parseBase('QRN101')).toBe('QRN101');
    expect(parseBase('')).toBe('');
  });
  test.each(['', 'QRN-1', 'QRN/1', 'QRN 1', 'QRN\u00A01', 'Q'.repeat(21)])(
    '%j is not a base code',
    (base) => {
      expect(isBase(base)).toBe(false);
    },
  );
  test('a base code may have twenty characters', () => {
    expect(isBase('Q'.repeat(20))).toBe(true);
  });
});

test('a code is accepted in digits of any script by every endpoint with a code', () => {
  const read: [call: string, code: unknown][] = Object.entries(api).flatMap(([part, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { params, query, body }]) =>
      [params, query, body].flatMap((schema) =>
        Object.entries(fieldsOf(schema)).flatMap(([key, field]): [string, unknown][] =>
          /^subject_?code$/i.test(key) && !isIgnored(field)
            ? [[`${part}.${name}`, field.parse('الت١٠١')]]
            : [],
        ),
      ),
    ),
  );
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter(([, code]) => code !== 'الت101')).toEqual([]);
});

/** Fields of an object schema, also inside of a transform. */
function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Fields that accept any value. */
const isIgnored = (field: z.ZodType) => field.safeParse({}).success;
