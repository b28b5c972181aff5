import { sql } from 'kysely';
import {
  allRights,
  maxGuardians,
  type NewGuardian,
  type GuardianRights,
} from '../../contract/families/guardians';
import { ruleMessages } from '../../contract/errors';
import { isOfAge } from '../../contract/rules/families/guardians';
import { guardianRelationNames, type GuardianRelation } from '../../contract/vocabulary';
import { removeWithChildren } from '../db/bulk/cascade';
import { chunks } from '../db/engine/chunks';
import { loadLatestValues } from '../db/log/loggedRows';
import type { Change, FindExisting, FollowUp, UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Values } from '../db/schema';
import type { Condition } from '../db/search/matching';
import { invalid, Problem } from '../problem';
import { refuseFutureDate } from './institute';
import { isLive, loadLinks } from './guardianLinks';

/** Condition on `guardians`: one of his students is in scope. */
export const hasStudentIn = (students: Condition): Condition =>
  sql`exists (select 1 from student_guardians as own_relations
    join students on students.id = own_relations.student_row_id
    where own_relations.guardian_id = guardians.id and ${students})`;

/** The name, or the relation of a guardian without a name. */
export const guardianLabel = (name: string | null, relation: GuardianRelation): string =>
  name ?? guardianRelationNames[relation];

/** The guardian may read about the student: below the age of adults, or with the student's consent. */
export const isReadable = (
  row: Parameters<typeof isOfAge>[0] & { consent_on: string | null },
  adultAge: number,
  today: string,
): boolean => (row.consent_on !== null && row.consent_on <= today) || !isOfAge(row, adultAge, today);

/**
 * A guardian with a live link would see the new student at once, so the caller confirms it first.
 * @throws GUARDIAN_HAS_LINK with the guardian's students in scope
 */
export async function refuseUnconfirmedChild(
  unit: UnitOfWork,
  { guardian_id, confirm, rights = allRights }: NewGuardian,
  students: Condition,
): Promise<void> {
  if (guardian_id === undefined || confirm || !rights.page) return;
  const links = await loadLinks(unit.trx, [guardian_id]);
  const children = isLive(links.get(guardian_id), new Date(unit.now))
    ? await unit.trx
        .selectFrom('student_guardians')
        .innerJoin('students', 'students.id', 'student_guardians.student_row_id')
        .select(['students.id', 'students.student_id', 'students.full_name'])
        .where('student_guardians.guardian_id', '=', guardian_id)
        .where(students)
        .orderBy('students.full_name_sort')
        .orderBy('students.id')
        .execute()
    : [];
  // A guardian without students in scope is refused as unknown.
  if (children.length > 0) throw new Problem('GUARDIAN_HAS_LINK', { extra: { children } });
}

export const toRightsColumns = (rights: GuardianRights) => ({
  can_message: Number(rights.messages),
  can_open_page: Number(rights.page),
  can_excuse: Number(rights.excuse),
});

/**
 * Whether messages address the student himself. Without a birth date his batch decides.
 * @param today `YYYY-MM-DD`
 */
export async function loadIsOfAge(db: Db, studentRowId: number, today: string): Promise<boolean> {
  const student = await db
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select(['students.birth_date', 'batches.age_group'])
    .where('students.id', '=', studentRowId)
    .executeTakeFirstOrThrow();
  const { adult_age } = await db.selectFrom('settings').select('adult_age').executeTakeFirstOrThrow();
  return isOfAge(student, adult_age, today);
}

/** @throws VALIDATION for a guardian without name, phone number and e-mail */
export function refuseEmptyGuardian(person: {
  name?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}): void {
  if (!person.name && !person.phone && !person.email)
    throw invalid({ path: 'name', message: ruleMessages.emptyGuardian });
}

/**
 * Adds a new or stored guardian to a student. The first guardian is the primary one.
 * @param guardiansInScope condition on `guardians`
 * @throws VALIDATION for an unknown guardian, too many guardians or a consent after today, DUPLICATE if the
 *   student has him already
 */
export async function addGuardian(
  unit: UnitOfWork,
  studentRowId: number,
  {
    guardian_id,
    relation,
    is_primary,
    rights = allRights,
    consent_on = null,
    confirm: _,
    ...person
  }: NewGuardian,
  guardiansInScope: Condition,
): Promise<number> {
  const stored = await unit.trx
    .selectFrom('student_guardians')
    .select(['id', 'guardian_id', 'is_primary'])
    .where('student_row_id', '=', studentRowId)
    .execute();
  if (stored.length >= maxGuardians)
    throw invalid({ path: 'guardians', message: ruleMessages.tooManyGuardians(maxGuardians) });
  if (stored.some((row) => row.guardian_id === guardian_id))
    throw new Problem('DUPLICATE', { message: ruleMessages.guardianTwice });
  if (consent_on) await refuseFutureDate(unit, consent_on, 'consent_on');
  const guardianId =
    guardian_id === undefined
      ? await insertGuardian(unit, person)
      : await findGuardian(unit, guardian_id, guardiansInScope);
  const isPrimary = is_primary ?? stored.length === 0;
  if (isPrimary) await clearPrimary(unit, stored);
  await unit.insert('student_guardians', {
    student_row_id: studentRowId,
    guardian_id: guardianId,
    relation,
    is_primary: Number(isPrimary || stored.length === 0),
    ...toRightsColumns(rights),
    consent_on,
  });
  return guardianId;
}

async function insertGuardian(
  unit: UnitOfWork,
  { name = null, phone = null, second_phone = null, email = null, note = null }: Partial<NewGuardian>,
): Promise<number> {
  refuseEmptyGuardian({ name, phone, email });
  const row = await unit.insert('guardians', { name, phone, second_phone, email, note });
  return row.id;
}

async function findGuardian(unit: UnitOfWork, id: number, inScope: Condition): Promise<number> {
  const guardian = await unit.trx
    .selectFrom('guardians')
    .select('id')
    .where('id', '=', id)
    .where(inScope)
    .executeTakeFirst();
  if (!guardian) throw invalid({ path: 'guardian_id', message: ruleMessages.unknownGuardian });
  return guardian.id;
}

/** Only one guardian of a student is the primary one. */
export async function clearPrimary(
  unit: UnitOfWork,
  relations: readonly { id: number; is_primary: number }[],
): Promise<void> {
  await unit.updateMany(
    'student_guardians',
    relations.flatMap(({ id, is_primary }) => (is_primary === 1 ? [{ id, changes: { is_primary: 0 } }] : [])),
  );
}

const chunkSize = 500;

/** A guardian without students is deleted, so that no data of a person stays without a reason. */
export const removeLoneGuardians = (unit: UnitOfWork): Promise<void> =>
  removeLone(
    unit,
    unit
      .changed('student_guardians')
      .flatMap(({ before, after }) => (before && !after ? [before.guardian_id] : [])),
  );

async function removeLone(unit: UnitOfWork, guardianIds: readonly number[]): Promise<void> {
  for (const chunk of chunks([...new Set(guardianIds)], chunkSize)) {
    const lone = await unit.trx
      .selectFrom('guardians')
      .select('id')
      .where('id', 'in', chunk)
      .where(sql<boolean>`not exists (select 1 from student_guardians where guardian_id = guardians.id)`)
      .execute();
    await removeWithChildren(
      unit,
      'guardians',
      lone.map(({ id }) => id),
    );
  }
}

/** In a chunked undo, a later chunk removes the guardians that the operation added. */
export const loneGuardianFollowUp: FollowUp = {
  columns: { student_guardians: 'guardian_id' },
  find: async (_db, unit) => [
    ...new Set(
      unit.changed('student_guardians').flatMap(({ before, after }) => (before ?? after)?.guardian_id ?? []),
    ),
  ],
  run: removeLone,
  isChunkedOnly: true,
};

async function findMissingGuardians({ trx }: UnitOfWork, rows: readonly Values[]): Promise<Set<number>> {
  const missing = new Set(rows.flatMap((row) => (row['guardian_id'] ? [Number(row['guardian_id'])] : [])));
  for (const chunk of chunks([...missing], chunkSize))
    for (const { id } of await trx.selectFrom('guardians').select('id').where('id', 'in', chunk).execute())
      missing.delete(id);
  return missing;
}

/** A guardian who was deleted with his last student returns from the log with another student of his. */
export async function returnGuardians(unit: UnitOfWork, relations: readonly Values[]): Promise<void> {
  const missing = await findMissingGuardians(unit, relations);
  const logged = await loadLatestValues(unit.trx, 'guardians', [...missing]);
  const persons = [...logged.values()].filter((person) => person['id']);
  await unit.insertMany('guardians', persons);
}

/** A returned guardian is not returned again by the operation that deleted him. */
export async function selectMissingGuardians(
  findExisting: FindExisting,
  rows: readonly Change[],
): Promise<readonly Change[]> {
  const stored = await findExisting(
    'guardians',
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => !stored.has(id));
}

/** A deleted guardian is no longer the sender of an excuse. Changes `excuses` in place. */
export async function clearMissingSenders(unit: UnitOfWork, excuses: Values[]): Promise<void> {
  const missing = await findMissingGuardians(unit, excuses);
  for (const excuse of excuses) if (missing.has(Number(excuse['guardian_id']))) excuse['guardian_id'] = null;
}
