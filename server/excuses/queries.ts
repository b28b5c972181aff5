import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '../../contract/endpoint';
import type { CoveredAbsence, Excuse, ExcuseState, excusesApi } from '../../contract/families/excuses';
import { excusedAbsence } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { type StoredExcuse, selectExcuses, withSubjects } from '../domain/excuseRows';
import { guardianLabel } from '../domain/guardians';
import { hasDecision, isUnanswered, subjectsOfExcuse } from '../domain/excuses';
import type { Db } from '../db/schema';
import { isOneOf, matchingRows, offsetAndLimit } from '../db/search/lists';
import type { SearchKind } from '../db/schema/log';
import { allOf, always, type Condition, countRows } from '../db/search/matching';
import type { Listing } from '../mount';
import { notFound } from '../problem';

/** Condition on `subjects` and `excuses`: the caller sees the student of the excuse in the subject. */
export const isSubjectVisible = ({ subjects, isStudentVisible }: Scope): Condition =>
  allOf([
    subjects,
    isStudentVisible({ subject: sql.ref('subjects.id'), student: sql.ref('excuses.student_row_id') }),
  ]);

/**
 * Condition on `excuses`. An admin also sees excuses of students without subjects; a teacher only those of
 * his subjects.
 */
const isExcuseVisible = (scope: Scope, isAdmin: boolean): Condition =>
  isAdmin
    ? sql`exists (select 1 from students where students.id = excuses.student_row_id and ${scope.students})`
    : sql`exists (select 1 ${subjectsOfExcuse} and ${isSubjectVisible(scope)})`;

/** @throws NOT_FOUND outside of the scope */
export const findExcuse = (db: Db, id: number, scope: Scope, isAdmin: boolean): Promise<StoredExcuse> =>
  selectExcuses(db)
    .where('excuses.id', '=', id)
    .where(isExcuseVisible(scope, isAdmin))
    .executeTakeFirstOrThrow(notFound);

export async function loadExcuse(db: Db, id: number, scope: Scope, isAdmin: boolean): Promise<Excuse> {
  const row = await findExcuse(db, id, scope, isAdmin);
  const [excuse] = await toExcuses(db, [row], scope, isAdmin);
  if (!excuse) throw notFound();
  return excuse;
}

const isInState = (state: ExcuseState, visible: Condition): Condition => {
  const isAccepted = sql`(excuses.state = 'accepted'
    or exists (select 1 ${subjectsOfExcuse} and ${visible} and ${hasDecision(sql`subjects.id`, true)}))`;
  if (state === 'open') return isUnanswered(visible);
  const answer = state === 'accepted' ? isAccepted : sql`not ${isAccepted}`;
  return sql`(not ${isUnanswered(visible)} and ${answer})`;
};

type ListQuery = QueryOf<typeof excusesApi.list>;
const sorts: Record<NonNullable<ListQuery['sort']>[0], RawBuilder<unknown>> = {
  id: sql`excuses.id`,
  from: sql`excuses.from_date`,
};

/** A search matches students. */
export async function loadExcusePage(
  db: Db,
  { range, sort = ['id', 'DESC'], filter = {} }: ListQuery,
  scope: Scope,
  isAdmin: boolean,
): Promise<Listing<Excuse>> {
  const visible = isSubjectVisible(scope);
  const { state, student_id, ids, q } = filter;
  const kind: SearchKind = isAdmin ? 'students' : 'students_brief';
  const conditions = [
    isExcuseVisible(scope, isAdmin),
    ...isOneOf('excuses.id', ids),
    ...(state ? [isInState(state, visible)] : []),
    ...(student_id
      ? [sql`excuses.student_row_id in (select id from students where student_id = ${student_id})`]
      : []),
    ...(q ? [await matchesStudent(db, q, kind)] : []),
  ];
  const { offset, limit } = offsetAndLimit(range);
  const direction = sort[1] === 'ASC' ? 'asc' : 'desc';
  const rows = await selectExcuses(db)
    .where(allOf(conditions))
    .orderBy(sorts[sort[0]], direction)
    .orderBy('excuses.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const isOnlyPage = offset === 0 && rows.length < limit;
  const total = isOnlyPage ? rows.length : await countRows(db, sql`from excuses where ${allOf(conditions)}`);
  return { rows: await toExcuses(db, rows, scope, isAdmin), total };
}

/** A teacher who may not contact guardians reads the relation instead of the guardian's name. */
async function toExcuses(
  db: Db,
  rows: readonly StoredExcuse[],
  scope: Scope,
  isAdmin: boolean,
): Promise<Excuse[]> {
  const settings = await db.selectFrom('settings').select('teachers_contact_guardians').executeTakeFirst();
  const showsNames = isAdmin || settings?.teachers_contact_guardians === 1;
  const namedRows = rows.map((row) =>
    showsNames || row.is_from_guardian === 0
      ? row
      : { ...row, sender: guardianLabel(null, row.relation ?? 'other') },
  );
  return withSubjects(db, namedRows, isSubjectVisible(scope));
}

async function matchesStudent(db: Db, q: string, kind: SearchKind): Promise<Condition> {
  const { rows } = await matchingRows(db, { table: 'students', scope: always, where: [], kind }, { q });
  return sql`excuses.student_row_id in (select students.id ${rows})`;
}

interface StoredAbsence extends CoveredAbsence {
  id: number;
  register_id: number;
  subject_id: number;
}

/** The unexcused absences in scope on the days of the excuse. */
export async function loadCoveredAbsences(db: Db, id: number, visible: Condition): Promise<StoredAbsence[]> {
  const { rows } = await sql<StoredAbsence>`
    select absences.id, absences.register_id, absences.subject_id, absences.date,
      subjects.subject_code, subjects.name as subject_name
    from excuses
    join absences on absences.student_row_id = excuses.student_row_id
      and absences.date >= excuses.from_date and absences.date <= excuses.to_date
    join subjects on subjects.id = absences.subject_id
    join batches on batches.id = subjects.batch_id
    where excuses.id = ${id} and absences.type <> ${excusedAbsence} and ${visible}
      and (excuses.program_row_id is null or excuses.program_row_id = batches.program_row_id)
    order by absences.date, subjects.name_sort, absences.id`.execute(db);
  return rows;
}
