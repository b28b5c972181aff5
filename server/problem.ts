import { type ErrorCode, errors, type ProblemDetail } from '../contract/errors';
import { validationMessages } from '../contract/rules/validationMessages';
import { maxDetails } from '../contract/validation';

interface ProblemOptions {
  message?: string;
  details?: ProblemDetail[];
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** Handlers throw this error, and `app.ts` sends it. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly options: ProblemOptions;

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errors[this.code].status;
  }

  toJSON(): Record<string, unknown> {
    const { extra } = this.options;
    const details = this.options.details?.slice(0, maxDetails);
    return { error: this.message, code: this.code, ...(details && { details }), ...extra };
  }
}

export const notFound = () => new Problem('NOT_FOUND');

export function invalid(...details: ProblemDetail[]): Problem {
  return new Problem('VALIDATION', { message: details[0]?.message ?? validationMessages.invalid, details });
}
