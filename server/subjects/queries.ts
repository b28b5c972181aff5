import { sql, type SqlBool } from 'kysely';
import { initialValues, type InputValues } from '../../contract/fieldTable';
import { nextFreeBase, parseBase, isBase, offeringCode } from '../../contract/rules/subjectCode';
import type { Offering, Subject, SubjectSummary } from '../../contract/subjects';
import { subjectFields } from '../../contract/courseFields';
import { ruleMessages } from '../../contract/errors';
import { validationMessages } from '../../contract/rules/validationMessages';
import { operationDescriptions } from '../../contract/successMessages';
import type { Scope } from '../auth/scope';
import { always, type Condition, type Matching } from '../db/search/matching';
import { fieldColumns } from '../db/search/lists';
import { oncePerDatabase } from '../db/engine/once';
import { notFound, Problem, invalid } from '../problem';
import type { Db } from '../db/schema';
import { type BatchReference, findBatch } from '../domain/references';
import type { UnitOfWork } from '../db/log/unitOfWork';

export const selectSubjects = oncePerDatabase((db) =>
  db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select([
      ...fieldColumns('subjects', subjectFields),
      'subjects.id',
      'batch_id',
      'batches.batch_name',
      'subjects.created_at',
      'subjects.updated_at',
      'subjects.version',
    ]),
);

export const subjectSorts = {
  id: 'id',
  subject_code: 'subject_code',
  name: 'name_sort',
  level: 'level',
  hours: 'hours',
  type: 'type',
  batch_name: sql`(select own_batch.batch_name_sort from batches as own_batch where own_batch.id = subjects.batch_id)`,
  created_at: 'created_at',
};

/** @throws NOT_FOUND, also if the subject is out of scope */
export async function loadSubject(db: Db, id: number, scope?: Condition): Promise<Subject> {
  return selectSubjects(db)
    .where('subjects.id', '=', id)
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirstOrThrow(notFound);
}

export const loadOfferings = (db: Db, base: string, scope: Condition): Promise<Offering[]> =>
  db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select([
      'subjects.id',
      'subject_code as offering_code',
      'batch_id',
      'batches.batch_name',
      'subjects.status',
      'semester',
    ])
    .where('base_subject_code', '=', base)
    .where(scope)
    .orderBy('subjects.id')
    .execute();

/** The latest is first. A new offering copies values and settings from these offerings. */
export const loadOfferingsToCopy = (db: Db, base: string, scope: Condition) =>
  db
    .selectFrom('subjects')
    .selectAll()
    .where('base_subject_code', '=', base)
    .where(scope)
    .orderBy('id', 'desc')
    .execute();

/** Returns the next unused base code with the same letters. */
async function findFreeBase(db: Db, base: string): Promise<string> {
  const stem = base.replace(/\d+$/, '');
  const rows = await db
    .selectFrom('subjects')
    .select('base_subject_code')
    .distinct()
    .where('base_subject_code', '>=', stem)
    .where('base_subject_code', '<', `${stem}\u{10FFFF}`)
    .execute();
  return nextFreeBase(base, new Set(rows.map((row) => row.base_subject_code)));
}

export async function loadSummary(db: Db, { rows: matchingRows }: Matching): Promise<SubjectSummary> {
  const { rows } = await sql<Record<keyof SubjectSummary, number | null>>`
    select count(*) as total, sum(hours) as hours, count(distinct level) as levels, count(distinct type) as types
    ${matchingRows}
  `.execute(db);
  const { total = 0, hours = 0, levels = 0, types = 0 } = rows[0] ?? {};
  return { total: Number(total), hours: Number(hours ?? 0), levels: Number(levels), types: Number(types) };
}

interface OfferingReference {
  subject_code: string;
  base_subject_code?: string | undefined;
  batch_id?: number | undefined;
  batch_name?: string | undefined;
}

/** @throws VALIDATION for a code of another base or batch */
export async function parseOffering(
  unit: UnitOfWork,
  body: OfferingReference,
  { batches }: Scope,
): Promise<{ base: string; batch: BatchReference }> {
  const batch = await findBatch(unit.trx, body, batches);
  if (!batch) throw invalid({ path: 'batch_id', message: validationMessages.required });
  const base = parseBase(body.subject_code);
  const isOfferingCode = body.subject_code !== base;
  if (isOfferingCode && body.subject_code !== offeringCode(base, batch.id)) {
    throw invalid({ path: 'subject_code', message: ruleMessages.codeDoesNotFitBatch });
  }
  if (!isBase(base)) throw invalid({ path: 'subject_code', message: validationMessages.notCode });
  if (body.base_subject_code && body.base_subject_code !== base) {
    throw invalid({ path: 'base_subject_code', message: ruleMessages.codeDoesNotFitBatch });
  }
  return { base, batch };
}

/**
 * Copies the settings of another offering in the scope: of `source` (a code), or of the latest with this
 * name.
 * @throws DUPLICATE if the batch has the subject, or (with `suggested_code`) if the base belongs to
 * another subject
 */
export async function insertOffering(
  unit: UnitOfWork,
  base: string,
  batch: BatchReference,
  values: InputValues<typeof subjectFields> & { name: string },
  { subjects }: Scope,
  source?: string,
): Promise<number> {
  const hasSameName = ({ name }: { name: string }) => name === values.name;
  const offeringsOfBase = await loadOfferingsToCopy(unit.trx, base, always);
  const subject_code = offeringCode(base, batch.id);
  const existing = await unit.trx
    .selectFrom('subjects')
    .select('id')
    .where('subject_code', '=', subject_code)
    .executeTakeFirst();
  if (offeringsOfBase.length > 0 && !offeringsOfBase.some(hasSameName)) {
    throw new Problem('DUPLICATE', {
      message: ruleMessages.baseTaken,
      details: [{ path: 'subject_code', message: ruleMessages.baseTaken }],
      extra: { suggested_code: await findFreeBase(unit.trx, base) },
    });
  }
  if (existing) throw new Problem('DUPLICATE', { message: ruleMessages.offeringExists });
  unit.describe(
    'create',
    'subjects',
    values.name,
    operationDescriptions.subjectCreated(values.name, batch.batch_name),
  );
  const { id } = await unit.insert('subjects', {
    ...initialValues(subjectFields, values),
    subject_code,
    base_subject_code: base,
    batch_id: batch.id,
  });
  const copiedOffering = (await loadOfferingsToCopy(unit.trx, base, subjects)).find(
    ({ id: offeringId, ...offering }) =>
      offeringId !== id && (source === undefined ? hasSameName(offering) : offering.subject_code === source),
  );
  if (copiedOffering) await copySettings(unit, copiedOffering.id, id);
  return id;
}

interface NewOfferingsInput extends InputValues<typeof subjectFields> {
  subject_code: string;
  base_subject_code?: string | undefined;
  name: string;
  batch_ids: readonly number[];
}

/**
 * Inserts offerings for all batches or for none. If `subject_code` is the full code of an offering, the
 * settings of this offering are copied.
 * @throws VALIDATION or DUPLICATE with the index in `batch_ids`, and the errors of `insertOffering`
 */
export async function insertOfferings(
  unit: UnitOfWork,
  { subject_code, base_subject_code, batch_ids, ...values }: NewOfferingsInput,
  callerScope: Scope,
): Promise<number[]> {
  const base = parseBase(subject_code);
  if (!isBase(base)) throw invalid({ path: 'subject_code', message: validationMessages.notCode });
  if (base_subject_code && base_subject_code !== base)
    throw invalid({ path: 'base_subject_code', message: ruleMessages.codeDoesNotFitBatch });
  const source = subject_code === base ? undefined : subject_code;
  if (source !== undefined) await refuseUnknownSource(unit.trx, source, callerScope);
  const batchIds = [...new Set(batch_ids)];
  await refuseBatches(unit.trx, { base, name: values.name }, batch_ids, callerScope);
  const ids: number[] = [];
  for (const batch_id of batchIds) {
    const batch = await findBatch(unit.trx, { batch_id }, callerScope.batches);
    if (batch) ids.push(await insertOffering(unit, base, batch, values, callerScope, source));
  }
  if (ids.length > 1) {
    const text = operationDescriptions.subjectCreatedInMany(values.name, ids.length);
    unit.describe('create', 'subjects', values.name, text);
  }
  return ids;
}

async function refuseUnknownSource(db: Db, source: string, { subjects }: Scope): Promise<void> {
  const sourceSubject = await db
    .selectFrom('subjects')
    .select('id')
    .where('subject_code', '=', source)
    .where(subjects)
    .executeTakeFirst();
  if (!sourceSubject) throw invalid({ path: 'subject_code', message: ruleMessages.unknownSubject });
}

/** @throws VALIDATION for batches outside of the scope, DUPLICATE for batches with the subject */
async function refuseBatches(
  db: Db,
  { base, name }: { base: string; name: string },
  batchIds: readonly number[],
  { batches }: Scope,
): Promise<void> {
  const visibleBatches = await db
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', batchIds)
    .where(batches)
    .execute();
  const existingOfferings = await db
    .selectFrom('subjects')
    .select('batch_id')
    .where('base_subject_code', '=', base)
    .where('name', '=', name)
    .where('batch_id', 'in', batchIds)
    .execute();
  const visibleIds = new Set(visibleBatches.map(({ id }) => id));
  const occupiedIds = new Set(existingOfferings.map(({ batch_id }) => batch_id));
  const buildDetails = (isRefused: (id: number) => boolean, message: string) =>
    batchIds.flatMap((id, index) => (isRefused(id) ? [{ path: `batch_ids.${index}`, message }] : []));
  const problems = buildDetails((id) => !visibleIds.has(id), ruleMessages.unknownBatch);
  if (problems.length > 0) throw invalid(...problems);
  const details = buildDetails((id) => occupiedIds.has(id), ruleMessages.offeringExists);
  if (details.length > 0) throw new Problem('DUPLICATE', { message: ruleMessages.offeringExists, details });
}

async function copySettings(unit: UnitOfWork, sourceId: number, targetId: number): Promise<void> {
  const curriculum = await unit.trx
    .selectFrom('subject_curriculum')
    .selectAll()
    .where('subject_id', '=', sourceId)
    .executeTakeFirst();
  if (curriculum)
    await unit.insert('subject_curriculum', { ...withoutOwnColumns(curriculum), subject_id: targetId });
  const grades = await unit.trx
    .selectFrom('subject_grade_settings')
    .selectAll()
    .where('subject_id', '=', sourceId)
    .executeTakeFirst();
  if (grades)
    await unit.insert('subject_grade_settings', { ...withoutOwnColumns(grades), subject_id: targetId });
}

function withoutOwnColumns<T extends { id: number; version: number; created_at: string; updated_at: string }>(
  row: T,
) {
  const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...rest } = row;
  return rest;
}
