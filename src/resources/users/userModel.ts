import { optionalEmail } from '../../../contract/fields';
import { initialValues } from '../../../contract/fieldTable';
import { ruleMessages } from '../../../contract/errors';
import { userFields } from '../../../contract/recordFields';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { cleanFields } from '../../../contract/rules/fieldKinds';
import { passwordProblem } from '../../../contract/rules/passwords';
import type { User } from '../../../contract/accounts/users';
import { ApiProblem } from '../../dataProvider/ApiProblem';

type Values = Record<string, unknown>;

/** A server without our additions does not send the added fields. */
export type UserRow = Pick<User, keyof typeof userFields | 'id' | 'student_id' | 'is_active' | 'last_login'> &
  Partial<User>;

/** The initial values of a new account, also used by a reset; decision 18. */
const { section: _section, ...newAccount } = initialValues(userFields);
export const newUser = { ...newAccount, password: '', student_id: null };

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The values that are sent; an empty password is left out, so that the server generates one. */
export function cleanUser({ password, temporary_password: _, ...values }: Values): Values {
  return {
    ...values,
    ...cleanFields(userFields, values),
    // Undefined if the form did not ask for it; then the server decides.
    section: values['section'],
    student_id: foldDigits(cleanText(text(values['student_id']))) || null,
    ...(text(password) === '' ? {} : { password }),
  };
}

export const fitsEmail = (value: unknown) =>
  text(value).trim() === '' || optionalEmail.safeParse(value).success;

/** What can be done about a user name that somebody else has: a free one, and the account, if the person may open it. */
export interface TakenUsername {
  suggestion: string;
  holder: number | null;
}

/** What the server told about a user name that is taken; null for any other problem. */
export function takenUsername(problem: unknown): TakenUsername | null {
  const { suggestion, user_id } = (problem instanceof ApiProblem ? problem.body : {}) as Values;
  if (typeof suggestion !== 'string') return null;
  return { suggestion, holder: typeof user_id === 'number' ? user_id : null };
}

const sentences = {
  TOO_SHORT: ruleMessages.passwordTooShort,
  TOO_LONG: ruleMessages.passwordTooLong,
  TOO_COMMON: ruleMessages.passwordTooCommon,
} as const;

/** The server's sentence about a password; none for an empty one. */
export function passwordSentence(password: unknown, username: unknown): string | undefined {
  if (text(password) === '') return undefined;
  const problem = passwordProblem(text(password), text(username));
  return problem ? sentences[problem] : undefined;
}
