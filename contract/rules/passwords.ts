import { foldDigits } from './arabicText';
import { normalize } from './rawText';
import { commonPasswords } from './commonPasswords';

export type PasswordProblem = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON';

/** In characters as a person counts them, not in UTF-16 units. */
export const shortestPassword = 8;
export const longestPassword = 128;

const oneCharacter = /^(.)\1*$/su;

const foldPassword = (text: string) => foldDigits(normalize(text, 'NFKC')).toLowerCase();

/**
 * What forbids a password, or null: under 8 characters, over 128, or one that is guessed first
 * (the list of common ones, one character repeated, or the user name), whatever its case and the
 * script of its digits. Source: decision 19; it forbids default passwords, this forbids their kind.
 */
export function passwordProblem(password: string, username: string): PasswordProblem | null {
  // Counted only when it can matter: a body may carry a megabyte of it.
  if (password.length > 2 * longestPassword) return 'TOO_LONG';
  const length = [...password].length;
  if (length < shortestPassword) return 'TOO_SHORT';
  if (length > longestPassword) return 'TOO_LONG';
  const guess = foldPassword(password);
  const isGuessed =
    commonPasswords.has(guess) || oneCharacter.test(guess) || guess.trim() === foldPassword(username).trim();
  return isGuessed ? 'TOO_COMMON' : null;
}
