import { sql, type SqlBool } from 'kysely';
import { guardianLinkMessages } from '../../contract/families/guardianLinkMessages';
import {
  guardianLinksApi,
  type LinkCounts,
  maxLinksPerCall,
  type NewGuardianLink,
} from '../../contract/families/guardianLinks';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Row } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import {
  createLinkSecret,
  expiryAfter,
  formatPhones,
  hashSecret,
  isLive,
  loadLinks,
  removeLinks,
} from '../domain/guardianLinks';
import { guardianLabel, hasStudentIn, isReadable } from '../domain/guardians';
import { loadInstituteDay } from '../domain/institute';
import { findBatch } from '../domain/references';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { publicAddress } from '../publicAddress';
import { loadPageChildren } from './children';

type Caller = Pick<Call, 'data' | 'scope' | 'config' | 'origin'>;

const pageAddress = ({ config, origin }: Caller): string => `${publicAddress(config, origin)}/g/`;

export const guardianLinkRoutes: Route[] = [
  route(guardianLinksApi.make, async (call) => {
    const { data, actor, params, scope } = call;
    const { students } = await scope();
    const { unit, link } = await data.write(actor, async (unitOfWork) => {
      const guardian = await findGuardian(unitOfWork.trx, params.id, students);
      if (guardian.has_other_students)
        throw new Problem('FORBIDDEN', { message: guardianLinkMessages.ofOtherSection });
      const { today } = await loadInstituteDay(unitOfWork.trx, data.now());
      if ((await loadPageChildren(unitOfWork.trx, guardian.id, today)).length === 0)
        throw invalid({ path: '', message: guardianLinkMessages.noChildren });
      const description = guardianLinkMessages.linkDescription(guardian.label);
      unitOfWork.describe('create', 'guardian_links', guardian.label, description);
      const [made] = await makeLinks(unitOfWork, [guardian.id], data.now());
      return { unit: unitOfWork, link: made as NewGuardianLink };
    });
    return { ...link, page_address: pageAddress(call), operation_id: unit.operation };
  }),

  route(guardianLinksApi.revoke, async ({ data, actor, params, scope }) => {
    const { students } = await scope();
    const { operation } = await data.write(actor, async (unit) => {
      const { id, label } = await findGuardian(unit.trx, params.id, students);
      unit.describe('delete', 'guardian_links', label, guardianLinkMessages.revokeDescription(label));
      await removeLinks(unit, [id]);
      if (unit.changed('guardian_links').length === 0)
        throw new Problem('NOT_FOUND', { message: guardianLinkMessages.noLink });
      return unit;
    });
    return { message: guardianLinkMessages.revoked, operation_id: operation };
  }),

  route(guardianLinksApi.counts, async ({ data, params, scope }) => {
    const { students, batches } = await scope();
    await data.read
      .selectFrom('batches')
      .select('id')
      .where('id', '=', params.id)
      .where(batches)
      .executeTakeFirstOrThrow(notFound);
    return countLinks(await loadBatchGuardians(data.read, params.id, students, data.now()));
  }),

  route(guardianLinksApi.makeMany, async (call) => {
    const { data, actor, body, scope } = call;
    const { students, batches } = await scope();
    const now = data.now();
    const result = await data.write(actor, async (unit) => {
      const batch = await findBatch(unit.trx, { batch_id: body.batch_id }, batches);
      if (!batch) throw notFound();
      const guardians = await loadBatchGuardians(unit.trx, body.batch_id, students, now);
      const chosen = guardians.filter(
        ({ isLinked, hasOtherStudents }) => !hasOtherStudents && !(body.only_missing && isLinked),
      );
      const ids = chosen.slice(0, maxLinksPerCall).map(({ id }) => id);
      const description = guardianLinkMessages.linksDescription(batch.batch_name, ids.length);
      unit.describe('create', 'guardian_links', null, description);
      const links = await makeLinks(unit, ids, now);
      return { unit, links, remaining: chosen.length - ids.length, counts: countLinks(guardians) };
    });
    return {
      message: guardianLinkMessages.made(result.links.length),
      links: result.links,
      page_address: pageAddress(call),
      remaining: result.remaining,
      of_other_sections: result.counts.of_other_sections,
      operation_id: result.unit.operation,
    };
  }),
];

/** @throws NOT_FOUND, also outside of the scope */
async function findGuardian(db: Db, id: number, students: Condition) {
  const row = await db
    .selectFrom('guardians')
    .select(['id', 'name'])
    .select(sql<number>`case when ${hasStudentOutside(students)} then 1 else 0 end`.as('has_other_students'))
    .select(({ selectFrom }) =>
      selectFrom('student_guardians')
        .select('relation')
        .whereRef('student_guardians.guardian_id', '=', 'guardians.id')
        .orderBy('student_guardians.id')
        .limit(1)
        .as('relation'),
    )
    .where('guardians.id', '=', id)
    .where(hasStudentIn(students))
    .executeTakeFirstOrThrow(notFound);
  return {
    id: row.id,
    label: guardianLabel(row.name, row.relation ?? 'other'),
    has_other_students: Number(row.has_other_students) === 1,
  };
}

/** The page shows all students of the guardian, so its PIN is not for staff who do not see all of them. */
const hasStudentOutside = (students: Condition): Condition =>
  students === always
    ? sql`1 = 0`
    : sql`exists (select 1 from student_guardians as all_relations
        join students on students.id = all_relations.student_row_id
        where all_relations.guardian_id = guardians.id and not ${students})`;

interface BatchGuardian {
  id: number;
  isLinked: boolean;
  hasOtherStudents: boolean;
}

/** The guardians with a student of the batch on their page, in the order of the students. */
async function loadBatchGuardians(
  db: Db,
  batchId: number,
  students: Condition,
  now: Date,
): Promise<BatchGuardian[]> {
  const { today } = await loadInstituteDay(db, now);
  const settings = await db.selectFrom('settings').select('adult_age').executeTakeFirst();
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('students', 'students.id', 'enrolments.student_row_id')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .innerJoin('student_guardians', 'student_guardians.student_row_id', 'students.id')
    .innerJoin('guardians', 'guardians.id', 'student_guardians.guardian_id')
    .select(['guardians.id', 'students.birth_date', 'batches.age_group', 'student_guardians.consent_on'])
    .select(sql<number>`case when ${hasStudentOutside(students)} then 1 else 0 end`.as('has_other'))
    .where('enrolments.batch_id', '=', batchId)
    .where('enrolments.is_shown', '=', 1)
    .where(sql<SqlBool>`enrolments.to_date is null`)
    .where('student_guardians.can_open_page', '=', 1)
    .where(students)
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .orderBy('student_guardians.is_primary', 'desc')
    .orderBy('guardians.id')
    .execute();
  const adultAge = settings?.adult_age ?? Number.POSITIVE_INFINITY;
  const readable = rows.filter((row) => isReadable(row, adultAge, today));
  const byId = new Map(readable.map((row) => [row.id, row]));
  const links = await loadLinks(db, [...byId.keys()]);
  return [...byId.values()].map(({ id, has_other }) => ({
    id,
    isLinked: isLive(links.get(id), now),
    hasOtherStudents: Number(has_other) === 1,
  }));
}

const countLinks = (guardians: readonly BatchGuardian[]): LinkCounts => ({
  guardians: guardians.length,
  linked: guardians.filter(({ isLinked }) => isLinked).length,
  of_other_sections: guardians.filter(({ hasOtherStudents }) => hasOtherStudents).length,
});

const codesPerStatement = 500;

/** Replaces the links of the guardians. The answer has the secrets, the database only their hashes. */
async function makeLinks(
  unit: UnitOfWork,
  guardianIds: readonly number[],
  now: Date,
): Promise<NewGuardianLink[]> {
  await removeLinks(unit, guardianIds);
  const rows: Row<'guardian_links'>[] = [];
  for (const chunk of chunks(guardianIds, codesPerStatement)) {
    const guardians = await unit.trx.selectFrom('guardians').selectAll().where('id', 'in', chunk).execute();
    const newRows = guardians.map((guardian) => ({
      guardian_id: guardian.id,
      phones: formatPhones(guardian),
    }));
    rows.push(...(await unit.insertMany('guardian_links', newRows)));
  }
  const linkIds = new Map(rows.map(({ id, guardian_id }) => [guardian_id, id]));
  const links = guardianIds.map((guardianId) => ({ guardianId, secret: createLinkSecret() }));
  for (const chunk of chunks(links, codesPerStatement))
    await unit.trx
      .insertInto('guardian_link_codes')
      .values(
        chunk.map(({ guardianId, secret }) => ({
          link_id: linkIds.get(guardianId) ?? 0,
          ...hashSecret(secret),
          expires_at: expiryAfter(now),
          last_used_at: null,
        })),
      )
      .execute();
  return links.map(({ guardianId, secret }) => ({
    guardian_id: guardianId,
    link_code: secret.code,
    link_pin: secret.pin,
  }));
}
