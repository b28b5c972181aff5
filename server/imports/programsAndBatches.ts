import { initialValues } from '../../contract/fieldTable';
import { batchFields, programFields } from '../../contract/courseFields';
import { academicYearRange, isAcademicYear } from '../../contract/rules/academicYear';
import { foldArabic } from '../../contract/rules/arabicText';
import type { BatchValues, ProgramValues } from '../../contract/rules/importsRecords';
import { nextFreeBase } from '../../contract/rules/subjectCode';
import { loadInstituteDay } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import {
  distinctRows,
  type Draft,
  Drafts,
  findByName,
  placesOf,
  type Reading,
  refuse,
  rowsFor,
} from './planning';

const firstCode = 'PRG1';

/** Programmes: found by code, else by name. */
export async function programPlanner(reading: Reading, rows: readonly ProgramValues[]) {
  const { db } = reading;
  const select = db.selectFrom('programs').selectAll().orderBy('id');
  const byCode = await rowsFor(
    rows.map(({ program_id }) => program_id),
    (part) => select.where('program_id', 'in', part).execute(),
  );
  const byName = await rowsFor(
    rows.map(({ program_name }) => program_name && foldArabic(program_name)),
    (part) => select.where('program_name_sort', 'in', part).execute(),
  );
  const stored = distinctRows(byCode, byName);
  const known: Draft<'programs'>[] = stored.map((row) => ({ stored: row, changes: {} }));
  const drafts = new Drafts('programs');
  const nameOf = (draft: Draft<'programs'>) => Drafts.current(draft).program_name ?? '';
  const isTaken = rows.some(({ program_id }) => program_id === undefined)
    ? await takenCodes(reading)
    : new Set<string>();

  function plan(values: ProgramValues) {
    const { program_id: code, program_name: name = '' } = values;
    const same = code === undefined ? findByName(known, name, nameOf, 'name') : null;
    const found =
      same ?? known.find((draft) => code !== undefined && Drafts.current(draft).program_id === code);
    if (known.some((draft) => draft !== found && nameOf(draft) === name)) refuse('name', 'NAME_TAKEN', name);
    if (found)
      // Found by a similar spelling of the name: the stored name stays.
      return drafts.apply(found, { ...values, program_name: same ? undefined : name });
    const draft: Draft<'programs'> = { stored: null, changes: {} };
    const program_id = code ?? nextFreeBase(firstCode, isTaken);
    isTaken.add(program_id);
    known.push(draft);
    return drafts.apply(draft, initialValues(programFields, { ...values, program_id }));
  }

  return { plan, write: async (unit: UnitOfWork) => void (await drafts.write(unit)) };
}

/** All codes, so that a programme without a code gets an unused one. */
async function takenCodes({ db }: Reading): Promise<Set<string>> {
  const rows = await db.selectFrom('programs').select('program_id').execute();
  return new Set(rows.map(({ program_id }) => program_id));
}

/** Batches: found by name. */
export async function batchPlanner(reading: Reading, rows: readonly BatchValues[]) {
  const { db, now, scope } = reading;
  const places = await placesOf(reading, rows);
  const stored = await rowsFor(
    rows.map(({ batch_name }) => batch_name && foldArabic(batch_name)),
    (part) =>
      db.selectFrom('batches').selectAll().where('batch_name_sort', 'in', part).orderBy('id').execute(),
  );
  const { academicYear, today } = await loadInstituteDay(db, now);
  const { section } = scope;
  const known: Draft<'batches'>[] = stored.map((row) => ({ stored: row, changes: {} }));
  const drafts = new Drafts('batches');

  function plan({ program_id, program_name, ...values }: BatchValues) {
    const program = places.program({ program_id, program_name });
    const { batch_name: name = '', academic_year } = values;
    const found = findByName(known, name, (draft) => Drafts.current(draft).batch_name ?? '', 'name');
    const before = found ? Drafts.current(found) : null;
    // Names are unique in all sections, also in those that the person cannot see.
    if (section !== null && before && (before.section ?? section) !== section)
      refuse('name', 'NAME_TAKEN', name);
    const isNewYear = academic_year !== undefined && academic_year !== before?.academic_year;
    if (isNewYear && !isAcademicYear(academic_year, today))
      refuse('academic_year', 'NOT_YEAR', academic_year, academicYearRange(today).max);
    refuseReversed(before, values);
    if (found && before) {
      // A change of programme would move its students too, which the file does not say.
      if (program && before.program_row_id !== program.id) refuse('name', 'BATCH_OF_OTHER_PROGRAM', name);
      return drafts.apply(found, { ...values, batch_name: undefined });
    }
    if (!program) refuse('program_name', 'MISSING');
    const draft: Draft<'batches'> = { stored: null, changes: {} };
    known.push(draft);
    const year = academic_year ?? academicYear;
    return drafts.apply(draft, {
      ...initialValues(batchFields, { ...values, section, academic_year: year }),
      program_row_id: program.id,
    });
  }

  return { plan, write: async (unit: UnitOfWork) => void (await drafts.write(unit)) };
}

interface Span {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

/** If a row has only one of the two dates, the other is the stored one. */
function refuseReversed(before: Span | null, values: Span): void {
  const start = values.start_date ?? before?.start_date;
  const end = values.end_date ?? before?.end_date;
  if (start && end && end < start) refuse('end_date', 'DATES_REVERSED', end);
}
