import type { Cell, Fact, ReportDocument } from '../../../../contract/documents/document';
import { paperText as say } from '../../../../contract/paperText';
import type { ExcelSheet } from '../../../ui/report/excelFile';

/** The most characters of the name of a sheet. */
const longestName = 31;

/**
 * The document as two sheets: its main table alone, so that it can be sorted, counted and imported again; then what it
 * is about, its figures, and the other tables.
 */
export function sheetsOf(document: ReportDocument): [ExcelSheet, ExcelSheet] {
  return [mainSheet(document), factsSheet(document)];
}

function mainSheet({ title, tables: [table] }: ReportDocument): ExcelSheet {
  const { columns, rows, common = [], sheetName = title } = table;
  const repeated = common.map(({ value }) => value);
  return {
    name: sheetName.slice(0, longestName),
    header: [...columns.map(({ head, sheetHead = head }) => sheetHead), ...common.map(({ head }) => head)],
    widths: [...columns, ...common].map(({ width }) => width),
    rows: rows.map((row) => [...row, ...repeated]),
  };
}

function factsSheet({ facts, figures, tables, notes }: ReportDocument): ExcelSheet {
  const [, ...others] = tables;
  const lines = (some: readonly Fact[]) => some.map(({ label, value }): Cell[] => [label, value]);
  const breadth = Math.max(2, ...others.map(({ columns }) => columns.length));
  return {
    name: say.factsSheet,
    header: [say.item, say.value],
    widths: Array.from({ length: breadth }, (_, place) =>
      Math.max(...others.map(({ columns }) => columns[place]?.width ?? 0), place === 1 ? 30 : 24),
    ),
    rows: [
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
