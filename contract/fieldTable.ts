export type FieldKind =
  | 'line'
  | 'text'
  | 'code'
  | 'phone'
  | 'email'
  | 'nationalId'
  | 'choice'
  | 'integer'
  | 'level'
  | 'year'
  | 'date'
  /** A day up to today. An import takes day 30 of a month with 29 days as the next day. */
  | 'birthDate';

type Audience = 'staff' | 'admin' | 'ownTeachers';

/** The source of the database type, schemas, queries, audit, search, export, import and labels of a field. */
export interface RecordField {
  label: string;
  kind: FieldKind;
  /** The maximum number of characters. For integers and levels the maximum value; their minimum is 1. */
  max: number;
  choices?: readonly string[];
  /** Maps folded words of a file to the choice with the same meaning. */
  choiceAliases?: Readonly<Record<string, string>>;
  isRequired?: true;
  isNullable?: true;
  /** Not in the specification, so another server may not have the field. */
  isAddition?: true;
  initial?: string | number;
  /** The field of an import for the second number of a cell, unless it has its own. */
  secondNumberIn?: string;
  isInForm?: false;
  /** `ownTeachers`: also for admins, but without search, export, import, and values in the audit. */
  visibleTo?: Audience;
  isSearchable?: true;
  headings?: readonly string[];
  /** The name in the import centre if it differs. Null if the field is not imported. */
  importedAs?: string | null;
  /** The column in an exported sheet: position from 1, width in characters. */
  sheet?: { position: number; width: number };
}

export type RecordFields = Readonly<Record<string, RecordField>>;

export const fieldNames = <F extends RecordFields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

const mapFields = (fields: RecordFields, getValue: (field: RecordField, name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, getValue(field, key)]));

export const fieldLabels = <F extends RecordFields>(fields: F) =>
  mapFields(fields, ({ label }) => label) as { [K in keyof F]: F[K]['label'] };

export const fieldHeadings = <F extends RecordFields>(fields: F) =>
  mapFields(fields, ({ label, headings = [] }) => [label, ...headings]) as Record<keyof F, readonly string[]>;

type FieldsVisibleTo<F extends RecordFields, S> = {
  [K in keyof F as F[K] extends { visibleTo: S } ? K : never]: F[K];
};

export const fieldsFor = <F extends RecordFields, S extends Audience>(fields: F, visibleTo: S) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field.visibleTo === visibleTo),
  ) as FieldsVisibleTo<F, S>;

export type FormFields<F extends RecordFields> = {
  [K in keyof F as F[K] extends { isInForm: false } ? never : K]: F[K];
};

export const fieldsInForm = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { isInForm }]) => isInForm !== false),
  ) as FormFields<F>;

export const sheetColumns = <F extends RecordFields>(fields: F) =>
  fieldNames(fields)
    .flatMap((field) => {
      const { label, isAddition = false, sheet } = fields[field] as RecordField;
      return sheet ? [{ field, label, isAddition, ...sheet }] : [];
    })
    .toSorted((a, b) => a.position - b.position);

export const searchableFields = (fields: RecordFields) =>
  fieldNames(fields).filter((field) => fields[field]?.isSearchable);

/** The keys are the names in the import centre. The label is the first heading. */
export const importHeadings = (fields: RecordFields): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { importedAs: name = key, label, headings = [] }]) =>
      name === null ? [] : [[name, [label, ...headings]]],
    ),
  );

export type FieldValue<F extends RecordField> = F extends { choices: readonly (infer Choice)[] }
  ? Choice
  : F['kind'] extends 'integer' | 'level'
    ? number
    : string;
export type StoredValues<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K] extends { isNullable: true } ? FieldValue<F[K]> | null : FieldValue<F[K]>;
};
export type InputValues<F extends RecordFields> = { [K in keyof F]?: FieldValue<F[K]> | null | undefined };

export const initialValues = <F extends RecordFields>(fields: F, input: InputValues<F> = {}) =>
  mapFields(
    fields,
    ({ initial, isNullable }, key) => input[key] ?? initial ?? (isNullable ? null : ''),
  ) as StoredValues<F>;
