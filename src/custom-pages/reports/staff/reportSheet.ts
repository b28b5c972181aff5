import type { Cell, Fact, ReportDocument } from '../../../../contract/documents/document';
import type { ExcelSheet } from '../../../ui/excelFile';

/** The most characters of the name of a sheet. */
const longestName = 31;

/** The document as one sheet: its main table, then what it is about, its figures, and the other tables. */
export function sheetOf({ title, facts, figures, tables, notes }: ReportDocument): ExcelSheet {
  const [main, ...others] = tables;
  const lines = (some: readonly Fact[]) => some.map(({ label, value }): Cell[] => [label, value]);
  const breadth = Math.max(2, ...tables.map(({ columns }) => columns.length));
  return {
    name: title.slice(0, longestName),
    header: main.columns.map(({ head }) => head),
    widths: Array.from({ length: breadth }, (_, place) =>
      Math.max(...tables.map(({ columns }) => columns[place]?.width ?? 0), 12),
    ),
    rows: [
      ...main.rows.map((row) => [...row]),
      [],
      ...lines(facts),
      [],
      ...lines(figures),
      ...others.flatMap(({ title: name, columns, rows }) => [
        [],
        [name],
        columns.map(({ head }) => head),
        ...rows.map((row) => [...row]),
      ]),
      ...notes.map((note) => [note]),
    ],
  };
}
