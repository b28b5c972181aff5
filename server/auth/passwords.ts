import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ruleMessages } from '../../contract/errors';
import { passwordProblem } from '../../contract/rules/passwords';
import type { Role } from '../../contract/vocabulary';
import { oneTimeEnd } from '../db/accounts';
import { invalid } from '../problem';

/** Argon2id, 19 MiB, two passes (OWASP). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | null = null;

/** Whether a password fits; without a hash it takes the same time and answers no, so that nobody learns which names exist. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such user');
  const fits = await verify(stored ?? (await decoy), password);
  return stored !== null && fits;
}

const sentences = {
  TOO_SHORT: ruleMessages.passwordTooShort,
  TOO_LONG: ruleMessages.passwordTooLong,
  TOO_COMMON: ruleMessages.passwordTooCommon,
};

// Without signs that are mistaken for each other when they are read out or copied by hand.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password for one sign-in, three groups of four signs: 59 bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group()].join('-');
}

/** A generated password, and what is stored of it: it signs in for a while, and is then changed. */
export async function oneTimePassword(role: Role, now: Date) {
  const password = generatePassword();
  const written = {
    password_hash: await hashPassword(password),
    must_change_password: 1,
    password_ends_at: oneTimeEnd(role, now),
  };
  return { password, written };
}

/** Whether the password of an account was one for a while that is over. */
export const hasEnded = ({ password_ends_at }: { password_ends_at: string | null }, now: Date): boolean =>
  password_ends_at !== null && password_ends_at <= now.toISOString();

/** @throws VALIDATION on the field `path` when a new password is too short, too long or too common */
export function checkNewPassword(password: string, username: string, path: string): void {
  const problem = passwordProblem(password, username);
  if (problem) throw invalid({ path, message: sentences[problem] });
}
