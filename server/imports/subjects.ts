import { describeRecordCounts } from '../../contract/errors';
import { initialValues } from '../../contract/fieldTable';
import { subjectFields } from '../../contract/courseFields';
import { sortKey } from '../../contract/rules/arabicText';
import type { ImportProblem } from '../../contract/rules/importsCells';
import type { SubjectValues } from '../../contract/rules/importsRecords';
import { parseBase, nextFreeBase, offeringCode, proposedBase } from '../../contract/rules/subjectCode';
import { importedSubjectType } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { isOtherSheetKind, countStoredData } from '../domain/typeChange';
import {
  type BatchMatch,
  distinctRows,
  Drafts,
  foldCached,
  type Planned,
  loadProgramsAndBatches,
  type ProgramMatch,
  type PlanContext,
  refuseRow,
  loadInChunks,
  unchangedRow,
} from './planning';
import { planSettings, type SubjectDraft } from './subjectSettings';

type Warn = (problem: ImportProblem) => void;

/** A subject is found by code and batch. A row without a batch applies to every batch of its programme. */
export async function createSubjectPlanner(context: PlanContext, rows: readonly SubjectValues[]) {
  const programsAndBatches = await loadProgramsAndBatches(context, rows);
  const knownDrafts = await loadSubjects(context, rows);
  const visibleBatchIds = await loadVisibleBatchIds(context);
  const drafts = new Drafts('subjects');
  const settings = await planSettings(context, rows, knownDrafts);

  async function plan(values: SubjectValues, warn: Warn): Promise<Planned> {
    const program = programsAndBatches.program(values);
    const batch = programsAndBatches.batch(values, program);
    const batches = batch ? [batch] : await loadBatches(context, program);
    if (batches.length === 0) refuseRow('program_name', 'PROGRAM_WITHOUT_BATCHES', program?.program_name);
    const base = await findBaseCode(context, knownDrafts, values, batches);
    await refuseHiddenData(context, knownDrafts, values, base, batches);
    const offerings = planOfferings(values, base, batches, warn).map((apply) => apply());
    const effects = (['imported', 'updated'] as const).flatMap((outcome) =>
      offerings.filter((planned) => planned.outcome === outcome),
    );
    return { ...(effects[0] ?? unchangedRow), changes: effects.flatMap(({ changes }) => changes) };
  }

  function planOfferings(
    values: SubjectValues,
    base: string,
    batches: readonly BatchMatch[],
    warn: Warn,
  ): (() => Planned)[] {
    const { gradeSettings, ...ownValues } = withoutReferences(values);
    const { name = '', subject_code: code = base } = ownValues;
    const siblings = knownDrafts.filter((draft) => Drafts.current(draft).base_subject_code === base);
    const hasName = (draft: SubjectDraft) =>
      foldCached(Drafts.current(draft).name ?? '') === foldCached(name);
    return batches.map((batch) => {
      if (code !== base && code !== offeringCode(base, batch.id))
        refuseRow('code', 'CODE_OF_OTHER_BATCH', code);
      const match = siblings.find((draft) => Drafts.current(draft).batch_id === batch.id);
      if (match)
        return () => {
          if (gradeSettings && !settings.isSame(match, gradeSettings))
            warn({ field: null, code: 'GRADE_SETTINGS_KEPT', value: name, limit: batch.batch_name });
          return drafts.apply(match, { ...ownValues, subject_code: undefined });
        };
      if (siblings.length > 0 && !siblings.some(hasName)) refuseRow('code', 'CODE_TAKEN', base);
      const source = siblings.findLast(
        (draft) => draft.stored !== null && hasName(draft) && visibleBatchIds.has(draft.stored.batch_id),
      )?.stored;
      return () => {
        const draft: SubjectDraft = { stored: null, changes: {} };
        knownDrafts.push(draft);
        settings.add(draft, source?.id, gradeSettings);
        return drafts.apply(draft, newOffering(ownValues, base, batch.id));
      };
    });
  }

  return {
    plan,
    write: async (unit: UnitOfWork) => settings.write(unit, drafts.added, await drafts.write(unit)),
  };
}

const withoutReferences = ({
  program_id: _program,
  program_name: _name,
  batch_name: _batch,
  ...values
}: SubjectValues) => values;

const newOffering = (values: ReturnType<typeof withoutReferences>, base: string, batchId: number) => ({
  ...initialValues(subjectFields, { ...values, type: values.type ?? importedSubjectType }),
  subject_code: offeringCode(base, batchId),
  base_subject_code: base,
  batch_id: batchId,
});

/** Refuses a change of type that hides existing data. */
async function refuseHiddenData(
  { db }: PlanContext,
  knownDrafts: readonly SubjectDraft[],
  { type }: SubjectValues,
  base: string,
  batches: readonly BatchMatch[],
): Promise<void> {
  if (type === undefined) return;
  for (const { stored } of knownDrafts) {
    if (!stored || stored.base_subject_code !== base || !isOtherSheetKind(stored.type, type)) continue;
    const counts = batches.some(({ id }) => id === stored.batch_id) && (await countStoredData(db, stored.id));
    if (counts) refuseRow('type', 'TYPE_OVER_DATA', type, describeRecordCounts(counts));
  }
}

/** Without a code, the row gets the code of the subject with this name, or a new code. */
async function findBaseCode(
  context: PlanContext,
  knownDrafts: readonly SubjectDraft[],
  { subject_code: code, name = '', level = 1 }: SubjectValues,
  batches: readonly BatchMatch[],
): Promise<string> {
  if (code !== undefined) return parseBase(code);
  const sameName = knownDrafts
    .map(Drafts.current)
    .filter((subject) => foldCached(subject.name ?? '') === foldCached(name));
  const sameBatch = sameName.filter(({ batch_id }) => batches.some(({ id }) => id === batch_id));
  const bases = new Set(
    (sameBatch.length > 0 ? sameBatch : sameName).map((subject) => subject.base_subject_code ?? ''),
  );
  if (bases.size > 1) refuseRow('name', 'AMBIGUOUS', name);
  const [base] = bases;
  return base ?? nextFreeBase(proposedBase(name, level), await loadUsedBases(context, knownDrafts));
}

/** Offerings with the codes or names of the rows; the oldest is first. */
async function loadSubjects(context: PlanContext, rows: readonly SubjectValues[]): Promise<SubjectDraft[]> {
  const select = context.db.selectFrom('subjects').selectAll().orderBy('id');
  const byBase = await loadInChunks(
    rows.map(({ subject_code }) => subject_code && parseBase(subject_code)),
    (chunk) => select.where('base_subject_code', 'in', chunk).execute(),
  );
  const byName = await loadInChunks(
    rows.map(({ subject_code, name }) => (subject_code === undefined && name ? sortKey(name) : null)),
    (chunk) => select.where('name_sort', 'in', chunk).execute(),
  );
  return distinctRows(byBase, byName)
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({ stored: row, changes: {} }));
}

/** New offerings may copy settings only from offerings of visible batches. */
async function loadVisibleBatchIds({ db, scope }: PlanContext): Promise<Set<number>> {
  const rows = await db.selectFrom('batches').select('id').where(scope.batches).execute();
  return new Set(rows.map(({ id }) => id));
}

async function loadBatches({ db, scope }: PlanContext, program: ProgramMatch | null): Promise<BatchMatch[]> {
  if (!program) return [];
  return db
    .selectFrom('batches')
    .select(['id', 'batch_name', 'program_row_id', 'academic_year'])
    .where('program_row_id', '=', program.id)
    .where(scope.batches)
    .orderBy('id')
    .execute();
}

async function loadUsedBases(
  { db }: PlanContext,
  knownDrafts: readonly SubjectDraft[],
): Promise<Set<string>> {
  const rows = await db.selectFrom('subjects').select('base_subject_code').distinct().execute();
  const planned = knownDrafts.map((draft) => Drafts.current(draft).base_subject_code ?? '');
  return new Set([...rows.map(({ base_subject_code }) => base_subject_code), ...planned]);
}
