import { z } from 'zod';
import { validationMessages as say } from './rules/validationMessages';

/** The Arabic sentence for an issue of a schema that has no message of its own. */
function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? say.required : typeSentence(issue.expected);
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? say.required : say.tooShort(issue.minimum);
      return say.tooSmall(issue.minimum);
    case 'too_big':
      if (issue.origin === 'string') return say.tooLong(issue.maximum);
      return issue.origin === 'array' ? say.tooMany(issue.maximum) : say.tooBig(issue.maximum);
    case 'invalid_value':
      return say.notOneOf;
    case 'unrecognized_keys':
      return unknownKeys(issue.keys);
    default:
      return say.invalid;
  }
}

/** Limits of the answer 422: number of details, characters of a path, of a sentence and of a key name. */
export const maxDetails = 100;
const maxPathLength = 200;
const maxSentenceLength = 500;
const maxNamedKeys = 5;
const maxNameLength = 60;

const truncate = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);

/** A body may have a hundred thousand unknown keys: the first few are named, the rest counted. */
function unknownKeys(keys: readonly string[]): string {
  const named = keys.slice(0, maxNamedKeys).map((key) => truncate(key, maxNameLength));
  return keys.length === 1 ? say.unknownKey(named.join('')) : say.unknownKeys(keys.length, named);
}

function typeSentence(expected: string): string {
  if (expected === 'string') return say.notText;
  if (expected === 'number') return say.notNumber;
  if (expected === 'int') return say.notInteger;
  return expected === 'boolean' ? say.notYesNo : say.invalid;
}

/** Sets the Arabic messages for all schemas of this process; called once at the start of server and client. */
export function speakArabic(options: { isJitless: boolean }): void {
  // The page's security policy forbids `eval`, which zod otherwise uses for speed.
  z.config({ customError: sentence, jitless: options.isJitless });
}

/** The issues of a schema as the `details` of a 422: at most a hundred, each of limited length. */
export function problemDetails(error: z.ZodError): { path: string; message: string }[] {
  const details = error.issues.slice(0, maxDetails).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || issue.keys.length > maxNamedKeys)
      return [{ path: issue.path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownKeys([key]) }));
  });
  return details.slice(0, maxDetails).map(({ path, message }) => ({
    path: truncate(path.join('.'), maxPathLength),
    message: truncate(message, maxSentenceLength),
  }));
}
