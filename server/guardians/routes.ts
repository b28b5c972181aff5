import { sql } from 'kysely';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { guardiansApi, type StudentGuardian } from '../../contract/families/guardians';
import { isProposedGuardian } from '../../contract/rules/families/guardians';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { isOwnStudent } from '../auth/visibleStudent';
import type { Data } from '../db/data';
import { loadCountry } from '../db/log/derived';
import { listRows } from '../db/search/lists';
import { allOf, type Condition } from '../db/search/matching';
import { phoneKey } from '../db/search/phones';
import type { UnitOfWork } from '../db/log/unitOfWork';
import {
  addGuardian,
  clearPrimary,
  guardianLabel,
  hasStudentIn,
  refuseEmptyGuardian,
  refuseUnconfirmedChild,
  toRightsColumns,
} from '../domain/guardians';
import { loadInstituteDay, refuseFutureDate } from '../domain/institute';
import { loadStudent } from '../domain/students';
import { listRoute, type Route, route } from '../mount';
import { notFound, Problem } from '../problem';
import {
  guardiansInScope,
  guardiansMatching,
  isInBatch,
  loadGuardiansOfStudent,
  loadStudentGuardian,
  selectGuardians,
  withChildren,
} from './queries';

const guardianSorts = { id: 'id', name: 'name_sort', phone: 'phone_key' };
/** More guardians with one number are not told apart by their names. */
const maxMatches = 20;

export const guardianRoutes: Route[] = [
  listRoute(guardiansApi.list, async ({ data, query, scope }) => {
    const { students } = await scope();
    const { q, batch_id, ...filter } = query.filter ?? {};
    const source = {
      table: 'guardians' as const,
      select: selectGuardians(data.read),
      sorts: guardianSorts,
      nullableColumn: 'phone_key',
      scope: guardiansInScope(students),
      where: batch_id === undefined ? [] : [hasStudentIn(allOf([students, isInBatch(batch_id)]))],
      within: q ? await guardiansMatching(data.read, q, students) : undefined,
    };
    const { rows, total } = await listRows(data.read, source, { ...query, filter });
    const guardians = await withChildren(data.read, rows, students);
    return { rows: guardians.map(({ childNames: _, ...guardian }) => guardian), total };
  }),

  route(guardiansApi.matches, async ({ data, query: { phone, name, ...child }, scope }) => {
    const { students } = await scope();
    const key = phoneKey(phone, await loadCountry(data.read));
    if (key === null) return [];
    const rows = await selectGuardians(data.read)
      .where(sql<boolean>`(guardians.phone_key = ${key} or guardians.second_phone_key = ${key})`)
      .where(guardiansInScope(students))
      .orderBy('guardians.id')
      .limit(maxMatches)
      .execute();
    const guardians = await withChildren(data.read, rows, students);
    return guardians.map(({ childNames, ...guardian }) => ({
      ...guardian,
      is_proposed: isProposedGuardian({ name, child }, { name: guardian.name, children: childNames }),
    }));
  }),

  route(guardiansApi.ofStudent, async ({ data, user, params: { id }, scope }) => {
    const { students } = await scope();
    if (user.role === 'admin') await loadStudent(data.read, id, students);
    else if (!(await canContact(data, user.id, id, students))) return [];
    const student = { studentRowId: id, today: await loadToday(data) };
    const guardians = await loadGuardiansOfStudent(data.read, student, students);
    // The office writes the note, so it can concern the family.
    return user.role === 'admin' ? guardians : guardians.map((guardian) => ({ ...guardian, note: null }));
  }),

  route(guardiansApi.add, async ({ data, actor, params: { id }, body, scope }) => {
    const { students } = await scope();
    const today = await loadToday(data);
    const { unit: written, added } = await data.write(actor, async (unit) => {
      const student = await loadStudent(unit.trx, id, students);
      await refuseUnconfirmedChild(unit, body, students);
      const guardianId = await addGuardian(unit, id, body, hasStudentIn(students));
      const guardian = await loadStudentGuardian(unit.trx, { studentRowId: id, guardianId, today }, students);
      const label = guardianLabel(guardian.name, body.relation);
      unit.describe(
        'create',
        'student_guardians',
        label,
        operationDescriptions.guardianAdded(label, student.full_name),
      );
      return { unit, added: guardian };
    });
    return { ...added, operation_id: written.operation };
  }),

  route(guardiansApi.update, async ({ data, actor, params: { id, guardianId }, body, scope }) => {
    const { students } = await scope();
    const ids = { studentRowId: id, guardianId, today: await loadToday(data) };
    const { operation } = await data.write(actor, async (unit) => {
      const student = await loadStudent(unit.trx, id, students);
      const before = await loadStudentGuardian(unit.trx, ids, students);
      refusePersonOfOtherSection(before, body);
      const label = guardianLabel(before.name, before.relation);
      unit.describe(
        'update',
        'guardians',
        label,
        operationDescriptions.guardianUpdated(label, student.full_name),
      );
      await updateGuardian(unit, ids, body, () => loadStudentGuardian(unit.trx, ids, students));
      refuseEmptyGuardian(await loadStudentGuardian(unit.trx, ids, students));
      return unit;
    });
    return { ...(await loadStudentGuardian(data.read, ids, students)), operation_id: operation };
  }),

  route(guardiansApi.remove, async ({ data, actor, params: { id, guardianId }, scope }) => {
    const { students } = await scope();
    const ids = { studentRowId: id, guardianId, today: await loadToday(data) };
    const { operation } = await data.write(actor, async (unit) => {
      const student = await loadStudent(unit.trx, id, students);
      const { name, relation } = await loadStudentGuardian(unit.trx, ids, students);
      const label = guardianLabel(name, relation);
      unit.describe(
        'delete',
        'student_guardians',
        label,
        operationDescriptions.guardianRemoved(label, student.full_name),
      );
      const relations = await loadRelations(unit, id);
      const own = relations.find((row) => row.guardian_id === guardianId);
      await unit.remove('student_guardians', own ? [own.id] : []);
      const next = relations.find((row) => row !== own);
      if (next && own?.is_primary === 1) await unit.update('student_guardians', next.id, { is_primary: 1 });
      return unit;
    });
    return { message: successMessages.guardianRemoved, operation_id: operation };
  }),
];

const loadToday = async (data: Data) => (await loadInstituteDay(data.read, data.now())).today;

const loadRelations = (unit: UnitOfWork, studentRowId: number) =>
  unit.trx
    .selectFrom('student_guardians')
    .select(['id', 'guardian_id', 'is_primary'])
    .where('student_row_id', '=', studentRowId)
    .orderBy('id')
    .execute();

type GuardianChanges = BodyOf<typeof guardiansApi.update>;

/**
 * The unit of work would refuse a person of another section as a missing record. This check says why.
 * @throws FORBIDDEN if the person also has students outside of the caller's scope
 */
function refusePersonOfOtherSection(
  stored: StudentGuardian,
  { name, phone, second_phone, email, note }: GuardianChanges,
): void {
  const isChanged = Object.entries({ name, phone, second_phone, email, note }).some(
    ([field, value]) => value !== undefined && value !== stored[field as keyof StudentGuardian],
  );
  if (isChanged && stored.has_other_children)
    throw new Problem('FORBIDDEN', { message: ruleMessages.guardianOfOtherSection });
}

/** @throws STALE if one of the two versions is outdated, VALIDATION for a consent after today */
async function updateGuardian(
  unit: UnitOfWork,
  { studentRowId, guardianId }: { studentRowId: number; guardianId: number },
  { version, relation_version, relation, is_primary, rights, consent_on, ...person }: GuardianChanges,
  loadCurrent: () => Promise<unknown>,
): Promise<void> {
  if (consent_on) await refuseFutureDate(unit, consent_on, 'consent_on');
  await unit.update('guardians', guardianId, person, version, loadCurrent);
  const relations = await loadRelations(unit, studentRowId);
  const own = relations.find((row) => row.guardian_id === guardianId);
  if (!own) throw notFound();
  const others = relations.filter(({ id }) => id !== own.id);
  if (is_primary === true) await clearPrimary(unit, others);
  const changes = {
    relation,
    // A student with guardians always has a primary one, so another one must be chosen instead.
    is_primary: is_primary === true ? 1 : undefined,
    ...(rights && toRightsColumns(rights)),
    consent_on,
  };
  await unit.update('student_guardians', own.id, changes, relation_version, loadCurrent);
}

/** Whether the institute allows its teachers to contact guardians, and the student is one of this teacher. */
async function canContact(
  data: Data,
  teacherId: number,
  studentRowId: number,
  students: Condition,
): Promise<boolean> {
  const today = await loadToday(data);
  const student = await data.read
    .selectFrom('students')
    .select(
      sql<number>`(select teachers_contact_guardians from settings)
        * case when ${isOwnStudent(teacherId, today)} then 1 else 0 end`.as('can_contact'),
    )
    .where('students.id', '=', studentRowId)
    .where(students)
    .executeTakeFirstOrThrow(notFound);
  return Number(student.can_contact) === 1;
}
