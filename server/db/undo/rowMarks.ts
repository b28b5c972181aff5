const pageSize = 65_536;

/** A small number for each of very many rows, a byte a row: a map of a million names would be a hundred megabytes. */
export class RowMarks {
  readonly #pages = new Map<string, Uint8Array>();

  get(table: string, id: number): number {
    return this.#pages.get(pageOf(table, id))?.[id % pageSize] ?? 0;
  }

  /** @param mark from 1 to 255; 0 is what a row has that was never marked */
  set(table: string, id: number, mark: number): void {
    const name = pageOf(table, id);
    const page = this.#pages.get(name) ?? new Uint8Array(pageSize);
    page[id % pageSize] = mark;
    this.#pages.set(name, page);
  }
}

const pageOf = (table: string, id: number) => `${table}/${Math.floor(id / pageSize)}`;
