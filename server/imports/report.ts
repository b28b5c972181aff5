import { importSentences } from '../../contract/importMessages';
import { type ImportError, importSentence } from '../../contract/imports';
import { checkRecord, type ImportValues } from '../../contract/rules/imports';
import type { ImportCode, ImportProblem, ImportRecord } from '../../contract/rules/importsCells';
import type { ImportType } from '../../contract/vocabulary';

/** What a row comes to when nothing forbids it. */
export type Outcome = 'imported' | 'updated' | 'unchanged';

/** A row without a problem of its own. */
export interface PlannedRow<T extends ImportType> {
  /** Within the request, from 1. */
  row: number;
  values: ImportValues[T];
}

/** Thrown by a planner at the first thing that forbids a row, before anything of it is planned. */
export class RowRefused extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem.code);
  }
}

/** Refuses the row that is being planned. */
export function refuse(field: string, code: ImportCode, value = '', limit?: number | string): never {
  throw new RowRefused({ field, code, value, ...(limit !== undefined && { limit }) });
}

/** Counts what becomes of the rows of a request, and keeps what is to be said about them. */
export class ImportReport<T extends ImportType> {
  imported = 0;
  updated = 0;
  unchanged = 0;
  failed = 0;
  stoppedAtRow: number | null = null;
  readonly errors: ImportError[] = [];
  readonly warnings: ImportError[] = [];
  readonly #type: T;
  readonly #stopsOnError: boolean;

  constructor(type: T, stopsOnError: boolean) {
    this.#type = type;
    this.#stopsOnError = stopsOnError;
  }

  /** The rows that can be planned, as far as is known without the database. */
  readable(records: readonly ImportRecord[]): (PlannedRow<T> | { row: number; problems: ImportProblem[] })[] {
    return records.map((record, place) => {
      const { values, problems } = checkRecord(this.#type, record);
      return problems.length > 0 ? { row: place + 1, problems } : { row: place + 1, values };
    });
  }

  /**
   * Plans the rows one after the other. A row that `plan` refuses by throwing `RowRefused` leaves nothing behind.
   * @param plan is told where a warning goes
   */
  async each(
    rows: readonly (PlannedRow<T> | { row: number; problems: ImportProblem[] })[],
    plan: (values: ImportValues[T], warn: (problem: ImportProblem) => void) => Outcome | Promise<Outcome>,
  ): Promise<void> {
    for (const one of rows) {
      const problems = 'problems' in one ? one.problems : await this.#tried(one, plan);
      if (problems.length === 0) continue;
      this.failed += 1;
      this.errors.push(toImportError(one.row, problems));
      if (!this.#stopsOnError) continue;
      this.stoppedAtRow = one.row;
      return;
    }
  }

  async #tried(
    { row, values }: PlannedRow<T>,
    plan: (values: ImportValues[T], warn: (problem: ImportProblem) => void) => Outcome | Promise<Outcome>,
  ): Promise<ImportProblem[]> {
    const warnings: ImportProblem[] = [];
    try {
      const outcome = await plan(values, (problem) => warnings.push(problem));
      if (outcome === 'imported') this.imported += 1;
      else this.updated += 1;
      if (outcome === 'unchanged') this.unchanged += 1;
      for (const warning of warnings) this.warnings.push(toImportError(row, [warning]));
      return [];
    } catch (error) {
      if (error instanceof RowRefused) return [error.problem];
      throw error;
    }
  }
}

function toImportError(row: number, problems: readonly ImportProblem[]): ImportError {
  const field = problems[0]?.field;
  return {
    row,
    message: problems.map(importSentence).join(importSentences.between),
    ...(field && { field }),
  };
}
