import { useState } from 'react';
import { type Identifier, type RaRecord, useDataProvider, useListContext } from 'react-admin';
import { type RecordFields, sheetColumns } from '../../../contract/fieldTable';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { useNotices } from '../dialog/Toasts';
import { download, excelFile } from './excelFile';

export interface ExcelColumn<R> {
  header: string;
  /** A number becomes a number cell, text a text cell: codes and numbers with a leading zero do not change. */
  value: (row: R, index: number) => string | number | null | undefined;
  /** In characters. */
  width?: number;
}

const pageSize = 1_000;

/** So many numbers of records fit in an address. */
const idsPerCall = 200;

/**
 * Exports all pages of the list with its present filter and order, as a right-to-left .xlsx.
 * @param ids only these records of it
 */
export function useExcelExport<R extends RaRecord>(
  fileName: string,
  columns: readonly ExcelColumn<R>[],
  ids?: readonly Identifier[],
) {
  const { notifyDone, notifyProblem } = useNotices();
  const dataProvider = useDataProvider();
  const { resource, filterValues, sort } = useListContext<R>();
  /** 0-100, or null if nothing is running. */
  const [progress, setProgress] = useState<number | null>(null);

  const readAllPages = async () => {
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

  const readChosen = async (chosen: readonly Identifier[]) => {
    const rows: R[] = [];
    for (let from = 0; from < chosen.length; from += idsPerCall) {
      const part = chosen.slice(from, from + idsPerCall);
      const pagination = { page: 1, perPage: idsPerCall };
      const answer = await dataProvider.getList<R>(resource, { filter: { ids: part }, sort, pagination });
      for (const row of answer.data) rows.push(row);
      setProgress(Math.round((rows.length / chosen.length) * 100));
    }
    return rows;
  };

  const run = async () => {
    setProgress(0);
    try {
      const rows = await (ids ? readChosen(ids) : readAllPages());
      const sheet = {
        name: fileName,
        header: columns.map(({ header }) => header),
        widths: columns.map(({ width = 20 }) => width),
        rows: rows.map((row, index) => columns.map(({ value }) => value(row, index) ?? null)),
      };
      download(await excelFile(sheet), `${fileName}.xlsx`);
      notifyDone(t('ui.exported', { smart_count: rows.length }));
    } catch (problem) {
      notifyProblem(problem, t('ui.exportFailed'));
    } finally {
      setProgress(null);
    }
  };
  return { run, progress };
}

/** The columns of the fields of a record, without those that this server does not store. */
export function useFieldColumns<F extends RecordFields>(resource: string, fields: F) {
  const { hasField } = useServerFeatures();
  type Row = { [K in keyof F]?: string | number | null | undefined };
  return sheetColumns(fields)
    .filter(({ field, isAddition }) => !isAddition || hasField(resource, field))
    .map(({ field, label, width }) => ({ header: label, value: (row: Row) => row[field], width }));
}

/** Two columns for a day in the institute's time zone, one for each calendar. */
export function useDayColumns<R>(name: string, day: (row: R) => string | null | undefined): ExcelColumn<R>[] {
  const timeZone = useTimeZone();
  const inCalendar = (calendar: string, write: typeof hijriDate): ExcelColumn<R> => ({
    header: `${name} (${calendar})`,
    value: (row) => write(day(row) ?? '', { timeZone }),
    width: 24,
  });
  return [inCalendar(t('ui.hijriCalendar'), hijriDate), inCalendar(t('ui.gregorianCalendar'), gregorianDate)];
}
