import { initialValues } from '../../../contract/fieldTable';
import { ruleMessages } from '../../../contract/errors';
import { userFields } from '../../../contract/recordFields';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { cleanFields } from '../../../contract/rules/fieldKinds';
import { passwordProblem } from '../../../contract/rules/passwords';
import type { User } from '../../../contract/accounts/users';
import { ApiProblem } from '../../dataProvider/ApiProblem';

type Values = Record<string, unknown>;

/** Another server does not send the fields that we added. */
export type UserRow = Pick<User, keyof typeof userFields | 'id' | 'student_id' | 'is_active' | 'last_login'> &
  Partial<User>;

/** Decision 18 sets these initial values. */
const { section: _section, ...newAccount } = initialValues(userFields);
export const newUser = { ...newAccount, password: '', student_id: null };

const asString = (value: unknown) => (typeof value === 'string' ? value : '');

/** Without `password`, the server generates one. */
export function cleanUser({ password, temporary_password: _, ...values }: Values): Values {
  return {
    ...values,
    ...cleanFields(userFields, values),
    // Undefined if the form has no section input. The server then decides.
    section: values['section'],
    student_id: foldDigits(cleanText(asString(values['student_id']))) || null,
    ...(asString(password) === '' ? {} : { password }),
  };
}

/** A free name, and the account with the taken name if the user may open that account. */
export interface TakenUsername {
  suggestion: string;
  holderId: number | null;
}

/** Returns null for any other problem. */
export function parseTakenUsername(problem: unknown): TakenUsername | null {
  const { suggestion, user_id } = (problem instanceof ApiProblem ? problem.body : {}) as Values;
  if (typeof suggestion !== 'string') return null;
  return { suggestion, holderId: typeof user_id === 'number' ? user_id : null };
}

const messages = {
  TOO_SHORT: ruleMessages.passwordTooShort,
  TOO_LONG: ruleMessages.passwordTooLong,
  TOO_COMMON: ruleMessages.passwordTooCommon,
} as const;

/** Returns the server's message for an invalid password. Undefined for a valid or an empty password. */
export function describePasswordProblem(password: unknown, username: unknown): string | undefined {
  if (asString(password) === '') return undefined;
  const problem = passwordProblem(asString(password), asString(username));
  return problem ? messages[problem] : undefined;
}
