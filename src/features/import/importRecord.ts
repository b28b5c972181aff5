import type { ImportType } from '../../../contract/vocabulary';
import type { Source } from './readSource';
import type { LineNote } from './runState';
import type { Correction, Fields, RowDecision, SendPlan, SheetRecord, SheetRow } from './SheetWork';

/** Reads a sheet again after a reload. Devices store this object, so its keys must not change. */
export interface SheetMapping {
  sheet: number;
  type: ImportType;
  /** Index of the header among the first records. Default: 0. */
  headerAt?: number;
  /** Default: false. */
  hasGroupHeads?: boolean;
  /** A column with the marks of one subject has the field `test_grade@QRN101`. */
  fields: Fields;
  /** Values for the whole file, by field: of empty cells, and of fields without a column. Default: none. */
  values?: Readonly<SheetRecord>;
  corrections: Correction[];
  /** Indexes of rows that the user took out. Default: none. */
  leftOut?: readonly number[];
  /** Default: none, so that the server judges each request alone. */
  decisions?: readonly RowDecision[];
  /** Fields whose empty cells have the text above. Default: none. */
  filledBlanks?: readonly string[];
}

/** A sheet of an import, or its corrected rows. Devices store this object: its keys must not change. */
export interface ImportPart extends SheetMapping {
  name: string | null;
  /** Row indexes for parallel requests. */
  side: number[];
  /** Row indexes for sequential requests, after `side`. */
  turn: number[];
  /** Number of invalid rows, which are not sent. */
  skipped: number;
  /** Notes of the first invalid rows. An import that stops at errors lists only the row that stops it. */
  refusedHere: LineNote[];
  stopLine: number | null;
  total: number;
}

export interface SavedImport {
  /** The `X-Import-Id` of each request. */
  id: string;
  userId: number;
  startedAt: string;
  name: string;
  source: Source;
  stopOnError: boolean;
  /** Counts from 0. The next round sends corrected rows in the same import. */
  round: number;
  parts: ImportPart[];
}

export const newImport = (
  fields: Pick<SavedImport, 'userId' | 'name' | 'source' | 'stopOnError' | 'parts'>,
): SavedImport => ({ ...fields, id: newImportId(), startedAt: new Date().toISOString(), round: 0 });

/** 32 hexadecimal digits. `randomUUID` is missing without https. */
const newImportId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const buildPart = (
  mapping: SheetMapping,
  name: string | null,
  plan: SendPlan,
  part = 0,
): ImportPart => ({
  ...mapping,
  ...(plan.leftOut && { leftOut: plan.leftOut }),
  ...(plan.filledBlanks && { filledBlanks: plan.filledBlanks }),
  name,
  side: plan.parallel,
  turn: plan.sequential,
  skipped: plan.skipped,
  refusedHere: plan.invalidRows.flatMap((row) => toLineNotes(row, part)),
  stopLine: plan.stopLine,
  total: plan.total,
});

const toLineNotes = ({ index, line, notes }: SheetRow, part: number): LineNote[] =>
  notes.map((note) => ({ ...note, part, index, line }));
