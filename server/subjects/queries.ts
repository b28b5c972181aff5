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

export const subjectsSelect = oncePerDatabase((db) =>
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
  batch_name: sql`(select of.batch_name_sort from batches as of where of.id = subjects.batch_id)`,
  created_at: 'created_at',
};

/** @throws NOT_FOUND, also outside the scope */
export async function subjectById(db: Db, id: number, scope?: Condition): Promise<Subject> {
  return subjectsSelect(db)
    .where('subjects.id', '=', id)
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirstOrThrow(notFound);
}

export const offeringsOf = (db: Db, base: string, scope: Condition): Promise<Offering[]> =>
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

/** The offerings of a base, the newest first: a new offering copies its values and settings from them. */
export const offeringsToCopy = (db: Db, base: string, scope: Condition) =>
  db
    .selectFrom('subjects')
    .selectAll()
    .where('base_subject_code', '=', base)
    .where(scope)
    .orderBy('id', 'desc')
    .execute();

/** The next unused base that begins like this one. */
async function freeBase(db: Db, base: string): Promise<string> {
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

/** The figures of the cards over the filtered subjects. */
export async function subjectSummary(db: Db, { rows: matching }: Matching): Promise<SubjectSummary> {
  const { rows } = await sql<Record<keyof SubjectSummary, number | null>>`
    select count(*) as total, sum(hours) as hours, count(distinct level) as levels, count(distinct type) as types
    ${matching}
  `.execute(db);
  const { total = 0, hours = 0, levels = 0, types = 0 } = rows[0] ?? {};
  return { total: Number(total), hours: Number(hours ?? 0), levels: Number(levels), types: Number(types) };
}

interface NamedSubject {
  subject_code: string;
  base_subject_code?: string | undefined;
  batch_id?: number | undefined;
  batch_name?: string | undefined;
}

/** The base code and the batch of a body. @throws VALIDATION if they do not fit together */
export async function offeringOfBody(
  unit: UnitOfWork,
  body: NamedSubject,
  { batches }: Scope,
): Promise<{ base: string; batch: BatchReference }> {
  const batch = await findBatch(unit.trx, body, batches);
  if (!batch) throw invalid({ path: 'batch_id', message: validationMessages.required });
  const base = parseBase(body.subject_code);
  const isWhole = body.subject_code !== base;
  if (isWhole && body.subject_code !== offeringCode(base, batch.id)) {
    throw invalid({ path: 'subject_code', message: ruleMessages.codeDoesNotFitBatch });
  }
  if (!isBase(base)) throw invalid({ path: 'subject_code', message: validationMessages.notCode });
  if (body.base_subject_code && body.base_subject_code !== base) {
    throw invalid({ path: 'base_subject_code', message: ruleMessages.codeDoesNotFitBatch });
  }
  return { base, batch };
}

/**
 * Offers a subject to a batch, with a copy of the settings of its other offerings in the scope.
 * @param source the code of the offering whose settings are copied; default: the newest of this name
 * @throws DUPLICATE if the batch has it already, or if the base belongs to another subject (then with
 * `suggested_code`)
 */
export async function insertOffering(
  unit: UnitOfWork,
  base: string,
  batch: BatchReference,
  values: InputValues<typeof subjectFields> & { name: string },
  { subjects }: Scope,
  source?: string,
): Promise<number> {
  const isSame = ({ name }: { name: string }) => name === values.name;
  const siblings = await offeringsToCopy(unit.trx, base, always);
  const subject_code = offeringCode(base, batch.id);
  const taken = await unit.trx
    .selectFrom('subjects')
    .select('id')
    .where('subject_code', '=', subject_code)
    .executeTakeFirst();
  if (siblings.length > 0 && !siblings.some(isSame)) {
    throw new Problem('DUPLICATE', {
      message: ruleMessages.baseTaken,
      details: [{ path: 'subject_code', message: ruleMessages.baseTaken }],
      extra: { suggested_code: await freeBase(unit.trx, base) },
    });
  }
  if (taken) throw new Problem('DUPLICATE', { message: ruleMessages.offeringExists });
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
  const sibling = (await offeringsToCopy(unit.trx, base, subjects)).find(
    ({ id: other, ...one }) =>
      other !== id && (source === undefined ? isSame(one) : one.subject_code === source),
  );
  if (sibling) await copySettings(unit, sibling.id, id);
  return id;
}

interface SeveralBatches extends InputValues<typeof subjectFields> {
  subject_code: string;
  base_subject_code?: string | undefined;
  name: string;
  batch_ids: readonly number[];
}

/**
 * Offers a subject to several batches: all or none. A whole `subject_code` names the offering to copy settings from.
 * @throws VALIDATION or DUPLICATE that names the batches by their index in `batch_ids`, and as `insertOffering`
 */
export async function insertOfferings(
  unit: UnitOfWork,
  { subject_code, base_subject_code, batch_ids, ...values }: SeveralBatches,
  limits: Scope,
): Promise<number[]> {
  const base = parseBase(subject_code);
  if (!isBase(base)) throw invalid({ path: 'subject_code', message: validationMessages.notCode });
  if (base_subject_code && base_subject_code !== base)
    throw invalid({ path: 'base_subject_code', message: ruleMessages.codeDoesNotFitBatch });
  const source = subject_code === base ? undefined : subject_code;
  if (source !== undefined) await refuseUnknownSource(unit.trx, source, limits);
  const wanted = [...new Set(batch_ids)];
  await refuseBatches(unit.trx, { base, name: values.name }, batch_ids, limits);
  const ids: number[] = [];
  for (const batch_id of wanted) {
    const batch = await findBatch(unit.trx, { batch_id }, limits.batches);
    if (batch) ids.push(await insertOffering(unit, base, batch, values, limits, source));
  }
  if (ids.length > 1) {
    const text = operationDescriptions.subjectCreatedInMany(values.name, ids.length);
    unit.describe('create', 'subjects', values.name, text);
  }
  return ids;
}

async function refuseUnknownSource(db: Db, source: string, { subjects }: Scope): Promise<void> {
  const found = await db
    .selectFrom('subjects')
    .select('id')
    .where('subject_code', '=', source)
    .where(subjects)
    .executeTakeFirst();
  if (!found) throw invalid({ path: 'subject_code', message: ruleMessages.unknownSubject });
}

/** @throws VALIDATION for batches outside of the scope, DUPLICATE for those that have the subject */
async function refuseBatches(
  db: Db,
  { base, name }: { base: string; name: string },
  batchIds: readonly number[],
  { batches }: Scope,
): Promise<void> {
  const known = await db
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', batchIds)
    .where(batches)
    .execute();
  const having = await db
    .selectFrom('subjects')
    .select('batch_id')
    .where('base_subject_code', '=', base)
    .where('name', '=', name)
    .where('batch_id', 'in', batchIds)
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  const taken = new Set(having.map(({ batch_id }) => batch_id));
  const detailsOf = (isBad: (id: number) => boolean, message: string) =>
    batchIds.flatMap((id, index) => (isBad(id) ? [{ path: `batch_ids.${index}`, message }] : []));
  const unknown = detailsOf((id) => !ids.has(id), ruleMessages.unknownBatch);
  if (unknown.length > 0) throw invalid(...unknown);
  const details = detailsOf((id) => taken.has(id), ruleMessages.offeringExists);
  if (details.length > 0) throw new Problem('DUPLICATE', { message: ruleMessages.offeringExists, details });
}

async function copySettings(unit: UnitOfWork, from: number, to: number): Promise<void> {
  const curriculum = await unit.trx
    .selectFrom('subject_curriculum')
    .selectAll()
    .where('subject_id', '=', from)
    .executeTakeFirst();
  if (curriculum) await unit.insert('subject_curriculum', { ...withoutKept(curriculum), subject_id: to });
  const grades = await unit.trx
    .selectFrom('subject_grade_settings')
    .selectAll()
    .where('subject_id', '=', from)
    .executeTakeFirst();
  if (grades) await unit.insert('subject_grade_settings', { ...withoutKept(grades), subject_id: to });
}

function withoutKept<T extends { id: number; version: number; created_at: string; updated_at: string }>(
  row: T,
) {
  const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...rest } = row;
  return rest;
}
