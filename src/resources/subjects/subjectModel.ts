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

/** The values of the form to add a subject; `subject_code` is the base. */
export interface NewSubject extends Omit<StoredValues<typeof formFields>, 'hours'> {
  /** Empty until something is typed. */
  hours: number | string;
  /** Row numbers. */
  batch_ids: number[];
}

const formFields = fieldsInForm(subjectFields);

/** The initial values of a new subject; spec 1 §9. */
export const newSubject: NewSubject = { ...initialValues(formFields), batch_ids: [] };

const hoursWhenEmpty = 1;
const defaultLevels = 6;

/** The typed hours, in any digits: 1 if empty, null if not a whole number from 1 to 10; spec 1 §5. */
export function hoursOf(typed: unknown): number | null {
  const text = foldDigits(cleanText(String(typed ?? '')));
  if (text === '') return hoursWhenEmpty;
  const hours = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return hours >= 1 && hours <= 10 ? hours : null;
}

/** The typed base as it is sent; null if it is invalid. */
export function baseFrom(typed: string): string | null {
  const base = foldDigits(cleanText(typed));
  return isBase(base) ? base : null;
}

/** The highest level that the programmes of all these batches have; 6 if none is known; decision 12. */
export function lastLevel(batches: readonly Batch[], programs: readonly Program[]): number {
  const codes = new Set(batches.map(({ program_id }) => program_id));
  const chosen = programs.filter(({ program_id }) => codes.has(program_id));
  const each = chosen.map((program: Partial<Program>) => program.levels ?? defaultLevels);
  return each.length === 0 ? defaultLevels : Math.min(...each);
}

/** The levels to choose from: 1 to `last`, and the present one. */
export const levelChoices = (last: number, current?: number) =>
  levels
    .filter((level) => level <= last || level === current)
    .map((level) => ({ id: level, name: levelNames[level] }));

/** The name of a level; its number if it is out of range. */
export const levelName = (level: number) => levelNames[level as Level] ?? String(level);

export const hasGradeSettings = ({ type }: Pick<Subject, 'type'>) =>
  (gradedSubjectTypes as readonly SubjectType[]).includes(type);
export const hasCurriculum = ({ type }: Pick<Subject, 'type'>) => type === dailyRecordType;

/** The base of a subject, also if the server does not send it. */
export const baseOfSubject = (subject: Pick<Subject, 'subject_code'> & Partial<Subject>) =>
  subject.base_subject_code ?? parseBase(subject.subject_code);

/** What a POST says of the subject, apart from its batches. */
export function valuesOf(subject: NewSubject) {
  return {
    ...cleanFields(formFields, { ...subject }),
    subject_code: baseFrom(subject.subject_code) ?? subject.subject_code,
    hours: hoursOf(subject.hours) ?? hoursWhenEmpty,
  };
}

/** The body of a POST: the subject for one batch; spec 1 §7. */
export function creationOf(subject: NewSubject, batch: Pick<Batch, 'id' | 'batch_name'>) {
  const values = valuesOf(subject);
  return {
    ...values,
    subject_code: offeringCode(values.subject_code, batch.id),
    base_subject_code: values.subject_code,
    batch_id: batch.id,
    batch_name: batch.batch_name,
  };
}

/** The body of a PUT: the fields of the form, and the version if there is one. */
export function changeOf(
  subject: Omit<Subject, 'hours'> & { hours: number | string; apply_to_base?: boolean },
) {
  const { id, batch_id, batch_name, version, apply_to_base } = subject;
  return {
    id,
    ...cleanFields(formFields, { ...subject }),
    base_subject_code: baseOfSubject(subject as unknown as Subject),
    hours: hoursOf(subject.hours) ?? hoursWhenEmpty,
    ...(batch_id == null ? {} : { batch_id, batch_name }),
    ...(version === undefined ? {} : { version }),
    ...(apply_to_base ? { apply_to_base } : {}),
  };
}

/** The name of a subject together with its batch. */
export function subjectTitle({ name, batch_name }: Pick<Subject, 'name' | 'batch_name'>): string {
  return batch_name ? t('subjects.nameInBatch', { name, batch: batch_name }) : name;
}
