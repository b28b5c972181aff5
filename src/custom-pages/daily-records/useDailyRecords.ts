import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesWhenEmpty } from '../../../contract/rules/curriculum';
import { useIsOutboxLoaded } from '../../dataProvider/outbox/userOutbox';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { SentRecords, Sheet } from '../../dataProvider/teaching';
import { useAssessmentRules } from '../../features/hearing/hearingSettings';
import { useRecordsWithQueued } from '../../features/hearing/queuedRecords';
import { useRecitations } from '../../features/hearing/useRecitations';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { type Draft, useDraftEdits } from '../../ui/form/drafts';
import { useSheetSave } from '../../ui/form/sheetSave';
import { problemMessage } from '../../ui/page/problemMessage';
import {
  type Clash,
  keepUnsaved,
  fillRow,
  findClashes,
  replaceRows,
  applySaved,
  setEdit,
  resolveClashes,
  typeText,
} from './dailyEdits';
import {
  addKeys,
  changedRows,
  type Column,
  defaultSettings,
  type Edits,
  type EntrySettings,
  hasKinds,
  isRowEdit,
  type KeyedRecord,
  type RowEdit,
  rowsToSend,
  dropInvalid,
  findInvalidKeys,
} from './dailyModel';
import { parseForms, isBoundToDay, type RecitationForm } from './recitationForm';
import { type SaveContext, type SaveRequest, useQueuedSave, withoutRefusedElsewhere } from './useQueuedSave';

/** @param circle null for all students */
export function useDailyRecords(
  sheet: Sheet | null,
  date: string,
  circle: number | null,
  queuedNames: QueuedNames,
) {
  const { settings: loadedSettings, stored, ...queries } = useDayQueries(sheet, date, circle);
  const daySuffix = `${date}${circle === null ? '' : `#${circle}`}`;
  const pageKey = sheet && `/daily-records#${sheet.batchName}#${sheet.subjectCode}`;
  const draftKey = pageKey && `${pageKey}#${daySuffix}`;
  const forms = useRecitationForms(pageKey && `${pageKey}#recitation#${daySuffix}`);
  const { storageKey, edits, change } = useDraftEdits<RowEdit>(draftKey, parseEdits);
  const records = useMemo(() => addKeys(queries.records ?? []), [queries.records]);
  const settings = loadedSettings ?? defaultSettings;
  const editedRows = useMemo(() => changedRows(records, edits, settings), [records, edits, settings]);
  const saveContext = { sheet, date, circle, queuedNames, storageKey, records, edits, settings, change };
  const recitations = useRecitations(
    { batchName: sheet?.batchName ?? '', subjectCode: sheet?.subjectCode ?? '', date, circle },
    queuedNames,
  );
  const saveState = useDailySave({
    ...saveContext,
    entries: queries.entries,
    stored: loadedSettings && stored,
  });

  const changeText = useCallback(
    (key: string, record: DailyRecord, column: Column, text: string) => {
      if (storageKey !== null)
        change(storageKey, (current) =>
          setEdit(current, key, typeText(record, current[key], column, text, settings)),
        );
    },
    [storageKey, change, settings],
  );
  const fill = useCallback(
    (key: string, record: DailyRecord, recordContent: string, pages: number | null) => {
      if (storageKey !== null)
        change(storageKey, (current) =>
          setEdit(current, key, fillRow(record, current[key], recordContent, pages, settings)),
        );
    },
    [storageKey, change, settings],
  );

  return {
    ...queries,
    records: queries.records && loadedSettings ? records : undefined,
    settings,
    edits,
    changeCount: editedRows.length,
    invalidKeys: findInvalidKeys(editedRows),
    changeText,
    fill,
    recitations,
    forms,
    cancel: () => storageKey !== null && change(storageKey, () => ({})),
    ...saveState,
  };
}

export type DailyRecordsOfDay = ReturnType<typeof useDailyRecords>;

function useRecitationForms(draftKey: string | null) {
  const { storageKey, edits: drafts, change } = useDraftEdits(draftKey, parseForms, isBoundToDay);
  return {
    drafts,
    change: (key: string, update: (form: RecitationForm | null) => RecitationForm | null) => {
      if (storageKey === null) return;
      change(storageKey, ({ [key]: current, ...others }) => {
        const nextForm = update(current ?? null);
        return nextForm?.edit ? { ...others, [key]: nextForm } : others;
      });
    },
  };
}

function useDayQueries(sheet: Sheet | null, date: string, circle: number | null) {
  const { dailyRecords, curriculum } = useApi();
  const sheetOrEmpty = sheet ?? { batchName: '', subjectCode: '' };
  const day = useQuery({
    queryKey: dayKey(sheet, date, circle),
    queryFn: () => dailyRecords(sheetOrEmpty, date, circle),
    enabled: sheet !== null,
    staleTime: 0,
  });
  const curriculumQuery = useQuery({
    queryKey: ['daily-records', 'curriculum', sheet?.subjectCode],
    queryFn: () => curriculum(sheetOrEmpty.subjectCode),
    enabled: sheet !== null,
    staleTime: 0,
  });
  const { entries, records: queuedRecords } = useRecordsWithQueued(sheet && { ...sheet, date, circle }, {
    records: day.data?.records,
    loadedAt: day.dataUpdatedAt,
    hasFailed: day.isError,
  });
  const stored = day.data?.records;
  const records = useMemo(
    () => queuedRecords && withoutRefusedElsewhere(queuedRecords, stored, entries, circle),
    [queuedRecords, stored, entries, circle],
  );
  const isOutboxLoaded = useIsOutboxLoaded();
  // The server also checks the settings, so an offline user can write records without them.
  const data =
    curriculumQuery.data === undefined && isNetworkError(curriculumQuery.error) ? null : curriculumQuery.data;
  const canHaveKinds = useServerFeatures().has('recordKinds');
  const haveKinds = records?.some(hasKinds) ?? false;
  const assessmentRules = useAssessmentRules(haveKinds, records ? haveKinds : sheet !== null && canHaveKinds);
  const settings = useMemo<EntrySettings | undefined>(() => {
    const ownSettings = data && { ...data, default_pages: data.default_pages ?? pagesWhenEmpty };
    return data === undefined
      ? undefined
      : { ...(ownSettings ?? defaultSettings), ...(assessmentRules && { assessmentRules }) };
  }, [data, assessmentRules]);
  return {
    records: isOutboxLoaded ? records : undefined,
    /** Stored records without queued changes. */
    stored,
    /** Queued saves of the day, oldest first. */
    entries,
    settings,
    /** Set only if the screen has no records to show. */
    error: (records ? null : day.error) ?? (data === undefined ? curriculumQuery.error : null),
    reload: () => void Promise.all([day.refetch(), curriculumQuery.refetch()]),
  };
}

const isNetworkError = (problem: unknown) => problem instanceof ApiProblem && problem.code === 'NETWORK';

const parseEdits = (draft: Draft | null): Edits =>
  Object.fromEntries(Object.entries(draft?.values ?? {}).filter(([, edit]) => isRowEdit(edit))) as Edits;

function useDailySave(context: SaveContext) {
  const { sheet, date, circle, storageKey, records, edits, settings, change } = context;
  const { notifyError } = useNotices();
  const client = useQueryClient();
  const [clashKey, setClashKey] = useState<string | null>(null);
  const [lostKey, setLostKey] = useState<string | null>(null);
  const showStored = (newRecords: DailyRecord[]) =>
    client.setQueryData(dayKey(sheet, date, circle), { records: newRecords });

  const { send: sendDirectly, isSaving } = useDirectSave(context, {
    showStored,
    onLost: () => setLostKey(storageKey),
    onClash: () => setClashKey(storageKey),
  });
  const queuedSave = useQueuedSave(context, {
    sendDirectly,
    showStored,
    onClash: () => setClashKey(storageKey),
  });
  const { send } = queuedSave;
  const clashes = findClashes(records, edits, settings);
  const save = async (): Promise<boolean> => {
    setLostKey(null);
    const invalidKeys = findInvalidKeys(changedRows(records, edits, settings));
    const validEdits = dropInvalid(records, edits, settings);
    if (invalidKeys.length > 0 && changedRows(records, validEdits, settings).length === 0)
      notifyError(t('teaching.errorsFirst'));
    else if (clashes.some(({ key }) => !invalidKeys.includes(key))) setClashKey(storageKey);
    else {
      const note = invalidKeys.length > 0 ? { note: t('dailyRecords.someWrong') } : {};
      const isSent = await send({ baseRecords: records, edits: validEdits, ...note });
      return isSent && invalidKeys.length === 0;
    }
    return false;
  };
  return {
    /** @returns true if the records are saved or queued */
    save,
    isSaving: isSaving || queuedSave.isSending,
    /** True if the last save did not reach the server; the draft still has the edits. */
    isLost: lostKey !== null && lostKey === storageKey,
    clashes: clashKey === storageKey && clashKey !== null ? clashes : [],
    resolve: (theirs: readonly Clash[]) => {
      const resolvedEdits = resolveClashes(records, edits, theirs);
      setClashKey(null);
      if (storageKey !== null) change(storageKey, () => resolvedEdits);
      void send({ baseRecords: records, edits: dropInvalid(records, resolvedEdits, settings) });
    },
    dropClashes: () => setClashKey(null),
  };
}

interface SaveSteps {
  showStored: (records: DailyRecord[]) => void;
  onLost: () => void;
  onClash: () => void;
}

/** Saves without the outbox. If no response arrives, the edits stay in the draft. */
function useDirectSave(
  { sheet, date, storageKey, records, settings, change }: SaveContext,
  { showStored, onLost, onClash }: SaveSteps,
) {
  const { notifyDone } = useNotices();
  const { saveDailyRecords } = useApi();
  const notifyRefused = useRefusalNotice(records);
  return useSheetSave({
    collectRows: ({ baseRecords, edits }: SaveRequest) => rowsToSend(baseRecords, edits, settings),
    save: (rows) => saveDailyRecords({ ...(sheet as Sheet), recordDate: date, records: rows }),
    onSaved: ({ baseRecords, edits, note }, answer) => {
      if (storageKey === null) return;
      if (answer === null) return change(storageKey, (current) => keepUnsaved(current, edits, baseRecords));
      const saved = applySaved(baseRecords, edits, settings, answer.records);
      showStored(saved);
      change(storageKey, (current) => keepUnsaved(current, edits, addKeys(saved)));
      notifyDone(note ?? (answer.message || t('dailyRecords.saved')), answer);
    },
    onRefused: (problem, rows) => {
      if (problem instanceof ApiProblem && problem.code === 'NETWORK') onLost();
      else notifyRefused(problem, rows);
    },
    merge: ({ baseRecords, edits, ...others }, stored: DailyRecord[]) => {
      const merged = replaceRows(recordsOf(baseRecords), stored);
      showStored(merged);
      const next = { baseRecords: addKeys(merged), edits, ...others };
      if (findClashes(next.baseRecords, edits, settings).length === 0) return next;
      onClash();
      return null;
    },
  });
}

const recordsOf = (keyed: readonly KeyedRecord[]) => keyed.map(({ record }) => record);

function useRefusalNotice(records: readonly KeyedRecord[]) {
  const { notifyError } = useNotices();
  const client = useQueryClient();
  return (problem: unknown, rows: SentRecords) => {
    notifyError(
      describeRowProblem(problem, rows, records) ?? problemMessage(problem, t('dailyRecords.saveFailed')),
    );
    // The subject's portions or the batch changed after the user opened the day.
    if (problem instanceof ApiProblem && ['VALIDATION', 'SEVERAL_RECORDS'].includes(problem.code))
      void client.invalidateQueries({ queryKey: ['daily-records'] });
  };
}

const dayKey = (sheet: Sheet | null, date: string, circle: number | null) =>
  ['daily-records', 'day', sheet, date, circle] as const;

/** Returns the server's message about a row, with the student's name. Null if the message has no row. */
function describeRowProblem(
  problem: unknown,
  rows: SentRecords,
  records: readonly KeyedRecord[],
): string | null {
  const detail = problem instanceof ApiProblem ? problem.details[0] : undefined;
  const rowIndex = /^records\.(\d+)\./.exec(detail?.path ?? '')?.[1];
  const row = rows[Number(rowIndex)];
  if (!detail || !row) return null;
  const studentName = records.find(({ record }) => record.studentId === row.studentId)?.record.studentName;
  return `${row.studentName ?? studentName ?? ''}: ${detail.message}`;
}
