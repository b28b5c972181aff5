import { z } from 'zod';
import { validationMessages as messages } from './rules/validationMessages';
import { cleanAcademicYear } from './rules/academicYear';
import { cleanLines, cleanName, cleanText, foldDigits, hasHidden } from './rules/arabicText';
import { cleanNationalId, cleanPhone, isNationalId, phoneProblem } from './rules/identity';
import { rawTextProblem } from './rules/rawText';
import type { FieldKind, RecordField, RecordFields, FieldValue } from './fieldTable';

const maxInt32 = 2_147_483_647;

/** Row number. `z.int()` also checks the upper limit 2^53 - 1. */
export const id = z.int().positive();

export function parseRowId(text: string | null | undefined): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

export const anyInteger = z.int().min(-maxInt32).max(maxInt32);

/** A row number in a filter, which may match no row. */
export const anyRowId = z.int();

/** A row number in a filter, also as text from a URL. */
export const rowId = z.union([
  anyRowId,
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(anyRowId),
]);

export const codeOrRowId = (max: number) => z.union([optionalCode(max), anyRowId]);

export const idInPath = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(id);

export const idParams = z.strictObject({ id: idInPath });

/** Each schema that cleans text starts with this check, because some texts are expensive to clean. */
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

/** For look-ups and filters. Hidden characters are allowed, because old records may have them. */
export const line = (max: number) => rawText(max).transform(cleanName).pipe(z.string().max(max));

export const requiredLine = (max: number) =>
  rawText(max).transform(cleanText).pipe(z.string().min(1, messages.required).max(max));

/** One line that identifies a record. Hidden characters are refused; an empty text is allowed. */
export const label = (max: number) => rawText(max, true).transform(cleanName).pipe(z.string().max(max));

export const requiredLabel = (max: number) =>
  rawText(max, true).transform(cleanName).pipe(z.string().min(1, messages.required).max(max));

export const optionalLabel = (max: number) => emptyIsNull(label(max).nullable());

/** A text with at least one character. Digits of any script become ASCII. */
export const code = (max: number) =>
  rawText(max).transform(cleanCode).pipe(z.string().min(1, messages.required).max(max));

export const optionalCode = (max: number) => rawText(max).transform(cleanCode).pipe(z.string().max(max));

/** A code that is stored to identify a record, so hidden characters are refused. */
export const newCode = (max: number) =>
  rawText(max, true).transform(cleanCode).pipe(z.string().min(1, messages.required).max(max));

export const optionalNewCode = (max: number) =>
  rawText(max, true).transform(cleanCode).pipe(z.string().max(max));

export const optionalLine = (max: number) =>
  emptyIsNull(rawText(max).transform(cleanText).pipe(z.string().max(max)).nullable());

export const lines = (max: number) => rawText(max).transform(cleanLines).pipe(z.string().max(max));

export const optionalText = (max: number) => emptyIsNull(lines(max).nullable());

const foldedNumber = z.preprocess(
  (value) => (typeof value === 'string' ? parseNumber(value) : value),
  z.number(messages.notNumber),
);

export const academicNumber = optionalCode(40);

/** The code of a subject in a batch, for a path or filter. An empty text means no code. */
export const subjectCode = optionalCode(40);
export const requiredSubjectCode = code(40);

/** Text may have digits of any script. */
export const integer = (min: number, max: number) => foldedNumber.pipe(z.int().min(min).max(max));

export const halfSteps = (min: number, max: number) =>
  foldedNumber.pipe(z.number().min(min).max(max).multipleOf(0.5, messages.notStep(0.5)));

/** `YYYY-MM-DD`. The day must exist. */
export const date = z.iso.date(messages.notDate);
export const optionalDate = emptyIsNull(date.nullable());

/** `HH:MM`. */
export const timeOfDay = code(5).pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.notTime));

/** ISO 8601 in UTC. */
export const time = z.string();

const maxEmail = 254;
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const optionalEmail = emptyIsNull(
  rawText(maxEmail, true)
    .transform(cleanText)
    .pipe(z.email({ pattern: emailPattern, error: messages.notEmail }).max(maxEmail))
    .nullable(),
);

const nationalId = rawText(10, true).transform(cleanNationalId).refine(isNationalId, messages.notNationalId);

export const phone = rawText(30, true)
  .superRefine((value, context) => {
    const problem = phoneProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: messages[problem] });
  })
  .nullable()
  .transform((value) => (value === null ? null : cleanPhone(value) || null))
  .pipe(z.string().max(30).nullable());

/** Each write increases the version. An update with an older version is refused. Not in the specification. */
export const version = z.int().nonnegative().meta({ isAddition: true });
export const updatedAt = time.meta({ isAddition: true });

/** Marks a field that is not in the specification. Another server may not have the field. */
export const addition = <S extends z.ZodType>(schema: S): S => schema.meta({ isAddition: true });

/** Confirms that a deletion includes this number of former students (rule 4 of the domain). */
export const confirmQuery = z.strictObject({ confirm: rowId.optional() });

export const messageResponse = z.object({ message: z.string() });
export const successResponse = z.object({ success: z.literal(true), message: z.string() });

/** Checks as `label` and `newCode` do, for forms: the screens load no schemas. */
function isIdentityText(
  text: string,
  max: number,
  clean: (text: string) => string,
  pattern: RegExp,
): boolean {
  if (rawTextProblem(text, max) !== null || hasHidden(text)) return false;
  const cleaned = clean(text);
  return [...cleaned].length <= max && pattern.test(cleaned);
}

/** As `optionalEmail`. */
export const isEmptyOrEmail = (value: unknown): boolean =>
  value == null ||
  (typeof value === 'string' &&
    (value.trim() === '' || isIdentityText(value, maxEmail, cleanText, emailPattern)));

/** As `newCode` with a pattern. */
export const isNewCode = (text: string, max: number, pattern: RegExp): boolean =>
  isIdentityText(text, max, cleanCode, pattern);

function cleanCode(text: string): string {
  return foldDigits(cleanText(text));
}

const maxDigits = 32;

export function parseNumber(text: string): number {
  if (rawTextProblem(text, maxDigits) !== null) return Number.NaN;
  const cleaned = cleanCode(text);
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(cleaned) ? Number(cleaned) : Number.NaN;
}

function emptyIsNull<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema);
}

/** The fields in `ignored` are dropped, so that a client can send a record as it was read. */
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

export function changeBody<S extends z.ZodRawShape>(fields: S, ignored: readonly string[]) {
  const optionalEntries = Object.entries(fields).map(([key, schema]) => [
    key,
    schema instanceof z.ZodOptional ? schema : (schema as z.ZodType).optional(),
  ]);
  const changes = Object.fromEntries(optionalEntries) as AllOptional<S>;
  return writeBody({ ...changes, version: version.optional() }, ignored);
}

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
  birthDate: () => optionalDate,
};

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

export const writeShape = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const schema = inputSchemas[field.kind](field);
      const inputSchema = field.isRequired ? schema : schema.optional();
      return [key, field.isAddition ? addition(inputSchema) : inputSchema];
    }),
  ) as WriteShape<F>;

const maxSentText = 2_000;
const sentValue = z
  .union([z.string().max(maxSentText), z.number()])
  .nullable()
  .optional();

type ChangeShape<F extends RecordFields> = {
  -readonly [K in keyof F]: z.ZodOptional<z.ZodType<InputValue<F[K]> | null>>;
};

/** The fields of a change before `parseChanges`, which needs the stored record. */
export const changeShape = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { isAddition }]) => [
      key,
      isAddition ? addition(sentValue) : sentValue,
    ]),
  ) as unknown as ChangeShape<F>;

type StoredRecord = Readonly<Record<string, unknown>>;

/** True for a value as it is stored, and for an empty field that stays empty. */
export const isStoredValue = (stored: StoredRecord, key: string, value: unknown): boolean => {
  const [before, after] = [stored[key] ?? '', value ?? ''];
  return before === after || (before === '' && typeof after === 'string' && after.trim() === '');
};

/**
 * The rules of a field count only if its value changes. A student of an import may lack an id, and an older
 * value may not pass the rules of today.
 */
export function parseChanges<S extends z.ZodRawShape>(shape: S, stored: StoredRecord, sent: StoredRecord) {
  const changed = Object.entries(sent).filter(
    ([key, value]) => key in shape && value !== undefined && !isStoredValue(stored, key, value),
  );
  const changedShape = Object.fromEntries(changed.map(([key]) => [key, shape[key] as z.ZodType]));
  return z.object(changedShape).safeParse(Object.fromEntries(changed)) as z.ZodSafeParseResult<
    Partial<z.output<z.ZodObject<S>>>
  >;
}

type ReadShape<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K] extends { isNullable: true }
    ? z.ZodNullable<z.ZodType<FieldValue<F[K]>>>
    : z.ZodType<FieldValue<F[K]>>;
};

export const readShape = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { kind, choices, isNullable, isAddition }]) => {
      const isNumber = kind === 'integer' || kind === 'level';
      const value: z.ZodType = choices ? z.enum(choices) : isNumber ? z.int() : z.string();
      const schema = isNullable ? value.nullable() : value;
      return [key, isAddition ? addition(schema) : schema];
    }),
  ) as ReadShape<F>;

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
