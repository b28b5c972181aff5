import type { NewRow, Row } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Outcome } from './report';

type Values = Record<string, unknown>;

/** A row as it is stored, if it is, and what is to become of it. */
export interface Draft<T extends RecordedTable> {
  readonly stored: Row<T> | null;
  changes: Partial<NewRow<T>>;
}

/** What drafts come to with which changes; these are replaced, never changed. */
const currents = new WeakMap<object, { changes: object; row: object }>();

/** The rows of one table that an import adds and changes, in the order in which its rows name them. */
export class Drafts<T extends RecordedTable> {
  readonly #table: T;
  readonly #touched = new Set<Draft<T>>();

  constructor(table: T) {
    this.#table = table;
  }

  /** A row as it would be now; kept, since each row of a request is compared with all that are known. */
  static current<T extends RecordedTable>(draft: Draft<T>): Readonly<Partial<Row<T>>> {
    const { stored, changes } = draft;
    const known = currents.get(draft);
    if (known?.changes === changes) return known.row as Partial<Row<T>>;
    const row = { ...stored, ...changes } as Partial<Row<T>>;
    currents.set(draft, { changes, row });
    return row;
  }

  /** Plans changes of a stored row, or of a new one; what is undefined stays as it is. */
  apply(draft: Draft<T>, changes: Partial<NewRow<T>>): Outcome {
    const isNew = draft.stored === null && !this.#touched.has(draft);
    const before = Drafts.current(draft) as Values;
    const changed = Object.entries(changes).filter(([key, to]) => to !== undefined && before[key] !== to);
    if (changed.length === 0 && !isNew) return 'unchanged';
    draft.changes = { ...draft.changes, ...Object.fromEntries(changed) };
    this.#touched.add(draft);
    return isNew ? 'imported' : 'updated';
  }

  /** The new rows that are planned. */
  get added(): Draft<T>[] {
    return [...this.#touched].filter(({ stored }) => stored === null);
  }

  /** Writes what is planned, changes first, since they may set free what a new row takes. @returns the new rows */
  async write(unit: UnitOfWork): Promise<Row<T>[]> {
    const updates = [...this.#touched].flatMap(({ stored, changes }) =>
      stored ? [{ id: Number((stored as Values)['id']), changes: changes as never }] : [],
    );
    if (updates.length > 0) await unit.updateMany(this.#table, updates);
    const rows = this.added.map(({ changes }) => changes as NewRow<T>);
    return rows.length > 0 ? unit.insertMany(this.#table, rows) : [];
  }
}
