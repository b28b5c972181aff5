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
      return say.unknownKey(issue.keys.join(', '));
    default:
      return say.invalid;
  }
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

/** What a schema refused, as the `details` of a 422. */
export function problemDetails(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: say.unknownKey(key) }));
  });
}
