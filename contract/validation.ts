import { z } from 'zod';
import { validationMessages as messages } from './rules/validationMessages';

function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? messages.required
        : typeMessage(issue.expected);
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? messages.required : messages.tooShort(issue.minimum);
      return messages.tooSmall(issue.minimum);
    case 'too_big':
      if (issue.origin === 'string') return messages.tooLong(issue.maximum);
      return issue.origin === 'array' ? messages.tooMany(issue.maximum) : messages.tooBig(issue.maximum);
    case 'invalid_value':
      return messages.notOneOf;
    case 'unrecognized_keys':
      return unknownKeys(issue.keys);
    default:
      return messages.invalid;
  }
}

export const maxDetails = 100;
const maxPathLength = 200;
const maxMessageLength = 500;
const maxListedKeys = 5;
const maxKeyLength = 60;

const truncate = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);

/** A body may have a hundred thousand unknown keys, so the message lists only the first few. */
function unknownKeys(keys: readonly string[]): string {
  const names = keys.slice(0, maxListedKeys).map((key) => truncate(key, maxKeyLength));
  return keys.length === 1 ? messages.unknownKey(names.join('')) : messages.unknownKeys(keys.length, names);
}

function typeMessage(expected: string): string {
  if (expected === 'string') return messages.notText;
  if (expected === 'number') return messages.notNumber;
  if (expected === 'int') return messages.notInteger;
  return expected === 'boolean' ? messages.notYesNo : messages.invalid;
}

/** Applies to all schemas of the process. The server calls this function once at its start. */
export function setArabicMessages(): void {
  z.config({ customError: issueMessage });
}

export function problemDetails(error: z.ZodError): { path: string; message: string }[] {
  const details = error.issues.slice(0, maxDetails).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || issue.keys.length > maxListedKeys)
      return [{ path: issue.path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownKeys([key]) }));
  });
  return details.slice(0, maxDetails).map(({ path, message }) => ({
    path: truncate(path.join('.'), maxPathLength),
    message: truncate(message, maxMessageLength),
  }));
}
