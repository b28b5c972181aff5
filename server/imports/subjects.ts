import { describeRecordCounts } from '../../contract/errors';
import { initialValues } from '../../contract/fieldTable';
import { subjectFields } from '../../contract/courseFields';
import type { SubjectValues } from '../../contract/rules/importsRecords';
import { parseBase, nextFreeBase, offeringCode, proposedBase } from '../../contract/rules/subjectCode';
import { importedSubjectType } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { isOtherSheetKind, countStoredData } from '../domain/typeChange';
import {
  type BatchPlace,
  distinctRows,
  type Draft,
  Drafts,
  foldCached,
  type Outcome,
  placesOf,
  type ProgramPlace,
  type Reading,
  refuse,
  rowsFor,
} from './planning';

type SubjectDraft = Draft<'subjects'>;

/** Subjects: found by code and batch; a row without a batch means every batch of its programme. */
export async function subjectPlanner(reading: Reading, rows: readonly SubjectValues[]) {
  const places = await placesOf(reading, rows);
  const known = await knownSubjects(reading, rows);
  const seen = await batchesSeen(reading);
  const drafts = new Drafts('subjects');
  /** New offerings, and the offering whose settings they copy. */
  const copies = new Map<SubjectDraft, number>();

  async function plan(values: SubjectValues): Promise<Outcome> {
    const program = places.program(values);
    const batch = places.batch(values, program);
    const batches = batch ? [batch] : await batchesOf(reading, program);
    if (batches.length === 0) refuse('program_name', 'PROGRAM_WITHOUT_BATCHES', program?.program_name);
    const base = await baseFor(reading, known, values, batches);
    await refuseHiding(reading, known, values, base, batches);
    const outcomes = planOfferings(values, base, batches).map((carryOut) => carryOut());
    return (['imported', 'updated'] as const).find((one) => outcomes.includes(one)) ?? 'unchanged';
  }

  /** The changes in each batch, after all of them have been checked. */
  function planOfferings(
    values: SubjectValues,
    base: string,
    batches: readonly BatchPlace[],
  ): (() => Outcome)[] {
    const { program_id: _program, program_name: _name, batch_name: _batch, ...own } = values;
    const { name = '', subject_code: code = base } = own;
    const siblings = known.filter((draft) => Drafts.current(draft).base_subject_code === base);
    const isName = (draft: SubjectDraft) => foldCached(Drafts.current(draft).name ?? '') === foldCached(name);
    return batches.map((batch) => {
      if (code !== base && code !== offeringCode(base, batch.id)) refuse('code', 'CODE_OF_OTHER_BATCH', code);
      const found = siblings.find((draft) => Drafts.current(draft).batch_id === batch.id);
      if (found) return () => drafts.apply(found, { ...own, subject_code: undefined });
      if (siblings.length > 0 && !siblings.some(isName)) refuse('code', 'CODE_TAKEN', base);
      const model = siblings.findLast(
        (draft) => draft.stored !== null && isName(draft) && seen.has(draft.stored.batch_id),
      )?.stored;
      return () => {
        const draft: SubjectDraft = { stored: null, changes: {} };
        known.push(draft);
        if (model) copies.set(draft, model.id);
        return drafts.apply(draft, {
          ...initialValues(subjectFields, { ...own, type: own.type ?? importedSubjectType }),
          subject_code: offeringCode(base, batch.id),
          base_subject_code: base,
          batch_id: batch.id,
        });
      };
    });
  }

  return { plan, write: (unit: UnitOfWork) => write(unit, drafts, copies) };
}

/** @param copies new offerings, and the offering whose settings they copy */
async function write(
  unit: UnitOfWork,
  drafts: Drafts<'subjects'>,
  copies: ReadonlyMap<SubjectDraft, number>,
): Promise<void> {
  const added = drafts.added;
  const rowsAdded = await drafts.write(unit);
  const pairs = rowsAdded.flatMap(({ id }, place) => {
    const from = copies.get(added[place] as SubjectDraft);
    return from === undefined ? [] : [{ from, to: id }];
  });
  await copySettings(unit, pairs);
}

/** Refuses a row that changes the type of an offering in a way that hides its data. */
async function refuseHiding(
  { db }: Reading,
  known: readonly SubjectDraft[],
  { type }: SubjectValues,
  base: string,
  batches: readonly BatchPlace[],
): Promise<void> {
  if (type === undefined) return;
  for (const { stored } of known) {
    if (!stored || stored.base_subject_code !== base || !isOtherSheetKind(stored.type, type)) continue;
    const counts = batches.some(({ id }) => id === stored.batch_id) && (await countStoredData(db, stored.id));
    if (counts) refuse('type', 'TYPE_OVER_DATA', type, describeRecordCounts(counts));
  }
}

/** The code of a row; without one, that of the subject with this name, or a new one. */
async function baseFor(
  reading: Reading,
  known: readonly SubjectDraft[],
  { subject_code: code, name = '', level = 1 }: SubjectValues,
  batches: readonly BatchPlace[],
): Promise<string> {
  if (code !== undefined) return parseBase(code);
  const sameName = known
    .map(Drafts.current)
    .filter((subject) => foldCached(subject.name ?? '') === foldCached(name));
  const here = sameName.filter(({ batch_id }) => batches.some(({ id }) => id === batch_id));
  const bases = new Set((here.length > 0 ? here : sameName).map((one) => one.base_subject_code ?? ''));
  if (bases.size > 1) refuse('name', 'AMBIGUOUS', name);
  const [base] = bases;
  return base ?? nextFreeBase(proposedBase(name, level), await basesInUse(reading, known));
}

/** Every offering of the codes and names of the rows, the oldest first. */
async function knownSubjects(reading: Reading, rows: readonly SubjectValues[]): Promise<SubjectDraft[]> {
  const select = reading.db.selectFrom('subjects').selectAll().orderBy('id');
  const byBase = await rowsFor(
    rows.map(({ subject_code }) => subject_code && parseBase(subject_code)),
    (part) => select.where('base_subject_code', 'in', part).execute(),
  );
  const byName = await rowsFor(
    rows.map(({ subject_code, name }) => (subject_code === undefined && name ? foldCached(name) : null)),
    (part) => select.where('name_sort', 'in', part).execute(),
  );
  return distinctRows(byBase, byName)
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({ stored: row, changes: {} }));
}

/** The batches from whose offerings a new one may copy its settings. */
async function batchesSeen({ db, scope }: Reading): Promise<Set<number>> {
  const rows = await db.selectFrom('batches').select('id').where(scope.batches).execute();
  return new Set(rows.map(({ id }) => id));
}

async function batchesOf({ db, scope }: Reading, program: ProgramPlace | null): Promise<BatchPlace[]> {
  if (!program) return [];
  return db
    .selectFrom('batches')
    .select(['id', 'batch_name', 'program_row_id', 'academic_year'])
    .where('program_row_id', '=', program.id)
    .where(scope.batches)
    .orderBy('id')
    .execute();
}

async function basesInUse({ db }: Reading, known: readonly SubjectDraft[]): Promise<Set<string>> {
  const rows = await db.selectFrom('subjects').select('base_subject_code').distinct().execute();
  const planned = known.map((draft) => Drafts.current(draft).base_subject_code ?? '');
  return new Set([...rows.map(({ base_subject_code }) => base_subject_code), ...planned]);
}

/** Copies curriculum and grade settings from another offering of the subject to new ones. */
async function copySettings(unit: UnitOfWork, pairs: readonly { from: number; to: number }[]): Promise<void> {
  const models = pairs.map(({ from }) => from);
  if (models.length === 0) return;
  for (const table of ['subject_curriculum', 'subject_grade_settings'] as const) {
    const stored = await unit.trx.selectFrom(table).selectAll().where('subject_id', 'in', models).execute();
    const rows = pairs.flatMap(({ from, to }) => {
      const model = stored.find(({ subject_id }) => subject_id === from);
      if (!model) return [];
      const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...values } = model;
      return [{ ...values, subject_id: to }];
    });
    await unit.insertMany(table, rows);
  }
}
