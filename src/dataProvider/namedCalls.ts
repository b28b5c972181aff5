import { subDays } from 'date-fns';
import { backupsApi } from '../../contract/backups';
import { announcementsApi } from '../../contract/families/announcements';
import { authApi } from '../../contract/accounts/auth';
import { batchesApi } from '../../contract/batches';
import { enrolmentsApi } from '../../contract/students/enrolments';
import type { Dependents } from '../../contract/fields';
import type { BodyInputOf, Endpoint, ResponseOf } from '../../contract/endpoint';
import { programsApi } from '../../contract/programs';
import { settingsApi } from '../../contract/settings';
import { type StudentRow, studentsApi, newStudentDays } from '../../contract/students/students';
import { subjectSettingsApi } from '../../contract/subjectSettings';
import { type Subject, subjectsApi, type SubjectSummary } from '../../contract/subjects';
import { usersApi } from '../../contract/accounts/users';
import { isNotFound } from './ApiProblem';
import { call } from './apiCall';
import { buildLocalPage, readAll } from './lists';
import { people } from './people';
import { type ResourceName, resources, type Row } from './resources';
import { serverFeatures, nullIfUnsupported } from './serverFeatures';

type Filter = Record<string, unknown>;

/** Each call rejects with an ApiProblem. Null means that the server does not have the call. */
export const namedCalls = {
  ...people,

  ownSessions: () => callOrNull(authApi.sessions, {}),
  endSession: (id: string) => call(authApi.endSession, { params: { id } }),
  endOtherSessions: () => call(authApi.endOtherSessions),

  /** Only our server has this call. */
  currentAnnouncements: () => call(announcementsApi.current, {}),

  changePassword: (body: BodyInputOf<typeof authApi.changePassword>) =>
    call(authApi.changePassword, { body }),

  settings: (): Promise<ResponseOf<typeof settingsApi.read> | null> => callOrNull(settingsApi.read, {}),
  saveSettings: (body: BodyInputOf<typeof settingsApi.save>) => call(settingsApi.save, { body }),

  backups: () => callOrNull(backupsApi.read, {}),
  startBackup: () => call(backupsApi.start),

  studentByUser: (userId: number) =>
    nullIfNotFound(call(studentsApi.byUser, { params: { userId: String(userId) } })),

  dependents: (
    resource: keyof typeof dependentsCalls,
    ids: readonly number[],
  ): Promise<Dependents | null> => {
    const [single, many] = dependentsCalls[resource];
    return ids.length === 1
      ? callOrNull(single, { params: { id: String(ids[0]) } })
      : callOrNull(many, { body: { ids: [...ids] } });
  },

  /** Deletes all records or none. `confirm` is the same as in `delete`. */
  removeMany: (resource: ResourceName, ids: readonly number[], confirm?: number) =>
    call(resources[resource].api.removeMany, { body: { ids: [...ids], confirm } }),
  deactivateMany: (ids: readonly number[]) => call(usersApi.deactivateMany, { body: { ids: [...ids] } }),

  subjectSummary: async (filter: Filter): Promise<SubjectSummary> =>
    (await callOrNull(subjectsApi.summary, { query: { filter: JSON.stringify(filter) } })) ??
    summariseSubjects(await readFiltered<Subject>('subjects', filter)),

  /** `new_students` is null if the rows have no creation time. */
  studentSummary: async (filter: Filter): Promise<StudentSummary> =>
    (await callOrNull(studentsApi.summary, { query: { filter: JSON.stringify(filter) } })) ??
    summariseStudents(await readFiltered<StudentRow>('students', filter)),

  studentCard: (id: number) => callOrNull(enrolmentsApi.card, { params: { id: String(id) } }),
  batchCard: (id: number) => callOrNull(batchesApi.card, { params: { id: String(id) } }),

  enrolmentsOf: (id: number) => callOrNull(enrolmentsApi.ofStudent, { params: { id: String(id) } }),
  /** Rejects with MOVE_HIDES and `students` if the user must confirm first. */
  moveStudents: (body: BodyInputOf<typeof enrolmentsApi.move>) => call(enrolmentsApi.move, { body }),
  /** Null if the server lacks the check. */
  checkMove: (body: BodyInputOf<typeof enrolmentsApi.checkMove>) =>
    callOrNull(enrolmentsApi.checkMove, { body }),
  setStudentStatus: (body: BodyInputOf<typeof enrolmentsApi.setStatus>) =>
    call(enrolmentsApi.setStatus, { body }),

  curriculum: (subjectCode: string) =>
    nullIfNotFound(call(subjectSettingsApi.curriculum, { ...codeParams(subjectCode), ...orNullQuery() })),
  saveCurriculum: (subjectCode: string, body: BodyInputOf<typeof subjectSettingsApi.saveCurriculum>) =>
    call(subjectSettingsApi.saveCurriculum, { ...codeParams(subjectCode), body }),

  gradeSettings: (subjectCode: string) =>
    nullIfNotFound(call(subjectSettingsApi.gradeSettings, { ...codeParams(subjectCode), ...orNullQuery() })),
  saveGradeSettings: (subjectCode: string, body: BodyInputOf<typeof subjectSettingsApi.saveGradeSettings>) =>
    call(subjectSettingsApi.saveGradeSettings, { ...codeParams(subjectCode), body }),

  offerings: (baseCode: string) => call(subjectsApi.offerings, { params: { baseCode } }),
  addOffering: (baseCode: string, body: BodyInputOf<typeof subjectsApi.addOffering>) =>
    call(subjectsApi.addOffering, { params: { baseCode }, body }),
  addSubjects: (body: BodyInputOf<typeof subjectsApi.createMany>) => call(subjectsApi.createMany, { body }),
  removeOffering: (offeringCode: string, confirm?: number) =>
    call(subjectsApi.removeOffering, { params: { offering_code: offeringCode }, query: { confirm } }),
};

const dependentsCalls = {
  programs: [programsApi.dependents, programsApi.dependentsOfMany],
  batches: [batchesApi.dependents, batchesApi.dependentsOfMany],
  subjects: [subjectsApi.dependents, subjectsApi.dependentsOfMany],
  students: [studentsApi.dependents, studentsApi.dependentsOfMany],
} as const;

const codeParams = (subject_code: string) => ({ params: { subject_code } });

/** Only our server responds with `null` for a missing record. Another server responds with 404. */
const orNullQuery = (): { query?: { or_null: '1' } } =>
  serverFeatures().isOurs === true ? { query: { or_null: '1' } } : {};

export async function nullIfNotFound<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (problem) {
    if (isNotFound(problem)) return null;
    throw problem;
  }
}

export const callOrNull = <E extends Endpoint>(
  endpoint: E,
  input: Parameters<typeof call<E>>[1],
): Promise<ResponseOf<E> | null> => nullIfUnsupported(endpoint.path, () => call(endpoint, input));

async function readFiltered<R>(resource: string, filter: Filter): Promise<R[]> {
  const page = await buildLocalPage(
    resource,
    await readAll<Row>(resource),
    { range: null, sort: null, filter },
    readAll,
  );
  return page.rows as unknown as R[];
}

const countDistinct = (values: readonly unknown[]) =>
  new Set(values.filter((value) => value != null && value !== '')).size;

function summariseSubjects(rows: readonly Subject[]): SubjectSummary {
  return {
    total: rows.length,
    hours: rows.reduce((sum, { hours }) => sum + Number(hours), 0),
    levels: countDistinct(rows.map(({ level }) => level)),
    types: countDistinct(rows.map(({ type }) => type)),
  };
}

export interface StudentSummary {
  total: number;
  programs: number;
  batches: number;
  new_students: number | null;
}

function summariseStudents(rows: readonly StudentRow[]): StudentSummary {
  const since = subDays(new Date(), newStudentDays).getTime();
  const hasCreationTimes = rows.some(({ created_at }) => created_at !== undefined);
  return {
    total: rows.length,
    programs: countDistinct(rows.map(({ program_name }) => program_name)),
    batches: countDistinct(rows.map(({ batch_name }) => batch_name)),
    new_students: hasCreationTimes
      ? rows.filter(({ created_at }) => Date.parse(created_at ?? '') >= since).length
      : null,
  };
}
