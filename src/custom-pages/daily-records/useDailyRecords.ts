import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesWhenEmpty } from '../../../contract/rules/curriculum';
import type { Api } from '../../dataProvider';
import type { Sheet } from '../../dataProvider/teaching';
import { type Draft, useKeptEdits } from '../../ui/form/drafts';
import { fillRow, typeText, setEdit } from './dailyEdits';
import {
  addKeys,
  changedRows,
  type Column,
  columns,
  defaultEntry,
  type Edits,
  type Entry,
  type RowEdit,
} from './dailyModel';
import { dayKey, useDailySave } from './useDailySave';

/** The records of a subject on one day, with what is typed over them and not saved yet. */
export function useDailyRecords(sheet: Sheet | null, date: string) {
  const { entry, ...asked } = useDayQueries(sheet, date);
  const name = sheet && `/daily-records#${sheet.batchName}#${sheet.subjectCode}#${date}`;
  const { place, edits, change } = useKeptEdits<RowEdit>(name, editsOf);
  const records = useMemo(() => addKeys(asked.records ?? []), [asked.records]);
  const used = entry ?? defaultEntry;
  const changed = useMemo(() => changedRows(records, edits, used), [records, edits, used]);
  const saving = useDailySave({ sheet, date, place, records, edits, entry: used, change });

  const type = useCallback(
    (key: string, record: DailyRecord, column: Column, text: string) => {
      if (place !== null)
        change(place, (before) => setEdit(before, key, typeText(record, before[key], column, text, used)));
    },
    [place, change, used],
  );
  const fill = useCallback(
    (key: string, record: DailyRecord, recordContent: string, pages: number | null) => {
      if (place !== null)
        change(place, (before) => setEdit(before, key, fillRow(record, before[key], recordContent, pages)));
    },
    [place, change],
  );

  return {
    ...asked,
    /** Undefined until they are read. */
    records: asked.records && entry ? records : undefined,
    entry: used,
    edits,
    changes: changed.length,
    /** The keys of the rows in which something is wrong. */
    wrong: changed.filter(({ row }) => Object.keys(row.problems).length > 0).map(({ key }) => key),
    type,
    fill,
    cancel: () => place !== null && change(place, () => ({})),
    ...saving,
  };
}

export type DailyRecordsOfDay = ReturnType<typeof useDailyRecords>;

function useDayQueries(sheet: Sheet | null, date: string) {
  const { dailyRecords, curriculum } = useDataProvider<Api>();
  const chosen = sheet ?? { batchName: '', subjectCode: '' };
  const day = useQuery({
    queryKey: dayKey(sheet, date),
    queryFn: () => dailyRecords(chosen, date),
    enabled: sheet !== null,
    staleTime: 0,
  });
  const settings = useQuery({
    queryKey: ['daily-records', 'curriculum', sheet?.subjectCode],
    queryFn: () => curriculum(chosen.subjectCode),
    enabled: sheet !== null,
    staleTime: 0,
  });
  const { data } = settings;
  const entry = useMemo<Entry | undefined>(
    () =>
      data === null ? defaultEntry : data && { ...data, default_pages: data.default_pages ?? pagesWhenEmpty },
    [data],
  );
  return {
    records: day.data?.records,
    entry,
    /** Set while nothing could be loaded. */
    error: (day.data ? null : day.error) ?? (data === undefined ? settings.error : null),
    reload: () => void Promise.all([day.refetch(), settings.refetch()]),
  };
}

const editsOf = (draft: Draft | null): Edits =>
  Object.fromEntries(Object.entries(draft?.values ?? {}).filter(([, edit]) => isRowEdit(edit))) as Edits;

function isRowEdit(kept: unknown): kept is RowEdit {
  if (typeof kept !== 'object' || kept === null) return false;
  const { texts, base } = kept as Partial<Record<string, unknown>>;
  return isTexts(texts) && isTexts(base) && columns.every((column) => column in base);
}

const isTexts = (texts: unknown): texts is Record<string, string> =>
  typeof texts === 'object' &&
  texts !== null &&
  Object.values(texts).every((text) => typeof text === 'string');
