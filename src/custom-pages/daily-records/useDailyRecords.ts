import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesWhenEmpty } from '../../../contract/rules/curriculum';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { SentRecords, Sheet } from '../../dataProvider/teaching';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { type Draft, useDraftEdits } from '../../ui/form/drafts';
import { useSheetSave } from '../../ui/form/sheetSave';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { useJudging } from '../../ui/hearing/hearingSettings';
import {
  type Clash,
  keepUnsaved,
  fillRow,
  findClashes,
  replaceRows,
  applySaved,
  setEdit,
  settleClashes,
  typeText,
} from './dailyEdits';
import {
  addKeys,
  changedRows,
  type Column,
  columns,
  defaultEntry,
  type Edits,
  type Entry,
  hasKinds,
  type KeyedRecord,
  type RowEdit,
  rowsToSend,
} from './dailyModel';

/**
 * The records of a subject on one day, of one circle or of all students (null), with the edits that are not saved
 * yet.
 */
export function useDailyRecords(sheet: Sheet | null, date: string, circle: number | null) {
  const { entry, ...asked } = useDayQueries(sheet, date, circle);
  const ofCircle = circle === null ? '' : `#${circle}`;
  const name = sheet && `/daily-records#${sheet.batchName}#${sheet.subjectCode}#${date}${ofCircle}`;
  const { place, edits, change } = useDraftEdits<RowEdit>(name, editsOf);
  const records = useMemo(() => addKeys(asked.records ?? []), [asked.records]);
  const used = entry ?? defaultEntry;
  const changed = useMemo(() => changedRows(records, edits, used), [records, edits, used]);
  const saving = useDailySave({ sheet, date, circle, place, records, edits, entry: used, change });

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
        change(place, (before) =>
          setEdit(before, key, fillRow(record, before[key], recordContent, pages, used)),
        );
    },
    [place, change, used],
  );

  return {
    ...asked,
    /** Undefined until they are read. */
    records: asked.records && entry ? records : undefined,
    entry: used,
    edits,
    changes: changed.length,
    /** The keys of the rows in which something is wrong. */
    wrong: wrongIn(changed),
    type,
    fill,
    cancel: () => place !== null && change(place, () => ({})),
    ...saving,
  };
}

export type DailyRecordsOfDay = ReturnType<typeof useDailyRecords>;

function useDayQueries(sheet: Sheet | null, date: string, circle: number | null) {
  const { dailyRecords, curriculum } = useApi();
  const chosen = sheet ?? { batchName: '', subjectCode: '' };
  const day = useQuery({
    queryKey: dayKey(sheet, date, circle),
    queryFn: () => dailyRecords(chosen, date, circle),
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
  const judging = useJudging(day.data?.records.some(hasKinds) ?? false);
  const entry = useMemo<Entry | undefined>(() => {
    const own = data && { ...data, default_pages: data.default_pages ?? pagesWhenEmpty };
    return data === undefined ? undefined : { ...(own ?? defaultEntry), ...(judging && { judging }) };
  }, [data, judging]);
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

function isRowEdit(draft: unknown): draft is RowEdit {
  if (typeof draft !== 'object' || draft === null) return false;
  const { texts, base } = draft as Partial<Record<string, unknown>>;
  return isTexts(texts) && isTexts(base) && columns.every((column) => column in base);
}

const isTexts = (texts: unknown): texts is Record<string, string> =>
  typeof texts === 'object' &&
  texts !== null &&
  Object.values(texts).every((text) => typeof text === 'string');

interface SaveParts {
  sheet: Sheet | null;
  date: string;
  circle: number | null;
  /** Where the edits are kept. */
  place: string | null;
  records: readonly KeyedRecord[];
  edits: Edits;
  entry: Entry;
  change: (place: string, to: (edits: Edits) => Edits) => void;
}

/** What a save needs: the edits, and the records as they were last read. */
interface Sending {
  over: readonly KeyedRecord[];
  wanted: Edits;
}

/** Saves the edits, asks the person about clashes with other people's changes, and shows the result. */
function useDailySave({ sheet, date, circle, place, records, edits, entry, change }: SaveParts) {
  const { notifyDone, notifyError } = useNotices();
  const client = useQueryClient();
  const { saveDailyRecords } = useApi();
  const sayRefused = useRefusal(records);
  const [asking, setAsking] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const show = (now: DailyRecord[]) => client.setQueryData(dayKey(sheet, date, circle), { records: now });

  const { send, isSaving } = useSheetSave({
    rowsOf: ({ over, wanted }: Sending) => rowsToSend(over, wanted, entry),
    save: (rows) => saveDailyRecords({ ...(sheet as Sheet), recordDate: date, records: rows }),
    onSaved: ({ over, wanted }, answer) => {
      if (place === null) return;
      if (answer === null) return change(place, () => ({}));
      const saved = applySaved(over, wanted, entry, answer.records);
      show(saved);
      change(place, (now) => keepUnsaved(now, wanted, addKeys(saved)));
      notifyDone(answer.message || t('dailyRecords.saved'));
    },
    onRefused: (problem, sent) => {
      if (problem instanceof ApiProblem && problem.code === 'NETWORK') setLost(place);
      else sayRefused(problem, sent);
    },
    merge: ({ over, wanted }, stored: DailyRecord[]) => {
      const merged = replaceRows(recordsOf(over), stored);
      show(merged);
      const next = { over: addKeys(merged), wanted };
      if (findClashes(next.over, wanted, entry).length === 0) return next;
      setAsking(place);
      return null;
    },
  });

  const clashes = findClashes(records, edits, entry);
  const save = async (): Promise<boolean> => {
    setLost(null);
    if (wrongIn(changedRows(records, edits, entry)).length > 0) notifyError(t('teaching.errorsFirst'));
    else if (clashes.length > 0) setAsking(place);
    else return send({ over: records, wanted: edits });
    return false;
  };
  return {
    /** @returns whether it was saved */
    save,
    isSaving,
    /** The last save did not reach the server; nothing that was typed is lost. */
    isLost: lost !== null && lost === place,
    /** Clashes that the person has to decide before the save continues. */
    clashes: asking === place && asking !== null ? clashes : [],
    settle: (theirs: readonly Clash[]) => {
      const after = settleClashes(records, edits, theirs);
      setAsking(null);
      if (place !== null) change(place, () => after);
      void send({ over: records, wanted: after });
    },
    dropClashes: () => setAsking(null),
  };
}

const wrongIn = (changed: ReturnType<typeof changedRows>) =>
  changed.filter(({ row }) => Object.keys(row.problems).length > 0).map(({ key }) => key);

const recordsOf = (keyed: readonly KeyedRecord[]) => keyed.map(({ record }) => record);

/** Shows why a save was refused, and reloads the data that may have caused it. */
function useRefusal(records: readonly KeyedRecord[]) {
  const { notifyError } = useNotices();
  const client = useQueryClient();
  return (problem: unknown, sent: SentRecords) => {
    notifyError(
      sentenceWithName(problem, sent, records) ?? sentenceOf(problem, t('dailyRecords.saveFailed')),
    );
    // The portions of the subject, or the batch itself, have changed since the day was opened.
    if (problem instanceof ApiProblem && problem.code === 'VALIDATION')
      void client.invalidateQueries({ queryKey: ['daily-records'] });
  };
}

/** The query key of the records of a day. */
const dayKey = (sheet: Sheet | null, date: string, circle: number | null) =>
  ['daily-records', 'day', sheet, date, circle] as const;

/** What the server says about a row, with the name of the student; null if it says nothing about a row. */
function sentenceWithName(
  problem: unknown,
  sent: SentRecords,
  records: readonly KeyedRecord[],
): string | null {
  const detail = problem instanceof ApiProblem ? problem.details[0] : undefined;
  const place = /^records\.(\d+)\./.exec(detail?.path ?? '')?.[1];
  const row = sent[Number(place)];
  if (!detail || !row) return null;
  const named = records.find(({ record }) => record.studentId === row.studentId)?.record.studentName;
  return `${row.studentName ?? named ?? ''}: ${detail.message}`;
}
