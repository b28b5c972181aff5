/**
 * Decides how a field is cleaned, checked and read from a file; see `rules/fieldKinds.ts`, and `fields.ts` for the
 * schemas.
 */
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
  | 'date';

/**
 * Everything about one field of a record: its database type, schemas, query columns, cleaning, audit, search, export,
 * import and labels are built from it.
 */
export interface RecordField {
  label: string;
  kind: FieldKind;
  /** Characters at most; the largest number of an integer or a level, which count from 1. */
  max: number;
  /** Of a choice: what can be chosen. */
  choices?: readonly string[];
  /** Of a choice: other words for it in a file, folded, with the choice that each means. */
  choiceAliases?: Readonly<Record<string, string>>;
  /** A form has to fill it in. */
  isRequired?: true;
  /** A stored record may be without it. */
  isNullable?: true;
  /** The specification does not name it: another server may lack it. */
  isAddition?: true;
  /** What a new record has where nothing is filled in. */
  initial?: string | number;
  /** False if no form asks for it. */
  isInForm?: false;
  /** Who sees the field and can search by it: with `staff`, teachers too. */
  visibleTo?: 'staff' | 'admin';
  isSearchable?: true;
  /** Column headings of the field in a file, besides its label. */
  headings?: readonly string[];
  /** Its name in the import centre if it differs there; null if the centre does not import it. */
  importedAs?: string | null;
  /** Its column in an exported sheet: the place among the others, and the width in characters. */
  sheet?: { position: number; width: number };
}

export type RecordFields = Readonly<Record<string, RecordField>>;

/** The names of the fields, in their order. */
export const fieldNames = <F extends RecordFields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** Builds an object with one value for each field. */
const mapFields = (fields: RecordFields, getValue: (field: RecordField, name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, getValue(field, key)]));

export const fieldLabels = <F extends RecordFields>(fields: F) =>
  mapFields(fields, ({ label }) => label) as { [K in keyof F]: F[K]['label'] };

/** The column headings of each field in a file, its label first. */
export const fieldHeadings = <F extends RecordFields>(fields: F) =>
  mapFields(fields, ({ label, headings = [] }) => [label, ...headings]) as Record<keyof F, readonly string[]>;

type FieldsVisibleTo<F extends RecordFields, S> = {
  [K in keyof F as F[K] extends { visibleTo: S } ? K : never]: F[K];
};

/** The fields that are shown to all staff, or to admins alone. */
export const fieldsFor = <F extends RecordFields, S extends 'staff' | 'admin'>(fields: F, visibleTo: S) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field.visibleTo === visibleTo),
  ) as FieldsVisibleTo<F, S>;

export type FormFields<F extends RecordFields> = {
  [K in keyof F as F[K] extends { isInForm: false } ? never : K]: F[K];
};

/** The fields that a form asks for. */
export const fieldsInForm = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { isInForm }]) => isInForm !== false),
  ) as FormFields<F>;

/** The fields of an exported sheet in its order, each with its label and the width of its column. */
export const sheetColumns = <F extends RecordFields>(fields: F) =>
  fieldNames(fields)
    .flatMap((field) => {
      const { label, isAddition = false, sheet } = fields[field] as RecordField;
      return sheet ? [{ field, label, isAddition, ...sheet }] : [];
    })
    .toSorted((a, b) => a.position - b.position);

/** The fields that a search looks into. */
export const searchableFields = (fields: RecordFields) =>
  fieldNames(fields).filter((field) => fields[field]?.isSearchable);

/** The fields of the import centre, by their names there, with the column headings of each, its label first. */
export const importHeadings = (fields: RecordFields): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { importedAs: name = key, label, headings = [] }]) =>
      name === null ? [] : [[name, [label, ...headings]]],
    ),
  );

/** What one field holds. */
export type FieldValue<F extends RecordField> = F extends { choices: readonly (infer Choice)[] }
  ? Choice
  : F['kind'] extends 'integer' | 'level'
    ? number
    : string;
export type StoredValues<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K] extends { isNullable: true } ? FieldValue<F[K]> | null : FieldValue<F[K]>;
};
export type InputValues<F extends RecordFields> = { [K in keyof F]?: FieldValue<F[K]> | null | undefined };

/** The values of a new row or form: those that were sent, else the defaults. */
export const initialValues = <F extends RecordFields>(fields: F, input: InputValues<F> = {}) =>
  mapFields(
    fields,
    ({ initial, isNullable }, key) => input[key] ?? initial ?? (isNullable ? null : ''),
  ) as StoredValues<F>;
