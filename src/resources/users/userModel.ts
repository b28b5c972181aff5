import { optionalEmail } from '../../../contract/fields';
import { ruleMessages } from '../../../contract/errors';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { cleanPhone } from '../../../contract/rules/identity';
import { passwordProblem } from '../../../contract/rules/passwords';
import type { User } from '../../../contract/users';
import { defaultRole } from '../../../contract/vocabulary';

type Values = Record<string, unknown>;

/** A server without our additions leaves the added fields out. */
export type UserRow = Pick<
  User,
  'id' | 'username' | 'email' | 'name' | 'role' | 'student_id' | 'phone' | 'is_active' | 'last_login'
> &
  Partial<User>;

/** What a new account starts with, and what a reset goes back to; decision 18. */
export const newUser = {
  name: '',
  username: '',
  email: '',
  phone: '',
  password: '',
  role: defaultRole,
  student_id: null,
};

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The form's values as they are sent; an empty password is not sent, so that one is generated. */
export function cleanUser({ password, temporary_password: _, ...values }: Values): Values {
  return {
    ...values,
    name: cleanText(text(values['name'])),
    username: cleanText(text(values['username'])),
    email: cleanText(text(values['email'])) || null,
    phone: cleanPhone(text(values['phone'])) || null,
    student_id: foldDigits(cleanText(text(values['student_id']))) || null,
    ...(text(password) === '' ? {} : { password }),
  };
}

export const fitsEmail = (value: unknown) =>
  text(value).trim() === '' || optionalEmail.safeParse(value).success;

const sentences = {
  TOO_SHORT: ruleMessages.passwordTooShort,
  TOO_LONG: ruleMessages.passwordTooLong,
  TOO_COMMON: ruleMessages.passwordTooCommon,
} as const;

/** What the server would say of a password; nothing of an empty one. */
export function passwordSentence(password: unknown, username: unknown): string | undefined {
  if (text(password) === '') return undefined;
  const problem = passwordProblem(text(password), text(username));
  return problem ? sentences[problem] : undefined;
}
