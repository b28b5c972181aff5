import { z } from 'zod';
import { validationMessages as say } from './errors';

/** The Arabic sentence for what a schema refuses, where the schema gave none of its own. */
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

/** The most details of a 422, and characters of a path and a sentence in them. */
export const maxDetails = 100;
const longestPath = 200;
const longestSentence = 500;
const maxNamed = 5;
const longestName = 60;

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);

/** Somebody may send a hundred thousand of them: beyond a few they are counted. */
function unknownKeys(keys: readonly string[]): string {
  const named = keys.slice(0, maxNamed).map((key) => cut(key, longestName));
  return keys.length === 1 ? say.unknownKey(named.join('')) : say.unknownKeys(keys.length, named);
}

function typeSentence(expected: string): string {
  if (expected === 'string') return say.notText;
  if (expected === 'number') return say.notNumber;
  if (expected === 'int') return say.notInteger;
  return expected === 'boolean' ? say.notYesNo : say.invalid;
}

/** Makes every schema of this process speak Arabic; called once at the start of each side. */
export function speakArabic(options: { isJitless: boolean }): void {
  // A page's security policy forbids code made from text, which zod otherwise uses for speed.
  z.config({ customError: sentence, jitless: options.isJitless });
}

/** What a schema refused, as the `details` of a 422: at most a hundred, each of bounded length. */
export function problemDetails(error: z.ZodError): { path: string; message: string }[] {
  const details = error.issues.slice(0, maxDetails).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || issue.keys.length > maxNamed)
      return [{ path: issue.path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownKeys([key]) }));
  });
  return details.slice(0, maxDetails).map(({ path, message }) => ({
    path: cut(path.join('.'), longestPath),
    message: cut(message, longestSentence),
  }));
}
