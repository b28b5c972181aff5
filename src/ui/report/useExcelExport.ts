import { useState } from 'react';
import { type Identifier, type RaRecord, useDataProvider, useListContext } from 'react-admin';
import { type RecordFields, sheetColumns } from '../../../contract/fieldTable';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { useNotices } from '../dialog/Toasts';
import { download, writeExcelFile } from './excelFile';

export interface ExcelColumn<R> {
  header: string;
  /** Text keeps leading zeros of codes and numbers. */
  value: (row: R, index: number) => string | number | null | undefined;
  width?: number;
}

export interface ExcelExport<R> {
  /** The Excel sheet has the same name. Excel allows 31 characters. */
  fileName: string;
  columns: readonly ExcelColumn<R>[];
  /** Further columns, whose values the list does not load. */
  loadColumns?: (rows: readonly R[]) => Promise<readonly ExcelColumn<R>[]>;
}

const pageSize = 1_000;

/** More ids do not fit in a URL. */
const maxIdsPerCall = 200;

/** Exports all pages of the filtered list in its order, or only the records of `ids`. */
export function useExcelExport<R extends RaRecord>(
  { fileName, columns, loadColumns }: ExcelExport<R>,
  ids?: readonly Identifier[],
) {
  const { notifyDone, notifyProblem } = useNotices();
  const dataProvider = useDataProvider();
  const { resource, filterValues, sort } = useListContext<R>();
  const [progress, setProgress] = useState<number | null>(null);

  const loadAllPages = async () => {
    const rows: R[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await dataProvider.getList<R>(resource, {
        filter: filterValues,
        sort,
        pagination: { page, perPage: pageSize },
      });
      for (const row of answer.data) rows.push(row);
      const total = answer.total ?? rows.length;
      setProgress(total === 0 ? 100 : Math.min(99, Math.round((rows.length / total) * 100)));
      if (answer.data.length === 0 || rows.length >= total) return rows;
    }
  };

  const loadChosen = async (chosenIds: readonly Identifier[]) => {
    const rows: R[] = [];
    for (let start = 0; start < chosenIds.length; start += maxIdsPerCall) {
      const chunk = chosenIds.slice(start, start + maxIdsPerCall);
      const pagination = { page: 1, perPage: maxIdsPerCall };
      const answer = await dataProvider.getList<R>(resource, { filter: { ids: chunk }, sort, pagination });
      for (const row of answer.data) rows.push(row);
      setProgress(Math.round((rows.length / chosenIds.length) * 100));
    }
    return rows;
  };

  const exportRows = async () => {
    setProgress(0);
    try {
      const rows = await (ids ? loadChosen(ids) : loadAllPages());
      const allColumns = [...columns, ...((await loadColumns?.(rows)) ?? [])];
      const sheet = {
        name: fileName,
        header: allColumns.map(({ header }) => header),
        widths: allColumns.map(({ width = 20 }) => width),
        rows: rows.map((row, index) => allColumns.map(({ value }) => value(row, index) ?? null)),
      };
      download(await writeExcelFile(sheet), `${fileName}.xlsx`);
      notifyDone(t('ui.exported', { smart_count: rows.length }));
    } catch (problem) {
      notifyProblem(problem, t('ui.exportFailed'));
    } finally {
      setProgress(null);
    }
  };
  return { exportRows, progress };
}

/** Skips the fields that this server does not store. */
export function useFieldColumns<F extends RecordFields>(resource: string, fields: F) {
  const { hasField } = useServerFeatures();
  type Row = { [K in keyof F]?: string | number | null | undefined };
  return sheetColumns(fields)
    .filter(({ field, isAddition }) => !isAddition || hasField(resource, field))
    .map(({ field, label, width }) => ({ header: label, value: (row: Row) => row[field], width }));
}

export function useDayColumns<R>(name: string, day: (row: R) => string | null | undefined): ExcelColumn<R>[] {
  const timeZone = useTimeZone();
  const calendarColumn = (calendar: string, format: typeof hijriDate): ExcelColumn<R> => ({
    header: `${name} (${calendar})`,
    value: (row) => format(day(row) ?? '', { timeZone }),
    width: 24,
  });
  return [
    calendarColumn(t('ui.hijriCalendar'), hijriDate),
    calendarColumn(t('ui.gregorianCalendar'), gregorianDate),
  ];
}
