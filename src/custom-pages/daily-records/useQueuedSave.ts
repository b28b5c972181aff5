import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { storedRows } from '../../dataProvider/ApiProblem';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { canQueue, drop, toProblem, sendWithTimeout } from '../../dataProvider/outbox/outbox';
import {
  joinAllEdits,
  isFromScreen,
  joinEdits,
  recordKey,
  type RecordRow,
  findRefusedOfScreen,
  type QueuedRecords,
} from '../../dataProvider/outbox/records';
import type { Sheet } from '../../dataProvider/teaching';
import { applyRow } from '../../features/hearing/queuedRecords';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { applySaved, findClashes, keepUnsaved, replaceRows } from './dailyEdits';
import {
  addKeys,
  type Edits,
  type EntrySettings,
  type KeyedRecord,
  rowsToSend,
  dropInvalid,
} from './dailyModel';

export interface SaveContext {
  sheet: Sheet | null;
  date: string;
  circle: number | null;
  storageKey: string | null;
  records: readonly KeyedRecord[];
  edits: Edits;
  settings: EntrySettings;
  queuedNames: QueuedNames;
  entries: readonly QueuedRecords[];
  /** Stored records of the server; undefined until the records and the subject's settings are loaded. */
  stored: readonly DailyRecord[] | undefined;
  change: (storageKey: string, update: (edits: Edits) => Edits) => void;
}

export interface SaveRequest {
  baseRecords: readonly KeyedRecord[];
  edits: Edits;
  /** Replaces the server's message. */
  note?: string;
}

interface QueuedSaveSteps {
  sendDirectly: (request: SaveRequest) => Promise<boolean>;
  showStored: (records: DailyRecord[]) => void;
  onClash: () => void;
}

/**
 * Saves the edits of a day through the outbox, if the outbox can store them. Refused edits return to the
 * draft. Clashes open a dialog; without clashes, the edits are sent again.
 */
export function useQueuedSave(context: SaveContext, { sendDirectly, showStored, onClash }: QueuedSaveSteps) {
  const { sheet, date, circle, queuedNames, storageKey, settings, change } = context;
  const notify = useNotify();
  const { notifyDone } = useNotices();
  const [sendingCount, setSendingCount] = useState(0);

  /** @returns true if the records are saved or queued */
  const send = async (request: SaveRequest): Promise<boolean> => {
    const { baseRecords, edits, note } = request;
    const rows = rowsToSend(baseRecords, edits, settings) as RecordRow[];
    if (!sheet || storageKey === null || rows.length === 0 || !(await canQueue('records')))
      return sendDirectly(request);
    setSendingCount((count) => count + 1);
    const outcome = await sendWithTimeout('records', {
      ...sheet,
      date,
      ...(circle !== null && { circle }),
      named: queuedNames,
      rows,
      students: Object.fromEntries(baseRecords.map(({ record }) => [record.studentId, record.studentName])),
      edits: { ...edits },
    }).finally(() => setSendingCount((count) => count - 1));
    // `useReopenRefused` handles a stored refusal. Edits that the device could not store are sent directly.
    if (outcome.kind === 'refused') return outcome.isStored ? false : sendDirectly(request);
    const saved = applySaved(
      baseRecords,
      edits,
      settings,
      outcome.kind === 'sent' ? outcome.result?.records : undefined,
    );
    change(storageKey, (current) => keepUnsaved(current, edits, addKeys(saved)));
    if (outcome.kind === 'sent')
      notifyDone(note ?? (outcome.result?.message || t('dailyRecords.saved')), outcome.result);
    else notify(t('dailyRecords.keptHere'), { type: 'warning' });
    return true;
  };

  useReopenRefused(context, { send, showStored, onClash });

  return { send, isSending: sendingCount > 0 };
}

function useReopenRefused(
  { circle, entries, storageKey, stored, edits, settings, change }: SaveContext,
  {
    send,
    showStored,
    onClash,
  }: Pick<QueuedSaveSteps, 'showStored' | 'onClash'> & { send: (request: SaveRequest) => Promise<boolean> },
) {
  const { notifyError } = useNotices();
  /** Reopens all entries together, because an earlier text would otherwise replace a later one. */
  const reopen = useEffectEvent((refusedEntries: readonly QueuedRecords[]) => {
    const allEdits: Edits = joinEdits(joinAllEdits(refusedEntries) as Edits, edits);
    if (storageKey === null || !stored) return;
    const problems = refusedEntries.map(toProblem);
    const storedRecords = problems.reduce<DailyRecord[]>(
      (result, problem) => replaceRows(result, storedRows<DailyRecord>(problem) ?? []),
      [...stored],
    );
    change(storageKey, () => allEdits);
    for (const entry of refusedEntries) void drop(entry);
    showStored(storedRecords);
    const baseRecords = addKeys(storedRecords);
    const validEdits = dropInvalid(baseRecords, allEdits, settings);
    const lastProblem = problems.at(-1);
    if (lastProblem?.code !== 'STALE') notifyError(lastProblem?.message ?? t('dailyRecords.saveFailed'));
    else if (findClashes(baseRecords, validEdits, settings).length > 0) onClash();
    else void send({ baseRecords, edits: validEdits });
  });
  const refusedEntries = useMemo(() => findRefusedOfScreen(entries, circle), [entries, circle]);
  const reopenedId = useRef<string | null>(null);
  useEffect(() => {
    const lastEntry = refusedEntries.at(-1);
    if (!stored || !lastEntry || reopenedId.current === lastEntry.id) return;
    reopenedId.current = lastEntry.id;
    reopen(refusedEntries);
  }, [stored, refusedEntries]);
}

/**
 * Hides refused edits that belong to another screen, because a save would send them again over newer records.
 * @param stored the stored records of the server; undefined if they are not loaded
 */
export function withoutRefusedElsewhere(
  displayed: readonly DailyRecord[],
  stored: readonly DailyRecord[] | undefined,
  entries: readonly QueuedRecords[],
  circle: number | null,
): readonly DailyRecord[] {
  const isRefusedElsewhere = (entry: QueuedRecords) =>
    entry.state === 'refused' && !isFromScreen(entry, circle);
  const rowKeys = new Set(entries.filter(isRefusedElsewhere).flatMap(({ rows }) => rows.map(recordKey)));
  if (!stored || rowKeys.size === 0) return displayed;
  const otherEntries = entries.filter((one) => !isRefusedElsewhere(one));
  return displayed.map((record) => {
    const rowKey = recordKey(record);
    const storedRecord = rowKeys.has(rowKey) && stored.find((one) => recordKey(one) === rowKey);
    if (!storedRecord) return record;
    const rows = otherEntries.flatMap((one) => one.rows.filter((row) => recordKey(row) === rowKey));
    return rows.reduce(applyRow, storedRecord);
  });
}
