import { foldArabic } from '../../../contract/rules/arabicText';
import {
  allSubjectTypes,
  type Gender,
  genders,
  type ImportType,
  levelNames,
  levels,
  type Section,
} from '../../../contract/vocabulary';
import type { Catalogue } from '../../features/import/catalogue';
import { hasHeadWord } from '../../features/import/matching';
import { hasSubjectColumns } from '../../features/import/subjectColumns';
import { girlsWords } from '../../i18n/ar/import/headerWords';

export type FileValues = Readonly<Record<string, string>>;
/** `batch`: the section of the chosen batch. */
export type ValueSource = 'title' | 'sheet' | 'file' | 'batch';
export type ValueSources = Readonly<Record<string, ValueSource>>;

interface ValueField {
  name: string;
  /** A column or value of one of these fields stands for this field. */
  filledBy?: readonly string[];
}

/** Fields with one value for the whole file if no column fills them. */
const valueFields: Record<ImportType, readonly ValueField[]> = {
  students: [
    { name: 'batch_name' },
    { name: 'program_name', filledBy: ['program_id', 'batch_name'] },
    { name: 'circle_name' },
    { name: 'gender' },
    { name: 'nationality' },
  ],
  subjects: [
    { name: 'batch_name' },
    { name: 'program_name', filledBy: ['program_id', 'batch_name'] },
    { name: 'level' },
    { name: 'type' },
  ],
  grades: [{ name: 'batch_name' }, { name: 'subject_code', filledBy: ['subject_name'] }],
  batches: [{ name: 'program_name', filledBy: ['program_id'] }],
  programs: [],
  users: [],
};

export const valueChoices: Readonly<Record<string, readonly (readonly [value: string, name: string])[]>> = {
  gender: genders.map((gender) => [gender, gender]),
  level: levels.map((level) => [String(level), levelNames[level]]),
  type: allSubjectTypes.map((type) => [type, type]),
};

/** The fields without a column for which the user can choose a value. */
export function openFields(
  type: ImportType,
  fields: readonly (string | null)[],
  values: FileValues,
): string[] {
  const isFilled = (name: string) => fields.includes(name);
  return valueFields[type].flatMap(({ name, filledBy = [] }) => {
    if (isFilled(name) || filledBy.some((one) => isFilled(one) || values[one])) return [];
    if (name === 'subject_code' && hasSubjectColumns(fields)) return [];
    return [name];
  });
}

/** The values that are sent. A value without its field, for example behind a new column, is not sent. */
export function sentValues(
  type: ImportType,
  fields: readonly (string | null)[],
  values: FileValues,
): Record<string, string> {
  const open = new Set(openFields(type, fields, values));
  // Circles belong to the chosen batch, and the subject tells circles of the same name apart.
  const hasCircle = open.has('circle_name') && open.has('batch_name') && Boolean(values['batch_name']);
  if (!hasCircle) open.delete('circle_name');
  else open.add('circle_subject_code');
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' && open.has(name)));
}

export type FileText = readonly [source: ValueSource, text: string];

export interface ProposedValues {
  values: FileValues;
  sources: ValueSources;
}

const splitWords = (text: string): string[] =>
  foldArabic(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const contains = (text: readonly string[], words: readonly string[]): boolean =>
  words.length > 0 && ` ${text.join(' ')} `.includes(` ${words.join(' ')} `);

/** In a shorter name, a number or letter could stand anywhere in a title. */
const minNameLength = 4;

/**
 * Proposes values that the title rows or the names of sheet and file contain. Two different names propose
 * nothing, and neither does a name of two stored records.
 */
export function proposeValues(
  type: ImportType,
  texts: readonly FileText[],
  catalogue: Catalogue,
): ProposedValues {
  const names = new Set(valueFields[type].map(({ name }) => name));
  const values: Record<string, string> = {};
  const sources: Record<string, ValueSource> = {};
  const add = (field: string, value: string | undefined, source: ValueSource) => {
    if (!names.has(field) || value === undefined || values[field] !== undefined) return;
    values[field] = value;
    sources[field] = source;
  };
  const girls = texts.find(([, text]) => hasHeadWord(text, girlsWords));
  const batch = findNamed(texts, catalogue.batches, ({ batch_name }) => batch_name);
  if (batch) {
    const { batch_name, section } = batch.record;
    add('batch_name', batch_name, batch.source);
    const gender = genderOf(section);
    // A title about girls contradicts a batch of boys, so the user decides.
    if (!girls || gender === genders[1]) add('gender', gender, 'batch');
    else if (gender === genders[0]) names.delete('gender');
    // The name of a batch can contain the name of a subject.
    const otherTexts = texts.map(([source, text]): FileText => [source, removeWords(text, batch_name)]);
    const subjects = catalogue.subjects.filter((subject) => subject.batch_name === batch_name);
    const subject = findNamed(otherTexts, subjects, ({ name }) => name);
    if (subject) add('subject_code', subject.record.subject_code, subject.source);
  }
  if (girls) add('gender', genders[1], girls[0]);
  return { values, sources };
}

const removeWords = (text: string, words: string): string =>
  ` ${splitWords(text).join(' ')} `.replace(` ${splitWords(words).join(' ')} `, ' | ');

/** Undefined for a mixed batch. Without sections all batches are mixed. */
export const genderOf = (section: Section | undefined): Gender | undefined =>
  section === 'girls' ? genders[1] : section === 'boys' ? genders[0] : undefined;

function findNamed<R>(
  texts: readonly FileText[],
  records: readonly R[],
  nameOf: (record: R) => string,
): { record: R; source: ValueSource } | null {
  const candidates = records.map((record) => ({ record, words: splitWords(nameOf(record)) }));
  const matches = texts.flatMap(([source, text]) => {
    const textWords = splitWords(text);
    const inText = candidates.filter(
      ({ words }) => words.join(' ').length >= minNameLength && contains(textWords, words),
    );
    // A longer name can contain a shorter one.
    return inText
      .filter(
        ({ words }) =>
          !inText.some((other) => other.words.length > words.length && contains(other.words, words)),
      )
      .map(({ record }) => ({ record, source }));
  });
  const [first] = matches;
  return first && matches.every(({ record }) => record === first.record) ? first : null;
}
