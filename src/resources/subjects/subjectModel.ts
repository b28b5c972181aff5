import type { Batch } from '../../../contract/batches';
import { initialValues, type StoredValues, fieldsInForm } from '../../../contract/fieldTable';
import type { Program } from '../../../contract/programs';
import { subjectFields } from '../../../contract/courseFields';
import { cleanFields } from '../../../contract/rules/fieldKinds';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { parseBase, isBase, offeringCode } from '../../../contract/rules/subjectCode';
import type { Subject } from '../../../contract/subjects';
import {
  dailyRecordType,
  gradedSubjectTypes,
  type Level,
  levelNames,
  levels,
  type SubjectType,
} from '../../../contract/vocabulary';
import { t } from '../../i18n/text';

/** `subject_code` is the base code. */
export interface NewSubject extends Omit<StoredValues<typeof formFields>, 'hours'> {
  /** A text while the input is not a number. */
  hours: number | string;
  batch_ids: number[];
}

const formFields = fieldsInForm(subjectFields);

/** Spec 1 §9 sets the initial values. */
export const newSubject: NewSubject = { ...initialValues(formFields), batch_ids: [] };

const hoursWhenEmpty = 1;
const defaultLevels = 6;

/** Returns 1 for an empty text, and null for a number outside of 1 to 10 (spec 1 §5). */
export function parseHours(typed: unknown): number | null {
  const text = foldDigits(cleanText(String(typed ?? '')));
  if (text === '') return hoursWhenEmpty;
  const hours = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return hours >= 1 && hours <= 10 ? hours : null;
}

/** Returns null if the base code is invalid. */
export function cleanBase(typed: string): string | null {
  const base = foldDigits(cleanText(typed));
  return isBase(base) ? base : null;
}

/** Returns the highest level that all programmes have. The default is 6 (decision 12). */
export function commonMaxLevel(batches: readonly Batch[], programs: readonly Program[]): number {
  const codes = new Set(batches.map(({ program_id }) => program_id));
  const chosenPrograms = programs.filter(({ program_id }) => codes.has(program_id));
  const programLevels = chosenPrograms.map((program: Partial<Program>) => program.levels ?? defaultLevels);
  return programLevels.length === 0 ? defaultLevels : Math.min(...programLevels);
}

/** Returns 1 to `maxLevel`, and the current level if it is higher. */
export const levelChoices = (maxLevel: number, current?: number) =>
  levels
    .filter((level) => level <= maxLevel || level === current)
    .map((level) => ({ id: level, name: levelNames[level] }));

/** Returns the number if the level has no name. */
export const levelName = (level: number) => levelNames[level as Level] ?? String(level);

export const hasGradeSettings = ({ type }: Pick<Subject, 'type'>) =>
  (gradedSubjectTypes as readonly SubjectType[]).includes(type);
export const hasCurriculum = ({ type }: Pick<Subject, 'type'>) => type === dailyRecordType;

/** Computes the base code if the server does not send it. */
export const baseOfSubject = (subject: Pick<Subject, 'subject_code'> & Partial<Subject>) =>
  subject.base_subject_code ?? parseBase(subject.subject_code);

/** The request body of a POST, without the batches. */
export function subjectValues(subject: NewSubject) {
  return {
    ...cleanFields(formFields, { ...subject }),
    subject_code: cleanBase(subject.subject_code) ?? subject.subject_code,
    hours: parseHours(subject.hours) ?? hoursWhenEmpty,
  };
}

/** The request body of a POST for one batch (spec 1 §7). */
export function createBody(subject: NewSubject, batch: Pick<Batch, 'id' | 'batch_name'>) {
  const values = subjectValues(subject);
  return {
    ...values,
    subject_code: offeringCode(values.subject_code, batch.id),
    base_subject_code: values.subject_code,
    batch_id: batch.id,
    batch_name: batch.batch_name,
  };
}

/** The request body of a PUT. */
export function updateBody(
  subject: Omit<Subject, 'hours'> & { hours: number | string; apply_to_base?: boolean },
) {
  const { id, batch_id, batch_name, version, apply_to_base } = subject;
  return {
    id,
    ...cleanFields(formFields, { ...subject }),
    base_subject_code: baseOfSubject(subject as unknown as Subject),
    hours: parseHours(subject.hours) ?? hoursWhenEmpty,
    ...(batch_id == null ? {} : { batch_id, batch_name }),
    ...(version === undefined ? {} : { version }),
    ...(apply_to_base ? { apply_to_base } : {}),
  };
}

export function subjectTitle({ name, batch_name }: Pick<Subject, 'name' | 'batch_name'>): string {
  return batch_name ? t('subjects.nameInBatch', { name, batch: batch_name }) : name;
}
