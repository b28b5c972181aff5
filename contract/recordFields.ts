import { defaultGender, defaultNationality, type Gender } from './vocabulary';

/** How a field is cleaned, checked and read from a file: `rules/fieldKinds.ts`, and as a schema `fields.ts`. */
export type FieldKind = 'line' | 'code' | 'phone' | 'email' | 'nationalId' | 'gender';

/**
 * All there is to know of one field of a record. From it come its schemas, columns in queries, cleaning, audit, search,
 * export, import and labels.
 */
export interface RecordField {
  label: string;
  kind: FieldKind;
  /** Characters at most. */
  max: number;
  /** A form has to fill it in. */
  isRequired: boolean;
  /** A stored record may be without it. */
  isNullable: boolean;
  /** What a new record has where nothing is filled in. */
  initial?: string;
  /** A teacher sees what is for staff, and finds by it. */
  seenBy: 'staff' | 'admin';
  isSearched: boolean;
  /** What a file may call it, beside its label. */
  headings: readonly string[];
  /** Its column in an exported sheet: the place among the others, and the width in characters. */
  sheet: { place: number; width: number };
}

export type RecordFields = Readonly<Record<string, RecordField>>;

const name = { kind: 'line', max: 60, seenBy: 'admin', isSearched: false } as const;
const phoneNumber = {
  kind: 'phone',
  max: 30,
  isRequired: false,
  isNullable: true,
  seenBy: 'admin',
} as const;

/** In the order in which a refused body names them. Full name, programme and batch are not typed here: they follow from others. */
export const studentFields = {
  student_id: {
    label: 'الرقم الأكاديمي',
    kind: 'code',
    max: 40,
    isRequired: false,
    isNullable: false,
    seenBy: 'staff',
    isSearched: true,
    headings: [
      'رقم الطالب',
      'الرقم الجامعي',
      'رقم القيد',
      'الرقم الدراسي',
      'الرقم التدريبي',
      'رقم المتدرب',
      'كود الطالب',
      'رمز الطالب',
      'student_id',
      'student number',
      'academic number',
      'id',
    ],
    sheet: { place: 1, width: 16 },
  },
  first_name: {
    ...name,
    label: 'الاسم الأول',
    isRequired: true,
    isNullable: false,
    headings: ['اسم الطالب', 'الاسم', 'first_name', 'first', 'given name', 'forename'],
    sheet: { place: 2, width: 14 },
  },
  second_name: {
    ...name,
    label: 'اسم الأب',
    isRequired: false,
    isNullable: true,
    headings: [
      'الاسم الثاني',
      'الأب',
      'اسم الوالد',
      'الوالد',
      'second_name',
      'father_name',
      "father's name",
      'middle_name',
    ],
    sheet: { place: 3, width: 14 },
  },
  third_name: {
    ...name,
    label: 'اسم الجد',
    isRequired: false,
    isNullable: true,
    headings: ['الاسم الثالث', 'الجد', 'third_name', 'grandfather_name', "grandfather's name"],
    sheet: { place: 4, width: 14 },
  },
  last_name: {
    ...name,
    label: 'اسم العائلة',
    isRequired: true,
    isNullable: true,
    headings: [
      'العائلة',
      'اللقب',
      'الاسم الأخير',
      'الاسم الرابع',
      'اسم الأسرة',
      'اسم القبيلة',
      'القبيلة',
      'الشهرة',
      'last_name',
      'family_name',
      'surname',
    ],
    sheet: { place: 5, width: 14 },
  },
  email: {
    label: 'البريد الإلكتروني',
    kind: 'email',
    max: 254,
    isRequired: false,
    isNullable: true,
    seenBy: 'admin',
    isSearched: true,
    headings: ['البريد', 'الإيميل', 'عنوان البريد الإلكتروني', 'email', 'e-mail', 'mail'],
    sheet: { place: 11, width: 28 },
  },
  phone: {
    ...phoneNumber,
    label: 'الجوال',
    isSearched: true,
    headings: [
      'رقم الجوال',
      'الهاتف',
      'رقم الهاتف',
      'جوال الطالب',
      'الهاتف الجوال',
      'الهاتف المحمول',
      'المحمول',
      'رقم المحمول',
      'الموبايل',
      'رقم الموبايل',
      'رقم التواصل',
      'phone',
      'mobile',
      'phone_number',
      'mobile number',
      'telephone',
    ],
    sheet: { place: 9, width: 16 },
  },
  additional_phone: {
    ...phoneNumber,
    label: 'جوال إضافي',
    isSearched: false,
    headings: [
      'جوال آخر',
      'هاتف إضافي',
      'هاتف آخر',
      'رقم آخر',
      'جوال 2',
      'هاتف 2',
      'رقم الجوال 2',
      'الجوال الثاني',
      'رقم الجوال الثاني',
      'رقم جوال إضافي',
      'هاتف المنزل',
      'additional_phone',
      'phone2',
      'second phone',
    ],
    sheet: { place: 10, width: 16 },
  },
  national_id: {
    label: 'رقم الهوية',
    kind: 'nationalId',
    max: 10,
    isRequired: true,
    isNullable: true,
    seenBy: 'admin',
    isSearched: true,
    headings: [
      'رقم الهوية الوطنية',
      'الهوية الوطنية',
      'الهوية',
      'رقم هوية الطالب',
      'رقم الإقامة',
      'الإقامة',
      'رقم الهوية/الإقامة',
      'رقم الهوية أو الإقامة',
      'الهوية الوطنية/الإقامة',
      'السجل المدني',
      'رقم السجل المدني',
      'الرقم الوطني',
      'الرقم القومي',
      'الرقم المدني',
      'national_id',
      'identity number',
      'id number',
      'iqama',
      'nid',
    ],
    sheet: { place: 6, width: 16 },
  },
  gender: {
    label: 'الجنس',
    kind: 'gender',
    max: 10,
    isRequired: false,
    isNullable: false,
    initial: defaultGender,
    seenBy: 'admin',
    isSearched: false,
    headings: ['النوع', 'gender', 'sex'],
    sheet: { place: 7, width: 10 },
  },
  nationality: {
    label: 'الجنسية',
    kind: 'line',
    max: 60,
    isRequired: false,
    isNullable: false,
    initial: defaultNationality,
    seenBy: 'admin',
    isSearched: false,
    headings: ['nationality'],
    sheet: { place: 8, width: 14 },
  },
} as const satisfies RecordFields;

/** The names of the fields, in their order. */
export const namesOf = <F extends RecordFields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** A record with one value for each field, made of its name and what is known of it. */
const mapped = (fields: RecordFields, valueOf: (field: RecordField, name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, valueOf(field, key)]));

export const labelsOf = <F extends RecordFields>(fields: F) =>
  mapped(fields, ({ label }) => label) as { [K in keyof F]: F[K]['label'] };

/** What a file may call each field: its label first. */
export const headingsOf = <F extends RecordFields>(fields: F) =>
  mapped(fields, ({ label, headings }) => [label, ...headings]) as Record<keyof F, readonly string[]>;

type SeenBy<F extends RecordFields, S> = {
  [K in keyof F as F[K]['seenBy'] extends S ? K : never]: F[K];
};

/** The fields that are shown to all staff, or to admins alone. */
export const fieldsFor = <F extends RecordFields, S extends RecordField['seenBy']>(fields: F, seenBy: S) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.seenBy === seenBy)) as SeenBy<F, S>;

/** The fields in the order of an exported sheet, each with the width of its column. */
export const sheetColumns = <F extends RecordFields>(fields: F) =>
  namesOf(fields)
    .map((field) => ({ field, ...(fields[field] as RecordField).sheet }))
    .toSorted((a, b) => a.place - b.place);

/** The fields that a search looks into. */
export const searchedOf = (fields: RecordFields) =>
  namesOf(fields).filter((field) => fields[field]?.isSearched);

/** What one field holds. */
export type ValueOf<F extends RecordField> = F['kind'] extends 'gender' ? Gender : string;
export type StoredValues<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K]['isNullable'] extends true ? ValueOf<F[K]> | null : ValueOf<F[K]>;
};
type SentValues<F extends RecordFields> = { [K in keyof F]?: ValueOf<F[K]> | null | undefined };

/** The fields of a new row: what was sent, else what a new record has. */
export const newValues = <F extends RecordFields>(fields: F, sent: SentValues<F>) =>
  mapped(
    fields,
    ({ initial, isNullable }, key) => sent[key] ?? initial ?? (isNullable ? null : ''),
  ) as StoredValues<F>;

/** What a form starts with. */
export const emptyForm = <F extends RecordFields>(fields: F) =>
  mapped(fields, ({ initial = '' }) => initial) as { -readonly [K in keyof F]: ValueOf<F[K]> };
