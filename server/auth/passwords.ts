import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ruleMessages } from '../../contract/errors';
import { passwordProblem } from '../../contract/rules/passwords';
import type { Role } from '../../contract/vocabulary';
import { oneTimeExpiry } from '../domain/accounts';
import { invalid } from '../problem';

/** Argon2id, 19 MiB, two passes (OWASP). */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, argon2Options);

let dummyHash: Promise<string> | null = null;

/**
 * An account without a password takes the same time, so that the time does not show which user names
 * exist.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('no such user');
  const matches = await verify(stored ?? (await dummyHash), password);
  return stored !== null && matches;
}

const messages = {
  TOO_SHORT: ruleMessages.passwordTooShort,
  TOO_LONG: ruleMessages.passwordTooLong,
  TOO_COMMON: ruleMessages.passwordTooCommon,
};

// Excludes characters that look or sound alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Three groups of four characters; 59 bits of entropy. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group()].join('-');
}

/** The columns set an expiry time, and require a new password at the first sign-in. */
export async function createOneTimePassword(role: Role, now: Date) {
  const password = generatePassword();
  const columns = {
    password_hash: await hashPassword(password),
    must_change_password: 1,
    password_ends_at: oneTimeExpiry(role, now),
  };
  return { password, columns };
}

export type OneTimePassword = Awaited<ReturnType<typeof createOneTimePassword>>;

let lastInQueue: Promise<unknown> = Promise.resolve();

/**
 * Hashes one password at a time, because parallel hashing blocks the thread pool for other calls. 1,000
 * passwords take 15 seconds.
 */
export async function createOneTimePasswords(count: number, role: Role, now: Date) {
  const passwords: OneTimePassword[] = [];
  while (passwords.length < count) {
    const nextPassword = lastInQueue.then(() => createOneTimePassword(role, now));
    lastInQueue = nextPassword.catch(() => undefined);
    passwords.push(await nextPassword);
  }
  return passwords;
}

export const isPasswordExpired = (
  { password_ends_at }: { password_ends_at: string | null },
  now: Date,
): boolean => password_ends_at !== null && password_ends_at <= now.toISOString();

export function checkNewPassword(password: string, username: string, path: string): void {
  const problem = passwordProblem(password, username);
  if (problem) throw invalid({ path, message: messages[problem] });
}
