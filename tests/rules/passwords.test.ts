import { describe, expect, test } from 'vitest';
import { commonPasswords, passwordProblem } from '../../contract/rules/passwords';

const problem = (password: string) => passwordProblem(password, 'fatimah.ali');

describe('a refused password', () => {
  test('a password with fewer than eight characters is refused', () => {
    expect(problem('')).toBe('TOO_SHORT');
    expect(problem('xK4!pq7')).toBe('TOO_SHORT');
    expect(problem('😀'.repeat(7))).toBe('TOO_SHORT');
  });
  test('a password with more than 128 characters is refused', () => {
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
  ])('a password that is easy to guess is refused: %s', (password) => {
    expect(problem(password)).toBe('TOO_COMMON');
  });
  test('the user name as password is refused', () => {
    expect(problem('Fatimah.Ali')).toBe('TOO_COMMON');
    expect(passwordProblem('١٤٤٦٠٠٤٢', '14460042')).toBe('TOO_COMMON');
  });
});

test.each(['xK4!pq7z', 'بيت أخضر كبير', 'rasd-demo', '😀🌙⭐🐪🌴🏜🕌📖'])(
  'the password %s is accepted',
  (password) => {
    expect(problem(password)).toBeNull();
  },
);
test('every entry of the list of common passwords is long enough, and in a form that can match', () => {
  expect(commonPasswords.size).toBeGreaterThan(120);
  expect([...commonPasswords].filter((password) => problem(password) !== 'TOO_COMMON')).toEqual([]);
});
