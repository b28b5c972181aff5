import { describe, expect, test } from 'vitest';
import { parsePaperCheck, parsePaperNumber, formatCheck } from '../../contract/rules/paperCheck';

describe('the number of a paper', () => {
  test.each([
    '2026-000123',
    '2026 000123',
    '2026000123',
    '٢٠٢٦-٠٠٠١٢٣',
    '۲۰۲۶–۰۰۰۱۲۳',
    ' 2026 - 123 ',
    '\u200f2026-000123',
  ])('the number %j is parsed', (text) =>
    expect(parsePaperNumber(text)).toEqual({ year: 2026, sequence: 123 }),
  );
  test.each(['', '2026', '2026-', '26-1', 'abc', '2026-000123x', '2026-1234567890', '2026/1'])(
    '%j is not a paper number',
    (text) => expect(parsePaperNumber(text)).toBeNull(),
  );
});

describe('the check of a paper', () => {
  test.each([
    '3f2a91b7c0',
    '3F2A91B7C0',
    '3F2A9-1B7C0',
    '3f2a9 1b7c0',
    '٣f٢a٩-١b٧c٠',
    '3F 2A 91 B7 C0',
    '3F2A9—1B7C0',
    '3F2A9-lB7CO',
  ])('the check %j is parsed', (text) => expect(parsePaperCheck(text)).toBe('3f2a91b7c0'));
  test.each(['', '3f2a91b7c', '3f2a91b7c01', '3f2a91b7cg', '3f2a91b7c0'.repeat(3)])(
    '%j is not a check',
    (text) => expect(parsePaperCheck(text)).toBeNull(),
  );
  test('the check in printed form is parsed', () => {
    expect(formatCheck('3f2a91b7c0d1e2f3a4b5c6d7e8f90a1b')).toBe('3F2A9-1B7C0');
    expect(parsePaperCheck(formatCheck('3f2a91b7c0d1e2f3a4b5c6d7e8f90a1b'))).toBe('3f2a91b7c0');
  });
});
