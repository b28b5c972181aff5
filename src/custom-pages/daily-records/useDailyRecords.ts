import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesWhenEmpty } from '../../../contract/rules/curriculum';
import { useIsOutboxLoaded } from '../../dataProvider/outbox/userOutbox';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { SentRecords, Sheet } from '../../dataProvider/teaching';
import { useJudging } from '../../features/hearing/hearingSettings';
import { useRecordsOnWay } from '../../features/hearing/recordsOnWay';
import { useRecitations } from '../../features/hearing/useRecitations';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { type Draft, useDraftEdits } from '../../ui/form/drafts';
import { useSheetSave } from '../../ui/form/sheetSave';
import { sentenceOf } from '../../ui/page/sentenceOf';
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
  defaultEntry,
  type Edits,
  type Entry,
  hasKinds,
  isRowEdit,
  type KeyedRecord,
  type RowEdit,
  rowsToSend,
  withoutWrong,
  wrongIn,
} from './dailyModel';
import { formsOf, isOfItsDay, type RecitationForm } from './recitationForm';
import { type SaveParts, type Sending, useWaitingSave, withoutRefusedElsewhere } from './useWaitingSave';

/**
 * The records of a subject on one day, of one circle or of all students (null), with the edits that are not saved
 * yet.
 */
export function useDailyRecords(
  sheet: Sheet | null,
  date: string,
  circle: number | null,
  named: QueuedNames,
) {
  const { entry, read, ...asked } = useDayQueries(sheet, date, circle);
  const ofDay = `${date}${circle === null ? '' : `#${circle}`}`;
  const page = sheet && `/daily-records#${sheet.batchName}#${sheet.subjectCode}`;
  const name = page && `${page}#${ofDay}`;
  const forms = useRecitationForms(page && `${page}#recitation#${ofDay}`);
  const { place, edits, change } = useDraftEdits<RowEdit>(name, editsOf);
  const records = useMemo(() => addKeys(asked.records ?? []), [asked.records]);
  const used = entry ?? defaultEntry;
  const changed = useMemo(() => changedRows(records, edits, used), [records, edits, used]);
  const day = { sheet, date, circle, named, place, records, edits, entry: used, change };
  const recitations = useRecitations(
    { batchName: sheet?.batchName ?? '', subjectCode: sheet?.subjectCode ?? '', date, circle },
    named,
  );
  const saving = useDailySave({ ...day, entries: asked.entries, read: entry && read });

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
    recitations,
    forms,
    cancel: () => place !== null && change(place, () => ({})),
    ...saving,
  };
}

export type DailyRecordsOfDay = ReturnType<typeof useDailyRecords>;

/** What is typed of single recitations, and how it changes. */
function useRecitationForms(name: string | null) {
  const { place, edits: typed, change } = useDraftEdits(name, formsOf, isOfItsDay);
  return {
    typed,
    /** @param to what becomes of it; null: nothing is typed any more */
    change: (key: string, to: (form: RecitationForm | null) => RecitationForm | null) => {
      if (place === null) return;
      change(place, ({ [key]: before, ...others }) => {
        const now = to(before ?? null);
        return now?.edit ? { ...others, [key]: now } : others;
      });
    },
  };
}

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
  const { entries, records: onWay } = useRecordsOnWay(sheet && { ...sheet, date, circle }, {
    records: day.data?.records,
    at: day.dataUpdatedAt,
    hasFailed: day.isError,
  });
  const stored = day.data?.records;
  const records = useMemo(
    () => onWay && withoutRefusedElsewhere(onWay, stored, entries, circle),
    [onWay, stored, entries, circle],
  );
  const isOutboxRead = useIsOutboxLoaded();
  // What a subject has set is checked by the server too: without it, its records can be written all the same.
  const data = settings.data === undefined && isAway(settings.error) ? null : settings.data;
  const judging = useJudging(records?.some(hasKinds) ?? false);
  const entry = useMemo<Entry | undefined>(() => {
    const own = data && { ...data, default_pages: data.default_pages ?? pagesWhenEmpty };
    return data === undefined ? undefined : { ...(own ?? defaultEntry), ...(judging && { judging }) };
  }, [data, judging]);
  return {
    records: isOutboxRead ? records : undefined,
    /** As the server has answered them. */
    read: stored,
    /** What was saved here for the day and has not arrived, oldest first. */
    entries,
    entry,
    /** Set while nothing could be loaded. */
    error: (records ? null : day.error) ?? (data === undefined ? settings.error : null),
    reload: () => void Promise.all([day.refetch(), settings.refetch()]),
  };
}

/** The server did not answer. */
const isAway = (problem: unknown) => problem instanceof ApiProblem && problem.code === 'NETWORK';

const editsOf = (draft: Draft | null): Edits =>
  Object.fromEntries(Object.entries(draft?.values ?? {}).filter(([, edit]) => isRowEdit(edit))) as Edits;

/** Saves the edits, asks the person about clashes with other people's changes, and shows the result. */
function useDailySave(parts: SaveParts) {
  const { sheet, date, circle, place, records, edits, entry, change } = parts;
  const { notifyError } = useNotices();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const show = (now: DailyRecord[]) => client.setQueryData(dayKey(sheet, date, circle), { records: now });

  const { send: sendNow, isSaving } = useSaveNow(parts, {
    show,
    onLost: () => setLost(place),
    onClash: () => setAsking(place),
  });
  const waiting = useWaitingSave(parts, {
    sendNow,
    show,
    onClash: () => setAsking(place),
  });
  const { send } = waiting;
  const clashes = findClashes(records, edits, entry);
  const save = async (): Promise<boolean> => {
    setLost(null);
    const wrong = wrongIn(changedRows(records, edits, entry));
    const good = withoutWrong(records, edits, entry);
    if (wrong.length > 0 && changedRows(records, good, entry).length === 0)
      notifyError(t('teaching.errorsFirst'));
    else if (clashes.some(({ key }) => !wrong.includes(key))) setAsking(place);
    else {
      // What is wrong stays as it was typed, and holds back nothing else.
      const note = wrong.length > 0 ? { note: t('dailyRecords.someWrong') } : {};
      const isSent = await send({ over: records, wanted: good, ...note });
      return isSent && wrong.length === 0;
    }
    return false;
  };
  return {
    /** @returns whether it was saved */
    save,
    isSaving: isSaving || waiting.isSending,
    /** The last save did not reach the server; nothing that was typed is lost. */
    isLost: lost !== null && lost === place,
    /** Clashes that the person has to decide before the save continues. */
    clashes: asking === place && asking !== null ? clashes : [],
    settle: (theirs: readonly Clash[]) => {
      const after = settleClashes(records, edits, theirs);
      setAsking(null);
      if (place !== null) change(place, () => after);
      void send({ over: records, wanted: withoutWrong(records, after, entry) });
    },
    dropClashes: () => setAsking(null),
  };
}

interface SaveSteps {
  /** Shows these records as the ones that are stored. */
  show: (records: DailyRecord[]) => void;
  onLost: () => void;
  /** The person has to decide first. */
  onClash: () => void;
}

/** Saves without the outbox: what gets no answer stays as a draft. */
function useSaveNow(
  { sheet, date, place, records, entry, change }: SaveParts,
  { show, onLost, onClash }: SaveSteps,
) {
  const { notifyDone } = useNotices();
  const { saveDailyRecords } = useApi();
  const sayRefused = useRefusal(records);
  return useSheetSave({
    rowsOf: ({ over, wanted }: Sending) => rowsToSend(over, wanted, entry),
    save: (rows) => saveDailyRecords({ ...(sheet as Sheet), recordDate: date, records: rows }),
    onSaved: ({ over, wanted, note }, answer) => {
      if (place === null) return;
      if (answer === null) return change(place, (now) => keepUnsaved(now, wanted, over));
      const saved = applySaved(over, wanted, entry, answer.records);
      show(saved);
      change(place, (now) => keepUnsaved(now, wanted, addKeys(saved)));
      notifyDone(note ?? (answer.message || t('dailyRecords.saved')), answer);
    },
    onRefused: (problem, sent) => {
      if (problem instanceof ApiProblem && problem.code === 'NETWORK') onLost();
      else sayRefused(problem, sent);
    },
    merge: ({ over, wanted, ...more }, stored: DailyRecord[]) => {
      const merged = replaceRows(recordsOf(over), stored);
      show(merged);
      const next = { over: addKeys(merged), wanted, ...more };
      if (findClashes(next.over, wanted, entry).length === 0) return next;
      onClash();
      return null;
    },
  });
}

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
    if (problem instanceof ApiProblem && ['VALIDATION', 'SEVERAL_RECORDS'].includes(problem.code))
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
