import {
  defaultBatchStatus,
  defaultGender,
  defaultNationality,
  type ImportType,
  importedSubjectType,
} from '../../../contract/vocabulary';

/** A field of ours that no column fills, and what a new record gets there: null for nothing. */
export interface Unfilled {
  field: string;
  value: string | null;
}

interface Asked extends Unfilled {
  /** Fields from which it comes as well. */
  orBy?: readonly string[];
}

const empty = (field: string, ...orBy: string[]): Asked => ({ field, value: null, orBy });

/** What a person would miss in a record, by type; the rest is seldom kept, or has no other value. */
const asked: Record<ImportType, readonly Asked[]> = {
  students: [
    empty('second_name', 'full_name'),
    empty('last_name', 'full_name'),
    empty('national_id'),
    { field: 'gender', value: defaultGender },
    { field: 'nationality', value: defaultNationality },
    empty('program_name', 'program_id', 'batch_name'),
    empty('batch_name'),
  ],
  subjects: [
    { field: 'level', value: '1' },
    { field: 'type', value: importedSubjectType },
  ],
  programs: [],
  batches: [empty('start_date'), empty('end_date'), { field: 'status', value: defaultBatchStatus }],
  grades: [],
};

/** The fields of a new record that stay empty, or take what is usual, since no column fills them. */
export function unfilledFields(type: ImportType, fields: readonly (string | null)[]): Unfilled[] {
  const isFilled = (field: string) => fields.includes(field);
  return asked[type]
    .filter(({ field, orBy = [] }) => !isFilled(field) && !orBy.some(isFilled))
    .map(({ field, value }) => ({ field, value }));
}
