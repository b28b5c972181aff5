import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { defaultGradeSettings } from '../../../contract/rules/gradeSettings';
import { useCachedSince } from '../../dataProvider/cachedReads';
import { useDelivered, useIsOutboxLoaded, useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { type QueuedMarks, applyQueuedMarks } from '../../dataProvider/outbox/marks';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';

/**
 * Loads settings, rows and statistics of a subject; the statistics load after the rows. Queued marks replace
 * the stored ones. If the sheet cannot be loaded, the queued entry provides it.
 * @param isSaving true while the sheet saves, because the sheet shows these marks as typed texts
 */
export function useSheetData(offering: Offering | null, isSaving: boolean) {
  const { gradeSettings, gradeSheet, gradeStatistics } = useApi();
  const client = useQueryClient();
  const isOutboxLoaded = useIsOutboxLoaded();
  const sheetOrEmpty = offering ?? { batchName: '', subjectCode: '' };
  const enabled = offering !== null;
  const settingsQuery = useQuery({
    queryKey: ['grades', 'settings', sheetOrEmpty.subjectCode],
    queryFn: async () => (await gradeSettings(sheetOrEmpty.subjectCode)) ?? defaultGradeSettings,
    enabled,
    staleTime: 0,
  });
  const rowsQuery = useQuery({
    queryKey: ['grades', 'sheet', sheetOrEmpty],
    queryFn: () => gradeSheet(sheetOrEmpty),
    enabled,
    staleTime: 0,
  });
  const statisticsQuery = useQuery({
    queryKey: ['grades', 'statistics', sheetOrEmpty],
    queryFn: () => gradeStatistics(sheetOrEmpty),
    enabled: enabled && rowsQuery.isSuccess,
    staleTime: 0,
  });
  const { queuedEntry, pendingMarks, isDelivered } = useQueuedMarks(
    offering,
    rowsQuery.dataUpdatedAt,
    isSaving,
  );
  const usedSettings = settingsQuery.data ?? (settingsQuery.isError ? queuedEntry?.settings : undefined);
  const base = rowsQuery.data ?? (rowsQuery.isError ? queuedEntry?.base : undefined);
  const visibleRows = useMemo(
    () => base && (pendingMarks ? applyQueuedMarks(base, pendingMarks.rows) : base),
    [base, pendingMarks],
  );
  return {
    // Before the outbox is loaded, the screen would show the old marks.
    settings: isOutboxLoaded ? usedSettings : undefined,
    rows: isOutboxLoaded ? visibleRows : undefined,
    base,
    /** Statistics of the stored marks. Undefined: still loading. Null: the request failed. */
    statistics: statisticsQuery.data ?? (statisticsQuery.isError ? null : undefined),
    error: isOutboxLoaded
      ? ((base ? null : rowsQuery.error) ?? (usedSettings ? null : settingsQuery.error))
      : null,
    reload: () => client.invalidateQueries({ queryKey: ['grades'] }),
    queuedEntry,
    /** True if queued marks reached the server while the sheet was open. */
    isDelivered,
  };
}

interface LastSent {
  sheetKey: string;
  entry: QueuedMarks;
  /** The time of the last load of the sheet before the entry was sent. */
  loadedAt: number;
}

/** Returns the refused or queued entry, and the queued or sent marks until the sheet loads again. */
function useQueuedMarks(offering: Offering | null, loadedAt: number, isSaving: boolean) {
  const sheetKey = offering === null ? '' : `${offering.batchName}/${offering.subjectCode}`;
  const queuedEntry = useQueuedOfKind('marks').find((one) => isOfSheet(one, sheetKey));
  const deliveredEntries = useDelivered();
  const isFromDevice = useCachedSince() !== null;
  const [lastSent, setLastSent] = useState<LastSent | null>(null);
  const [awaitedId, setAwaitedId] = useState<string | null>(null);
  const pendingEntry = queuedEntry?.state === 'refused' ? undefined : queuedEntry;
  // Sets the state during the render, because an effect would show the old marks for one frame.
  if (!isSaving) {
    const isCurrent =
      pendingEntry !== undefined && lastSent?.entry.id === pendingEntry.id && lastSent.loadedAt === loadedAt;
    if (pendingEntry && !isCurrent) {
      setLastSent({ sheetKey, entry: pendingEntry, loadedAt });
      setAwaitedId(pendingEntry.id);
    } else if (!pendingEntry && lastSent && (queuedEntry || lastSent.sheetKey !== sheetKey))
      setLastSent(null);
    // A sheet from the device's cache is older than the sent marks, so the sent marks stay.
    else if (!pendingEntry && lastSent && lastSent.loadedAt !== loadedAt)
      setLastSent(isFromDevice ? { ...lastSent, loadedAt } : null);
  }
  const pendingMarks = lastSent?.sheetKey === sheetKey ? lastSent.entry : undefined;
  const isDelivered =
    !queuedEntry &&
    deliveredEntries.some(
      ({ entry }) => entry.id === awaitedId && entry.kind === 'marks' && isOfSheet(entry, sheetKey),
    );
  return { queuedEntry, pendingMarks, isDelivered };
}

const isOfSheet = ({ batchName, subjectCode }: QueuedMarks, sheetKey: string) =>
  `${batchName}/${subjectCode}` === sheetKey;
