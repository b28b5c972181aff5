import { describe, expect, test } from 'vitest';
import { commonPasswords, passwordProblem } from '../../contract/rules/passwords';

const problem = (password: string) => passwordProblem(password, 'fatimah.ali');

describe('A password is refused', () => {
  test('if it has fewer than eight characters', () => {
    expect(problem('')).toBe('TOO_SHORT');
    expect(problem('xK4!pq7')).toBe('TOO_SHORT');
    expect(problem('😀'.repeat(7))).toBe('TOO_SHORT');
  });
  test('if it has more than 128 characters', () => {
    expect(problem('xK4!'.repeat(32))).toBeNull();
    expect(problem('xK4!'.repeat(32) + 'x')).toBe('TOO_LONG');
    expect(problem('a'.repeat(1_000_000))).toBe('TOO_LONG');
  });
  test.each([
    '12345678',
    'password1',
    'PassWord1',
    '١٢٣٤٥٦٧٨',
    'qwertyuiop',
    'ضصثقفغعه',
    'شسيبلاتنمكط',
    '٠٠٠٠٠٠٠٠',
    'aaaaaaaa',
  ])('if it is easy to guess: %s', (password) => {
    expect(problem(password)).toBe('TOO_COMMON');
  });
  test('if it is the user name', () => {
    expect(problem('Fatimah.Ali')).toBe('TOO_COMMON');
    expect(passwordProblem('١٤٤٦٠٠٤٢', '14460042')).toBe('TOO_COMMON');
  });
});

test.each(['xK4!pq7z', 'بيت أخضر كبير', 'rasd-demo', '😀🌙⭐🐪🌴🏜🕌📖'])('%s is accepted', (password) => {
  expect(problem(password)).toBeNull();
});
test('every entry of the list of common passwords is long enough, and in a form that can match', () => {
  expect(commonPasswords.size).toBeGreaterThan(120);
  expect([...commonPasswords].filter((password) => problem(password) !== 'TOO_COMMON')).toEqual([]);
});
