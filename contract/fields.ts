import { z } from 'zod';
import { validationMessages as messages } from './rules/validationMessages';
import { cleanAcademicYear } from './rules/academicYear';
import { cleanLines, cleanName, cleanText, foldDigits, hasHidden } from './rules/arabicText';
import { cleanNationalId, cleanPhone, isNationalId } from './rules/identity';
import { rawTextProblem } from './rules/rawText';
import type { FieldKind, RecordField, RecordFields, FieldValue } from './fieldTable';

/** The largest 32-bit integer: the limit of columns that are not row numbers. */
const maxInt32 = 2_147_483_647;

/** Row number: an integer from 1 to 2^53 - 1; `z.int()` checks the upper limit. */
export const id = z.int().positive();

/** Reads text as a row number; null if it is none. */
export function parseRowId(text: string | null | undefined): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/** An integer in a filter; there may be no record with it. */
export const anyInteger = z.int().min(-maxInt32).max(maxInt32);

/** As `whole`, for row numbers. */
export const anyRowId = z.int();

/** A row number in a filter; text if it comes from a URL. */
export const rowId = z.union([
  anyRowId,
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(anyRowId),
]);

/** A record in a filter: its code as text, or its row number. */
export const codeOrRowId = (max: number) => z.union([optionalCode(max), anyRowId]);

/** A row number in a path. */
export const idInPath = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(id);

/** `{id}` in a path. */
export const idParams = z.strictObject({ id: idInPath });

/**
 * Text before cleaning. Every schema that cleans text starts with this: text longer than 4 × `max` + 64 UTF-16 units or
 * with more than 30 adjacent combining marks is refused without being cleaned.
 */
const rawText = (max: number, isIdentity = false) =>
  z.string().check(({ value, issues }) => {
    const problem = rawTextProblem(value, max);
    const isHidden = problem === null && isIdentity && hasHidden(value);
    if (problem === null && !isHidden) return;
    const message = isHidden
      ? messages.hidden
      : problem === 'TOO_LONG'
        ? messages.tooLong(max)
        : messages.tooManyMarks;
    issues.push({ code: 'custom', input: value, message });
  });

/**
 * One line that names a stored record, cleaned (NFC, no bidi controls, single spaces), at most `max` characters: for
 * look-ups and filters. An older record may have hidden characters in its name; new ones are refused by `label`.
 */
export const line = (max: number) => rawText(max).transform(cleanName).pipe(z.string().max(max));

/** One line of free text, not empty. */
export const requiredLine = (max: number) =>
  rawText(max).transform(cleanText).pipe(z.string().min(1, messages.required).max(max));

/** One line that is stored to identify something: without hidden characters. It may be empty. */
export const label = (max: number) => rawText(max, true).transform(cleanName).pipe(z.string().max(max));

/** As `label`, and not empty. */
export const requiredLabel = (max: number) =>
  rawText(max, true).transform(cleanName).pipe(z.string().min(1, messages.required).max(max));

/** As `label`; empty becomes null. */
export const optionalLabel = (max: number) => emptyIsNull(label(max).nullable());

/** A code, not empty, with digits of any script folded to ASCII. */
export const code = (max: number) =>
  rawText(max).transform(cleanCode).pipe(z.string().min(1, messages.required).max(max));

/** As `code`, but may be empty: for filters and optional fields. */
export const optionalCode = (max: number) => rawText(max).transform(cleanCode).pipe(z.string().max(max));

/** As `code`, stored to identify something: without hidden characters. */
export const newCode = (max: number) =>
  rawText(max, true).transform(cleanCode).pipe(z.string().min(1, messages.required).max(max));

/** As `newCode`, but may be empty. */
export const optionalNewCode = (max: number) =>
  rawText(max, true).transform(cleanCode).pipe(z.string().max(max));

/** One line of free text; empty becomes null. */
export const optionalLine = (max: number) =>
  emptyIsNull(rawText(max).transform(cleanText).pipe(z.string().max(max)).nullable());

/** Text of several lines, possibly empty. */
export const lines = (max: number) => rawText(max).transform(cleanLines).pipe(z.string().max(max));

/** Text of several lines; empty becomes null. */
export const optionalText = (max: number) => emptyIsNull(lines(max).nullable());

/** A number, or text in digits of any script that is converted to one. */
const foldedNumber = z.preprocess(
  (value) => (typeof value === 'string' ? parseNumber(value) : value),
  z.number(messages.notNumber),
);

/** A student's number. */
export const academicNumber = optionalCode(40);

/** The code of a subject of a batch, in a path or filter; an empty one names none. */
export const subjectCode = optionalCode(40);
/** The same where it is needed. */
export const requiredSubjectCode = code(40);

/** A whole number in a range; Arabic digits in text are understood. */
export const integer = (min: number, max: number) => foldedNumber.pipe(z.int().min(min).max(max));

/** A multiple of one half in a range; Arabic digits in text are understood. */
export const halfSteps = (min: number, max: number) =>
  foldedNumber.pipe(z.number().min(min).max(max).multipleOf(0.5, messages.notStep(0.5)));

/** `YYYY-MM-DD`, a day that exists. */
export const date = z.iso.date(messages.notDate);
export const optionalDate = emptyIsNull(date.nullable());

/** A time of day, `HH:MM`; digits of any script are folded. */
export const timeOfDay = code(5).pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.notTime));

/** ISO 8601 in UTC. */
export const time = z.string();

export const optionalEmail = emptyIsNull(
  rawText(254, true).transform(cleanText).pipe(z.email(messages.notEmail).max(254)).nullable(),
);

/** Ten digits of any script. */
const nationalId = rawText(10, true).transform(cleanNationalId).refine(isNationalId, messages.notNationalId);

/** Separators removed, digits folded to ASCII; empty becomes null. */
export const phone = rawText(30, true)
  .nullable()
  .transform((value) => (value === null ? null : cleanPhone(value) || null))
  .pipe(z.string().max(30).nullable());

/**
 * On every record, not in the specification: rises by one with each write; an update with an older version is refused.
 */
export const version = z.int().nonnegative().meta({ isAddition: true });
export const updatedAt = time.meta({ isAddition: true });

/** A field that the specification does not name; another server may lack it. */
export const addition = <S extends z.ZodType>(schema: S): S => schema.meta({ isAddition: true });

/**
 * Confirms a deletion that includes records of students who have left: the number of these students (rule 4 of the
 * domain).
 */
export const confirmQuery = z.strictObject({ confirm: rowId.optional() });

export const messageResponse = z.object({ message: z.string() });
export const successResponse = z.object({ success: z.literal(true), message: z.string() });

function cleanCode(text: string): string {
  return foldDigits(cleanText(text));
}

/** Maximum characters of a number that is sent as text. */
const maxDigits = 32;

/** The number that somebody typed, in digits of any script; NaN for another text. */
export function parseNumber(text: string): number {
  if (rawTextProblem(text, maxDigits) !== null) return Number.NaN;
  const cleaned = cleanCode(text);
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(cleaned) ? Number(cleaned) : Number.NaN;
}

function emptyIsNull<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema);
}

/**
 * The body of a write: the fields that a person fills in, and the fields that the server sends and computes itself.
 * The latter are accepted and ignored, so that a record can be sent back as it was read.
 */
export function writeBody<S extends z.ZodRawShape>(fields: S, ignored: readonly string[]) {
  const ignoredFields: z.ZodRawShape = Object.fromEntries(
    ignored.map((key) => [key, z.unknown().optional()]),
  );
  const bodySchema = z.object(fields);
  return z.strictObject({ ...ignoredFields, ...fields }).transform((body) => {
    const writtenEntries = Object.entries(body).filter(([key]) => !ignored.includes(key));
    return Object.fromEntries(writtenEntries) as z.output<typeof bodySchema>;
  });
}

type AllOptional<S extends z.ZodRawShape> = {
  -readonly [K in keyof S]: S[K] extends z.ZodOptional ? S[K] : z.ZodOptional<S[K]>;
};

/** The body of a change: any of the fields, and the version that was read. */
export function changeBody<S extends z.ZodRawShape>(fields: S, ignored: readonly string[]) {
  const optionalEntries = Object.entries(fields).map(([key, schema]) => [
    key,
    schema instanceof z.ZodOptional ? schema : (schema as z.ZodType).optional(),
  ]);
  const changes = Object.fromEntries(optionalEntries) as AllOptional<S>;
  return writeBody({ ...changes, version: version.optional() }, ignored);
}

/** Whether a body may empty a field that has a value. */
const canBeEmptied = ({ isRequired, isNullable }: RecordField) => !isRequired && isNullable === true;
const allowNull = (schema: z.ZodType, field: RecordField) =>
  canBeEmptied(field) ? schema.nullable() : schema;

const inputSchemas: Record<FieldKind, (field: RecordField) => z.ZodType> = {
  line: (field) => (canBeEmptied(field) ? optionalLabel(field.max) : requiredLabel(field.max)),
  text: ({ max }) => optionalText(max),
  code: ({ max, isRequired }) => (isRequired ? newCode(max) : optionalNewCode(max)),
  phone: () => phone,
  email: () => optionalEmail,
  nationalId: () => nationalId,
  choice: (field) => allowNull(z.enum(field.choices ?? []), field),
  integer: (field) => allowNull(integer(1, field.max), field),
  level: (field) => allowNull(integer(1, field.max), field),
  year: ({ max }) => newCode(max).transform(cleanAcademicYear),
  date: () => optionalDate,
};

/** Null empties an optional text; a required field cannot be emptied. */
type InputValue<F extends RecordField> = F extends { isRequired: true }
  ? FieldValue<F>
  : F extends { isNullable: true }
    ? FieldValue<F> | null
    : FieldValue<F>;
type WriteShape<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K] extends { isRequired: true }
    ? z.ZodType<InputValue<F[K]>>
    : z.ZodOptional<z.ZodType<InputValue<F[K]>>>;
};

/** The schemas for writing these fields. */
export const writeShape = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const schema = inputSchemas[field.kind](field);
      const inputSchema = field.isRequired ? schema : schema.optional();
      return [key, field.isAddition ? addition(inputSchema) : inputSchema];
    }),
  ) as WriteShape<F>;

type ReadShape<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K] extends { isNullable: true }
    ? z.ZodNullable<z.ZodType<FieldValue<F[K]>>>
    : z.ZodType<FieldValue<F[K]>>;
};

/** The schemas of these fields in an answer. */
export const readShape = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { kind, choices, isNullable, isAddition }]) => {
      const isNumber = kind === 'integer' || kind === 'level';
      const value: z.ZodType = choices ? z.enum(choices) : isNumber ? z.int() : z.string();
      const schema = isNullable ? value.nullable() : value;
      return [key, isAddition ? addition(schema) : schema];
    }),
  ) as ReadShape<F>;

/** The rows that are deleted together with a record: their number by kind; kinds without rows are left out. */
export const dependents = z.object({
  batches: z.int().optional(),
  subjects: z.int().optional(),
  students: z.int().optional(),
  grades: z.int().optional(),
  absences: z.int().optional(),
  circles: z.int().optional(),
  daily_records: z.int().optional(),
  sard: z.int().optional(),
  assignments: z.int().optional(),
  submissions: z.int().optional(),
});
export type Dependents = z.infer<typeof dependents>;
