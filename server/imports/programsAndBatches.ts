import { initialValues } from '../../contract/fieldTable';
import { batchFields, programFields } from '../../contract/courseFields';
import { academicYearRange, isAcademicYear } from '../../contract/rules/academicYear';
import { sortKey } from '../../contract/rules/arabicText';
import type { BatchValues, ProgramValues } from '../../contract/rules/importsRecords';
import { nextFreeBase } from '../../contract/rules/subjectCode';
import { loadInstituteDay } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import {
  distinctRows,
  type Draft,
  Drafts,
  findByName,
  loadProgramsAndBatches,
  type PlanContext,
  refuseRow,
  loadInChunks,
} from './planning';

const firstCode = 'PRG1';

/** A programme is found by code, else by name. */
export async function createProgramPlanner(context: PlanContext, rows: readonly ProgramValues[]) {
  const { db } = context;
  const select = db.selectFrom('programs').selectAll().orderBy('id');
  const byCode = await loadInChunks(
    rows.map(({ program_id }) => program_id),
    (chunk) => select.where('program_id', 'in', chunk).execute(),
  );
  const byName = await loadInChunks(
    rows.map(({ program_name }) => program_name && sortKey(program_name)),
    (chunk) => select.where('program_name_sort', 'in', chunk).execute(),
  );
  const stored = distinctRows(byCode, byName);
  const knownDrafts: Draft<'programs'>[] = stored.map((row) => ({ stored: row, changes: {} }));
  const drafts = new Drafts('programs');
  const nameOf = (draft: Draft<'programs'>) => Drafts.current(draft).program_name ?? '';
  const usedCodes = rows.some(({ program_id }) => program_id === undefined)
    ? await loadUsedCodes(context)
    : new Set<string>();

  function plan(values: ProgramValues) {
    const { program_id: code, program_name: name = '' } = values;
    const sameName = code === undefined ? findByName(knownDrafts, name, nameOf, 'name') : null;
    const match =
      sameName ??
      knownDrafts.find((draft) => code !== undefined && Drafts.current(draft).program_id === code);
    if (knownDrafts.some((draft) => draft !== match && nameOf(draft) === name))
      refuseRow('name', 'NAME_TAKEN', name);
    if (match)
      // If only the spelling differs, the stored name stays.
      return drafts.apply(match, { ...values, program_name: sameName ? undefined : name });
    const draft: Draft<'programs'> = { stored: null, changes: {} };
    const program_id = code ?? nextFreeBase(firstCode, usedCodes);
    usedCodes.add(program_id);
    knownDrafts.push(draft);
    return drafts.apply(draft, initialValues(programFields, { ...values, program_id }));
  }

  return { plan, write: async (unit: UnitOfWork) => void (await drafts.write(unit)) };
}

/** The import creates codes for programmes without a code, so it needs the used ones. */
async function loadUsedCodes({ db }: PlanContext): Promise<Set<string>> {
  const rows = await db.selectFrom('programs').select('program_id').execute();
  return new Set(rows.map(({ program_id }) => program_id));
}

/** A batch is found by name. */
export async function createBatchPlanner(context: PlanContext, rows: readonly BatchValues[]) {
  const { db, now, scope } = context;
  const programsAndBatches = await loadProgramsAndBatches(context, rows);
  const stored = await loadInChunks(
    rows.map(({ batch_name }) => batch_name && sortKey(batch_name)),
    (chunk) =>
      db.selectFrom('batches').selectAll().where('batch_name_sort', 'in', chunk).orderBy('id').execute(),
  );
  const { academicYear, today } = await loadInstituteDay(db, now);
  const programLevels = await db.selectFrom('programs').select(['id', 'levels']).execute();
  const levelsByProgram = new Map(programLevels.map(({ id, levels }) => [id, levels]));
  const { section } = scope;
  const knownDrafts: Draft<'batches'>[] = stored.map((row) => ({ stored: row, changes: {} }));
  const drafts = new Drafts('batches');

  function plan({ program_id, program_name, ...values }: BatchValues) {
    const program = programsAndBatches.program({ program_id, program_name });
    const { batch_name: name = '', academic_year } = values;
    const match = findByName(knownDrafts, name, (draft) => Drafts.current(draft).batch_name ?? '', 'name');
    const before = match ? Drafts.current(match) : null;
    // Batch names are unique over all sections, including batches that the caller cannot see.
    if (section !== null && before && (before.section ?? section) !== section)
      refuseRow('name', 'NAME_TAKEN', name);
    if (section !== null && values.section !== undefined && values.section !== section)
      refuseRow('section', 'OTHER_SECTION', values.section);
    const isNewYear = academic_year !== undefined && academic_year !== before?.academic_year;
    if (isNewYear && !isAcademicYear(academic_year, today))
      refuseRow('academic_year', 'NOT_YEAR', academic_year, academicYearRange(today).max);
    refuseReversed(before, values);
    const maxLevel = levelsByProgram.get(program?.id ?? before?.program_row_id ?? 0);
    if (values.level && maxLevel && values.level > maxLevel)
      refuseRow('level', 'TOO_BIG', String(values.level), maxLevel);
    if (match && before) {
      // A new programme of the batch would also move its students, so the file must not change it.
      if (program && before.program_row_id !== program.id) refuseRow('name', 'BATCH_OF_OTHER_PROGRAM', name);
      return drafts.apply(match, { ...values, batch_name: undefined });
    }
    if (!program) refuseRow('program_name', 'MISSING');
    const draft: Draft<'batches'> = { stored: null, changes: {} };
    knownDrafts.push(draft);
    const year = academic_year ?? academicYear;
    return drafts.apply(draft, {
      ...initialValues(batchFields, {
        ...values,
        section: section ?? values.section,
        academic_year: year,
      }),
      program_row_id: program.id,
    });
  }

  return { plan, write: async (unit: UnitOfWork) => void (await drafts.write(unit)) };
}

interface DateRange {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

/** If the row has only one date, the check uses the stored value of the other date. */
function refuseReversed(before: DateRange | null, values: DateRange): void {
  const start = values.start_date ?? before?.start_date;
  const end = values.end_date ?? before?.end_date;
  if (start && end && end < start) refuseRow('end_date', 'DATES_REVERSED', end);
}
