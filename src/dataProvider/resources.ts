import type { z } from 'zod';
import { type Batch, batch, batchesApi } from '../../contract/batches';
import type { Endpoint } from '../../contract/endpoint';
import { program, programsApi } from '../../contract/programs';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { fullName } from '../../contract/rules/identity';
import { isActiveBatch } from '../../contract/rules/academicYear';
import { studentRow, studentsApi } from '../../contract/students/students';
import { subject, subjectsApi } from '../../contract/subjects';
import { user, usersApi } from '../../contract/accounts/users';
import { serverNow } from './serverClock';

export type Row = Record<string, unknown> & { id: number };
/** Reads every row of a resource, if a plain server cannot filter or find by itself. */
export type ReadAll = <R = Row>(resource: string) => Promise<R[]>;
type RowTest = (row: Row) => boolean;

export interface ResourceRow {
  api: {
    list: Endpoint;
    one: Endpoint;
    create: Endpoint;
    update: Endpoint;
    remove: Endpoint;
    dependents?: Endpoint;
  };
  /** A row as a read sends it; fields marked as additions are sent only to a server that has them. */
  row: z.ZodObject;
  /** The fields that are searched if the server cannot search. */
  searched: readonly string[];
  /** The id of another record chosen in a form; its name is written beside it. */
  references?: readonly Reference[];
  /** Fields that the server computes but the specification sends. */
  computed?: (data: Record<string, unknown>) => Record<string, unknown>;
  /** Filters that are not a simple comparison, for a server that cannot filter. */
  plainFilters?: Record<string, (value: unknown, all: ReadAll) => RowTest | Promise<RowTest>>;
  /** Additional fields that the specification does send. */
  specifiedInWrites?: readonly string[];
}

export interface Reference {
  /** Field of this record, and the equal field of the other record. */
  key: string;
  resource: ResourceName;
  by: string;
  /** Field with the other's name, in both records. */
  name: string;
}

const programReference: Reference = {
  key: 'program_id',
  resource: 'programs',
  by: 'program_id',
  name: 'program_name',
};
const batchReference: Reference = { key: 'batch_id', resource: 'batches', by: 'id', name: 'batch_name' };

/** The resources of react-admin, with their rows of the contract. A new resource is one entry here. */
export const resources = {
  programs: {
    api: programsApi,
    row: program,
    searched: ['program_id', 'program_name'],
  },
  batches: {
    api: batchesApi,
    row: batch,
    searched: ['batch_name', 'program_name', 'academic_year'],
    references: [programReference],
    plainFilters: {
      is_active: (wanted) => (row) =>
        isActiveBatch(String(row['academic_year']), null, dateInZone(serverNow(), defaultTimeZone)) ===
        wanted,
    },
  },
  subjects: {
    api: subjectsApi,
    row: subject,
    searched: ['subject_code', 'name'],
    references: [batchReference],
    specifiedInWrites: ['base_subject_code'],
    plainFilters: {
      program_id: async (code, all) => {
        const ofProgram = (await all<Batch>('batches')).filter(({ program_id }) => program_id === code);
        const ids = new Set(ofProgram.map(({ id }) => id));
        return (row) => ids.has(Number(row['batch_id']));
      },
      not_taught_by: async (teacherId, all) => {
        const taught = await all(`subject-teachers/teacher/${Number(teacherId)}`);
        const codes = new Set(taught.map((link) => link['subject_code']));
        return (row) => !codes.has(row['subject_code']);
      },
    },
  },
  students: {
    api: studentsApi,
    row: studentRow,
    searched: ['full_name', 'student_id', 'national_id', 'phone', 'email'],
    references: [programReference, batchReference],
    computed: (data) => ({ ...data, full_name: fullName(data) }),
    plainFilters: {
      has_batch: (wanted) => (row) => (row['batch_id'] != null) === wanted,
      created_since: (day) => (row) => String(row['created_at'] ?? '') >= String(day),
      is_linked: async (wanted, all) => {
        const named = new Set((await all('users')).map((account) => account['student_id']));
        return (row) => (row['user_id'] != null || named.has(row['student_id'])) === wanted;
      },
    },
  },
  users: {
    api: usersApi,
    row: user,
    searched: ['name', 'username', 'email'],
    specifiedInWrites: ['password'],
    plainFilters: {
      role: (wanted) => (row) => [wanted].flat().includes(row['role']),
      has_student: (wanted) => (row) => Boolean(row['student_id']) === wanted,
    },
  },
} satisfies Record<string, ResourceRow>;

export type ResourceName = 'programs' | 'batches' | 'subjects' | 'students' | 'users';

/** Null if the name is not in the table. */
export function resourceRow(name: string): ResourceRow {
  const row = (resources as Record<string, ResourceRow>)[name];
  if (!row) throw new Error(`No such resource: ${name}`);
  return row;
}
