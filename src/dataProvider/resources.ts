import { type Batch, batchesApi } from '../../contract/batches';
import type { Endpoint } from '../../contract/endpoint';
import { batchFields, programFields, subjectFields } from '../../contract/courseFields';
import type { RecordFields } from '../../contract/fieldTable';
import { programsApi } from '../../contract/programs';
import { studentFields, userFields } from '../../contract/recordFields';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { fullName } from '../../contract/rules/identity';
import { isActiveBatch } from '../../contract/rules/academicYear';
import { studentsApi } from '../../contract/students/students';
import { subjectsApi } from '../../contract/subjects';
import { usersApi } from '../../contract/accounts/users';
import { serverNow } from './serverClock';

export type Row = Record<string, unknown> & { id: number };
export type ReadAll = <R = Row>(resource: string) => Promise<R[]>;
type RowCondition = (row: Row) => boolean;

export interface ResourceRow {
  api: {
    list: Endpoint;
    one: Endpoint;
    create: Endpoint;
    update: Endpoint;
    remove: Endpoint;
    dependents?: Endpoint;
  };
  /** Fields with the mark `isAddition` are sent only to a server that has them. */
  fields: RecordFields;
  /** Further fields that the specification has in answers or writes. */
  specified: readonly string[];
  searchFields: readonly string[];
  references?: readonly Reference[];
  /** Adds fields that the specification sends, although the server computes them. */
  addComputed?: (data: Record<string, unknown>) => Record<string, unknown>;
  /** Filters other than equality, for a server that cannot filter. */
  plainFilters?: Record<string, (value: unknown, loadAll: ReadAll) => RowCondition | Promise<RowCondition>>;
}

export interface Reference {
  /** Field with the same value in both records. */
  key: string;
  resource: ResourceName;
  lookupField: string;
  /** Field with the name of the referenced record, in both records. */
  name: string;
}

const programReference: Reference = {
  key: 'program_id',
  resource: 'programs',
  lookupField: 'program_id',
  name: 'program_name',
};
const batchReference: Reference = {
  key: 'batch_id',
  resource: 'batches',
  lookupField: 'id',
  name: 'batch_name',
};

export const resources = {
  programs: {
    api: programsApi,
    fields: programFields,
    specified: ['id', 'created_at'],
    searchFields: ['program_id', 'program_name'],
  },
  batches: {
    api: batchesApi,
    fields: batchFields,
    specified: ['id', 'program_id', 'program_name'],
    searchFields: ['batch_name', 'program_name', 'academic_year'],
    references: [programReference],
    plainFilters: {
      is_active: (isActive) => (row) =>
        isActiveBatch(String(row['academic_year']), null, dateInZone(serverNow(), defaultTimeZone)) ===
        isActive,
    },
  },
  subjects: {
    api: subjectsApi,
    fields: subjectFields,
    specified: ['id', 'batch_id', 'batch_name', 'created_at', 'base_subject_code'],
    searchFields: ['subject_code', 'name'],
    references: [batchReference],
    plainFilters: {
      program_id: async (code, loadAll) => {
        const batches = (await loadAll<Batch>('batches')).filter(({ program_id }) => program_id === code);
        const batchIds = new Set(batches.map(({ id }) => id));
        return (row) => batchIds.has(Number(row['batch_id']));
      },
      not_taught_by: async (teacherId, loadAll) => {
        const links = await loadAll(`subject-teachers/teacher/${Number(teacherId)}`);
        const codes = new Set(links.map((link) => link['subject_code']));
        return (row) => !codes.has(row['subject_code']);
      },
    },
  },
  students: {
    api: studentsApi,
    fields: studentFields,
    specified: ['id', 'full_name', 'program_id', 'program_name', 'batch_id', 'batch_name', 'user_id'],
    searchFields: ['full_name', 'student_id', 'national_id', 'phone', 'additional_phone', 'email'],
    references: [programReference, batchReference],
    addComputed: (data) => ({ ...data, full_name: fullName(data) }),
    plainFilters: {
      has_batch: (hasBatch) => (row) => (row['batch_id'] != null) === hasBatch,
      created_since: (day) => (row) => String(row['created_at'] ?? '') >= String(day),
      is_linked: async (isLinked, loadAll) => {
        const linkedNumbers = new Set((await loadAll('users')).map((account) => account['student_id']));
        return (row) => (row['user_id'] != null || linkedNumbers.has(row['student_id'])) === isLinked;
      },
    },
  },
  users: {
    api: usersApi,
    fields: userFields,
    specified: ['id', 'student_id', 'is_active', 'last_login', 'password'],
    searchFields: ['name', 'username', 'email', 'phone'],
    plainFilters: {
      role: (roles) => (row) => [roles].flat().includes(row['role']),
      has_student: (hasStudent) => (row) => Boolean(row['student_id']) === hasStudent,
    },
  },
} satisfies Record<string, ResourceRow>;

export type ResourceName = 'programs' | 'batches' | 'subjects' | 'students' | 'users';

export function findResource(name: string): ResourceRow {
  const row = (resources as Record<string, ResourceRow>)[name];
  if (!row) throw new Error(`No such resource: ${name}`);
  return row;
}
