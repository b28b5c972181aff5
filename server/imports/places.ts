import { foldArabic } from '../../contract/rules/arabicText';
import type { BatchReference } from '../domain/references';
import type { Row } from '../db/schema';
import { distinctRows, findByName, type Reading, refuse, rowsFor } from './planning';

interface NamedPlace {
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_name?: string | undefined;
}

export type ProgramPlace = Pick<Row<'programs'>, 'id' | 'program_id' | 'program_name'>;
export type BatchPlace = BatchReference;

/** The programmes and batches that the rows of a request name. */
export class Places {
  constructor(
    private readonly programs: readonly ProgramPlace[],
    private readonly batches: readonly BatchPlace[],
  ) {}

  /** The programme of a row; null if it names none. @throws RowRefused */
  program({ program_id, program_name }: NamedPlace): ProgramPlace | null {
    const byCode =
      program_id === undefined ? null : this.programs.find((one) => one.program_id === program_id);
    if (byCode === undefined) refuse('program_id', 'UNKNOWN_PROGRAM', program_id);
    if (program_name === undefined) return byCode;
    const byName = findByName(this.programs, program_name, (one) => one.program_name, 'program_name');
    if (byName === null) refuse('program_name', 'UNKNOWN_PROGRAM', program_name);
    if (byCode && byCode.id !== byName.id) refuse('program_id', 'PROGRAMS_DISAGREE', program_id);
    return byName;
  }

  /** The batch of a row, within its programme if it names one; null if it names no batch. @throws RowRefused */
  batch({ batch_name }: NamedPlace, program: ProgramPlace | null): BatchPlace | null {
    if (batch_name === undefined) return null;
    const batch = findByName(this.batches, batch_name, (one) => one.batch_name, 'batch_name');
    if (batch === null) refuse('batch_name', 'UNKNOWN_BATCH', batch_name);
    if (program && batch.program_row_id !== program.id)
      refuse('batch_name', 'BATCH_OF_OTHER_PROGRAM', batch_name);
    return batch;
  }
}

/** Looks up the names of all rows together. */
export async function placesOf({ db, scope }: Reading, rows: readonly NamedPlace[]): Promise<Places> {
  const select = db.selectFrom('programs').select(['id', 'program_id', 'program_name']);
  const byCode = await rowsFor(
    rows.map(({ program_id }) => program_id),
    (part) => select.where('program_id', 'in', part).execute(),
  );
  const byName = await rowsFor(
    rows.map(({ program_name }) => program_name && foldArabic(program_name)),
    (part) => select.where('program_name_sort', 'in', part).execute(),
  );
  const batches = await rowsFor(
    rows.map(({ batch_name }) => batch_name && foldArabic(batch_name)),
    (part) =>
      db
        .selectFrom('batches')
        .select(['id', 'batch_name', 'program_row_id', 'academic_year'])
        .where('batch_name_sort', 'in', part)
        .where(scope.batches)
        .execute(),
  );
  return new Places(distinctRows(byCode, byName), batches);
}
