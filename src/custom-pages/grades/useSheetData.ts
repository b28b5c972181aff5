import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { defaultGradeSettings } from '../../../contract/rules/gradeSettings';
import { useCachedSince } from '../../dataProvider/cachedReads';
import { useDelivered, useIsOutboxLoaded, useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { type SentMarks, applyQueuedMarks } from '../../dataProvider/outbox/marks';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';

/**
 * Settings, rows and statistics of a subject; statistics load after the rows. Queued marks replace the stored ones. A
 * sheet that cannot be loaded is rebuilt from the queued entry.
 * @param isSaving whether the sheet itself saves: it shows these queued marks as typed
 */
export function useSheetData(offering: Offering | null, isSaving: boolean) {
  const { gradeSettings, gradeSheet, gradeStatistics } = useApi();
  const client = useQueryClient();
  const isOutboxRead = useIsOutboxLoaded();
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
    // Before the outbox is read, the old marks would be visible.
    settings: isOutboxRead ? usedSettings : undefined,
    rows: isOutboxRead ? visibleRows : undefined,
    base,
    /** Of the stored marks; undefined while loading, null after a failure. */
    statistics: statisticsQuery.data ?? (statisticsQuery.isError ? null : undefined),
    error: isOutboxRead
      ? ((base ? null : rowsQuery.error) ?? (usedSettings ? null : settingsQuery.error))
      : null,
    reload: () => client.invalidateQueries({ queryKey: ['grades'] }),
    queuedEntry,
    /** Queued marks were delivered while the sheet was open. */
    isDelivered,
  };
}

interface LastSent {
  sheetKey: string;
  entry: SentMarks;
  /** When the sheet was last loaded before the entry was sent. */
  loadedAt: number;
}

/** Finds the marks saved on this device: refused, queued, or sent and not yet loaded again. */
function useQueuedMarks(offering: Offering | null, loadedAt: number, isSaving: boolean) {
  const sheetKey = offering === null ? '' : `${offering.batchName}/${offering.subjectCode}`;
  const queuedEntry = useQueuedOfKind('marks').find((one) => isOfSheet(one, sheetKey));
  const deliveredEntries = useDelivered();
  const isFromDevice = useCachedSince() !== null;
  const [lastSent, setLastSent] = useState<LastSent | null>(null);
  const [awaitedId, setAwaitedId] = useState<string | null>(null);
  const pendingEntry = queuedEntry?.state === 'refused' ? undefined : queuedEntry;
  // Set while rendering: an effect would show the old marks for one frame.
  if (!isSaving) {
    const isCurrent =
      pendingEntry !== undefined && lastSent?.entry.id === pendingEntry.id && lastSent.loadedAt === loadedAt;
    if (pendingEntry && !isCurrent) {
      setLastSent({ sheetKey, entry: pendingEntry, loadedAt });
      setAwaitedId(pendingEntry.id);
    } else if (!pendingEntry && lastSent && (queuedEntry || lastSent.sheetKey !== sheetKey))
      setLastSent(null);
    // Data from the device's cache is older than the saved marks.
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

const isOfSheet = ({ batchName, subjectCode }: SentMarks, sheetKey: string) =>
  `${batchName}/${subjectCode}` === sheetKey;
