import { ruleMessages, validationMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { baseOf, isBase, offeringCode } from '../../contract/rules/subjectCode';
import { type BatchReference, batchOf } from '../db/references';
import type { NewRow } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { Problem, invalid } from '../problem';
import { freeBase, offeringsToCopy } from './queries';

/** What a person says of a subject beside its code and batch. */
export type SubjectValues = Pick<
  NewRow<'subjects'>,
  'name' | 'level' | 'hours' | 'type' | 'status' | 'semester'
>;

interface NamedSubject {
  subject_code: string;
  base_subject_code?: string | undefined;
  batch_id?: number | undefined;
  batch_name?: string | undefined;
}

/** The base code and the batch of a body. @throws VALIDATION when they do not fit each other */
export async function namedOffering(
  unit: UnitOfWork,
  body: NamedSubject,
): Promise<{ base: string; batch: BatchReference }> {
  const batch = await batchOf(unit.trx, body);
  if (!batch) throw invalid({ path: 'batch_id', message: validationMessages.required });
  const base = baseOf(body.subject_code);
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
 * Offers a subject to a batch, with a copy of the settings that its other offerings have.
 * @throws DUPLICATE when the batch has it, or when the base is another subject's (then with `suggested_code`)
 */
export async function offer(
  unit: UnitOfWork,
  base: string,
  batch: BatchReference,
  values: SubjectValues,
): Promise<number> {
  const siblings = await offeringsToCopy(unit.trx, base);
  const sibling = siblings.find(({ name }) => name === values.name);
  const subject_code = offeringCode(base, batch.id);
  const taken = await unit.trx
    .selectFrom('subjects')
    .select('id')
    .where('subject_code', '=', subject_code)
    .executeTakeFirst();
  if (siblings.length > 0 && !sibling) {
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
    ...values,
    subject_code,
    base_subject_code: base,
    batch_id: batch.id,
  });
  if (sibling) await copySettings(unit, sibling.id, id);
  return id;
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
