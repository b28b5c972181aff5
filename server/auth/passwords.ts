import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ruleMessages } from '../../contract/errors';
import { passwordProblem } from '../../contract/rules/passwords';
import type { Role } from '../../contract/vocabulary';
import { oneTimeExpiry } from '../domain/accounts';
import { invalid } from '../problem';

/** Argon2id, 19 MiB, two passes (OWASP). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let dummyHash: Promise<string> | null = null;

/**
 * Whether a password matches the hash. Without a hash it takes the same time and returns false, so that nobody learns
 * which user names exist.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('no such user');
  const fits = await verify(stored ?? (await dummyHash), password);
  return stored !== null && fits;
}

const sentences = {
  TOO_SHORT: ruleMessages.passwordTooShort,
  TOO_LONG: ruleMessages.passwordTooLong,
  TOO_COMMON: ruleMessages.passwordTooCommon,
};

// Without characters that look or sound alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A one-time password: three groups of four characters, 59 bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group()].join('-');
}

/** A generated password and its columns: valid for a limited time, and must be changed at the first sign-in. */
export async function oneTimePassword(role: Role, now: Date) {
  const password = generatePassword();
  const written = {
    password_hash: await hashPassword(password),
    must_change_password: 1,
    password_ends_at: oneTimeExpiry(role, now),
  };
  return { password, written };
}

export type OneTimePassword = Awaited<ReturnType<typeof oneTimePassword>>;

/** The end of the line of passwords that are made for many accounts. */
let line: Promise<unknown> = Promise.resolve();

/**
 * One-time passwords for many accounts. They are hashed one at a time, in turn with those of other calls: hashed all at
 * once they would hold the threads that sign-ins, files and names of hosts wait for. A thousand take about 15 seconds.
 */
export async function oneTimePasswords(count: number, role: Role, now: Date) {
  const made: OneTimePassword[] = [];
  while (made.length < count) {
    const next = line.then(() => oneTimePassword(role, now));
    line = next.catch(() => undefined);
    made.push(await next);
  }
  return made;
}

/** Whether the one-time password of an account has expired. */
export const hasEnded = ({ password_ends_at }: { password_ends_at: string | null }, now: Date): boolean =>
  password_ends_at !== null && password_ends_at <= now.toISOString();

/** @throws VALIDATION on the field `path` when a new password is too short, too long or too common */
export function checkNewPassword(password: string, username: string, path: string): void {
  const problem = passwordProblem(password, username);
  if (problem) throw invalid({ path, message: sentences[problem] });
}
