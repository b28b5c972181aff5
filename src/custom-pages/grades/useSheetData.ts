import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { defaultGradeSettings } from '../../../contract/rules/gradeSettings';
import { useCachedSince } from '../../dataProvider/cachedReads';
import { useDelivered, useIsOutboxLoaded, useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { type SentMarks, applyQueuedMarks } from '../../dataProvider/outbox/marks';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';

/**
 * Settings, rows and statistics of a subject; the statistics after the rows. Marks that wait on this device stand in place
 * of the stored ones; where the sheet cannot be read, it is shown as it was read before they were saved.
 * @param isSaving whether the sheet itself saves: what waits then is what it shows as typed
 */
export function useSheetData(offering: Offering | null, isSaving: boolean) {
  const { gradeSettings, gradeSheet, gradeStatistics } = useApi();
  const client = useQueryClient();
  const isOutboxRead = useIsOutboxLoaded();
  const chosen = offering ?? { batchName: '', subjectCode: '' };
  const enabled = offering !== null;
  const settings = useQuery({
    queryKey: ['grades', 'settings', chosen.subjectCode],
    queryFn: async () => (await gradeSettings(chosen.subjectCode)) ?? defaultGradeSettings,
    enabled,
    staleTime: 0,
  });
  const rows = useQuery({
    queryKey: ['grades', 'sheet', chosen],
    queryFn: () => gradeSheet(chosen),
    enabled,
    staleTime: 0,
  });
  const statistics = useQuery({
    queryKey: ['grades', 'statistics', chosen],
    queryFn: () => gradeStatistics(chosen),
    enabled: enabled && rows.isSuccess,
    staleTime: 0,
  });
  const { queued, waiting, hasArrived } = useSentMarks(offering, rows.dataUpdatedAt, isSaving);
  const usedSettings = settings.data ?? (settings.isError ? queued?.settings : undefined);
  const base = rows.data ?? (rows.isError ? queued?.base : undefined);
  const shown = useMemo(
    () => base && (waiting ? applyQueuedMarks(base, waiting.rows) : base),
    [base, waiting],
  );
  return {
    // Before what waits is read, the marks before it would be shown.
    settings: isOutboxRead ? usedSettings : undefined,
    rows: isOutboxRead ? shown : undefined,
    /** As they are stored, without what waits. */
    base,
    /** Of the stored marks; undefined while they load, null if they could not be loaded. */
    statistics: statistics.data ?? (statistics.isError ? null : undefined),
    /** Set while nothing could be loaded. */
    error: isOutboxRead ? ((base ? null : rows.error) ?? (usedSettings ? null : settings.error)) : null,
    reload: () => client.invalidateQueries({ queryKey: ['grades'] }),
    /** What was saved here and has not arrived. */
    queued,
    /** What waited while the sheet was open has arrived. */
    hasArrived,
  };
}

interface Last {
  place: string;
  entry: SentMarks;
  /** When the sheet was last read before the entry went. */
  readAt: number;
}

/**
 * The marks of this sheet that were saved here: refused, on their way, or arrived and not yet read again.
 * @param readAt when the sheet was last read
 */
function useSentMarks(offering: Offering | null, readAt: number, isSaving: boolean) {
  const place = offering === null ? '' : `${offering.batchName}/${offering.subjectCode}`;
  const queued = useQueuedOfKind('marks').find((one) => isOf(one, place));
  const arrived = useDelivered();
  const isKept = useCachedSince() !== null;
  const [last, setLast] = useState<Last | null>(null);
  const [waitedFor, setWaitedFor] = useState<string | null>(null);
  const sent = queued?.state === 'refused' ? undefined : queued;
  // While drawing, so that nobody sees the marks as they were before in between.
  if (!isSaving) {
    const isKnown = sent !== undefined && last?.entry.id === sent.id && last.readAt === readAt;
    if (sent && !isKnown) {
      setLast({ place, entry: sent, readAt });
      setWaitedFor(sent.id);
    } else if (!sent && last && (queued || last.place !== place)) setLast(null);
    // What the device has kept is older than what was saved.
    else if (!sent && last && last.readAt !== readAt) setLast(isKept ? { ...last, readAt } : null);
  }
  const waiting = last?.place === place ? last.entry : undefined;
  const hasArrived =
    !queued &&
    arrived.some(({ entry }) => entry.id === waitedFor && entry.kind === 'marks' && isOf(entry, place));
  return { queued, waiting, hasArrived };
}

const isOf = ({ batchName, subjectCode }: SentMarks, place: string) =>
  `${batchName}/${subjectCode}` === place;
