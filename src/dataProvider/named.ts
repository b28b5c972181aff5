import { subDays } from 'date-fns';
import { authApi } from '../../contract/accounts/auth';
import { batchesApi } from '../../contract/batches';
import { enrolmentsApi } from '../../contract/students/enrolments';
import type { Dependents } from '../../contract/fields';
import type { BodyInputOf, Endpoint, ResponseOf } from '../../contract/endpoint';
import { programsApi } from '../../contract/programs';
import { settingsApi } from '../../contract/settings';
import { type StudentRow, studentsApi, newForDays } from '../../contract/students/students';
import { subjectSettingsApi } from '../../contract/subjectSettings';
import { type Subject, subjectsApi, type SubjectSummary } from '../../contract/subjects';
import { usersApi } from '../../contract/accounts/users';
import { isNotFound } from './ApiProblem';
import { call } from './apiCall';
import { localPage, readAll } from './lists';
import { people } from './people';
import { type ResourceName, resources, type Row } from './resources';
import { serverFeatures, unlessLacking } from './serverFeatures';

type Filter = Record<string, unknown>;

/** The calls that are not one of react-admin's nine. Each fails with an ApiProblem. */
export const named = {
  ...people,

  /** The sessions of the person; null if the server does not list them. */
  ownSessions: () => addition(authApi.sessions, {}),
  endSession: (id: string) => call(authApi.endSession, { params: { id } }),
  endOtherSessions: () => call(authApi.endOtherSessions),

  changePassword: (body: BodyInputOf<typeof authApi.changePassword>) =>
    call(authApi.changePassword, { body }),

  /** The settings of the institute that the caller's role may read; null if the server has none. */
  settings: (): Promise<ResponseOf<typeof settingsApi.read> | null> => addition(settingsApi.read, {}),
  saveSettings: (body: BodyInputOf<typeof settingsApi.save>) => call(settingsApi.save, { body }),

  /** The student of an account; null when the account is linked to none. */
  studentByUser: (userId: number) =>
    unlessMissing(call(studentsApi.byUser, { params: { userId: String(userId) } })),

  /** How many records are deleted with these records; null if the server does not count them. */
  dependents: (resource: keyof typeof dependentsOf, ids: readonly number[]): Promise<Dependents | null> => {
    const [one, several] = dependentsOf[resource];
    return ids.length === 1
      ? addition(one, { params: { id: String(ids[0]) } })
      : addition(several, { body: { ids: [...ids] } });
  },

  /** An addition, like the next: all of them or none. `confirm` as in `delete`. */
  removeMany: (resource: ResourceName, ids: readonly number[], confirm?: number) =>
    call(resources[resource].api.removeMany, { body: { ids: [...ids], confirm } }),
  deactivateMany: (ids: readonly number[]) => call(usersApi.deactivateMany, { body: { ids: [...ids] } }),

  /** Figures over the filtered subjects. */
  subjectSummary: async (filter: Filter): Promise<SubjectSummary> =>
    (await addition(subjectsApi.summary, { query: { filter: JSON.stringify(filter) } })) ??
    subjectFigures(await readFiltered<Subject>('subjects', filter)),

  /** Figures over the filtered students; `new_students` is null if the rows have no time of creation. */
  studentSummary: async (filter: Filter): Promise<StudentFigures> =>
    (await addition(studentsApi.summary, { query: { filter: JSON.stringify(filter) } })) ??
    studentFigures(await readFiltered<StudentRow>('students', filter)),

  /** All that is known of a student, or of a batch; null where the server has no cards. */
  studentCard: (id: number) => addition(enrolmentsApi.card, { params: { id: String(id) } }),
  batchCard: (id: number) => addition(batchesApi.card, { params: { id: String(id) } }),

  /** The batches that a student belonged to, the newest first; null where the server keeps no history. */
  enrolmentsOf: (id: number) => addition(enrolmentsApi.ofStudent, { params: { id: String(id) } }),
  /** An addition, like the next call. Both fail with MOVE_HIDES and `students` if they have to be confirmed first. */
  moveStudents: (body: BodyInputOf<typeof enrolmentsApi.move>) => call(enrolmentsApi.move, { body }),
  setStudentStatus: (body: BodyInputOf<typeof enrolmentsApi.setStatus>) =>
    call(enrolmentsApi.setStatus, { body }),

  /** Null if the subject has none of its own, so that the defaults apply. */
  curriculum: (subjectCode: string) =>
    unlessMissing(call(subjectSettingsApi.curriculum, { ...ofCode(subjectCode), ...orNull() })),
  saveCurriculum: (subjectCode: string, body: BodyInputOf<typeof subjectSettingsApi.saveCurriculum>) =>
    call(subjectSettingsApi.saveCurriculum, { ...ofCode(subjectCode), body }),

  /** Null if the subject has none of its own, so that the defaults apply. */
  gradeSettings: (subjectCode: string) =>
    unlessMissing(call(subjectSettingsApi.gradeSettings, { ...ofCode(subjectCode), ...orNull() })),
  saveGradeSettings: (subjectCode: string, body: BodyInputOf<typeof subjectSettingsApi.saveGradeSettings>) =>
    call(subjectSettingsApi.saveGradeSettings, { ...ofCode(subjectCode), body }),

  offerings: (baseCode: string) => call(subjectsApi.offerings, { params: { baseCode } }),
  addOffering: (baseCode: string, body: BodyInputOf<typeof subjectsApi.addOffering>) =>
    call(subjectsApi.addOffering, { params: { baseCode }, body }),
  /** An addition: all batches or none. */
  addSubjects: (body: BodyInputOf<typeof subjectsApi.createMany>) => call(subjectsApi.createMany, { body }),
  /** `confirm` as in `delete`. */
  removeOffering: (offeringCode: string, confirm?: number) =>
    call(subjectsApi.removeOffering, { params: { offering_code: offeringCode }, query: { confirm } }),
};

const dependentsOf = {
  programs: [programsApi.dependents, programsApi.dependentsOfMany],
  batches: [batchesApi.dependents, batchesApi.dependentsOfMany],
  subjects: [subjectsApi.dependents, subjectsApi.dependentsOfMany],
  students: [studentsApi.dependents, studentsApi.dependentsOfMany],
} as const;

const ofCode = (subject_code: string) => ({ params: { subject_code } });

/** Another server answers 404 where there is none. */
const orNull = (): { query?: { or_null: '1' } } =>
  serverFeatures().isOurs === true ? { query: { or_null: '1' } } : {};

export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (problem) {
    if (isNotFound(problem)) return null;
    throw problem;
  }
}

/** The answer of an added call; null if the server lacks it. */
export const addition = <E extends Endpoint>(
  endpoint: E,
  input: Parameters<typeof call<E>>[1],
): Promise<ResponseOf<E> | null> => unlessLacking(endpoint.path, () => call(endpoint, input));

async function readFiltered<R>(resource: string, filter: Filter): Promise<R[]> {
  const page = await localPage(
    resource,
    await readAll<Row>(resource),
    { range: null, sort: null, filter },
    readAll,
  );
  return page.rows as unknown as R[];
}

const distinct = (values: readonly unknown[]) =>
  new Set(values.filter((value) => value != null && value !== '')).size;

function subjectFigures(rows: readonly Subject[]): SubjectSummary {
  return {
    total: rows.length,
    hours: rows.reduce((sum, { hours }) => sum + Number(hours), 0),
    levels: distinct(rows.map(({ level }) => level)),
    types: distinct(rows.map(({ type }) => type)),
  };
}

export interface StudentFigures {
  total: number;
  programs: number;
  batches: number;
  new_students: number | null;
}

function studentFigures(rows: readonly StudentRow[]): StudentFigures {
  const since = subDays(new Date(), newForDays).getTime();
  const hasTimes = rows.some(({ created_at }) => created_at !== undefined);
  return {
    total: rows.length,
    programs: distinct(rows.map(({ program_name }) => program_name)),
    batches: distinct(rows.map(({ batch_name }) => batch_name)),
    new_students: hasTimes
      ? rows.filter(({ created_at }) => Date.parse(created_at ?? '') >= since).length
      : null,
  };
}
