import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { storedRows } from '../../dataProvider/ApiProblem';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { canQueue, drop, toProblem, send as sendWork } from '../../dataProvider/outbox/outbox';
import {
  joinAllEdits,
  isFromScreen,
  joinEdits,
  recordKey,
  type RecordRow,
  findRefusedOfScreen,
  type SentRecordsOfDay,
} from '../../dataProvider/outbox/records';
import type { Sheet } from '../../dataProvider/teaching';
import { withSent } from '../../features/hearing/recordsOnWay';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { applySaved, findClashes, keepUnsaved, replaceRows } from './dailyEdits';
import { addKeys, type Edits, type Entry, type KeyedRecord, rowsToSend, withoutWrong } from './dailyModel';

export interface SaveParts {
  sheet: Sheet | null;
  date: string;
  circle: number | null;
  /** Where the edits are kept. */
  place: string | null;
  records: readonly KeyedRecord[];
  edits: Edits;
  entry: Entry;
  named: QueuedNames;
  /** What was saved here for the day and has not arrived. */
  entries: readonly SentRecordsOfDay[];
  /** As the server has answered them; undefined until they and the settings of the subject are known. */
  read: readonly DailyRecord[] | undefined;
  change: (place: string, to: (edits: Edits) => Edits) => void;
}

/** What a save needs: the edits, and the records as they were last read. */
export interface Sending {
  over: readonly KeyedRecord[];
  wanted: Edits;
  /** Said instead of the message of the server. */
  note?: string;
}

interface Steps {
  /** Saves without the outbox. */
  sendNow: (sending: Sending) => Promise<boolean>;
  /** Shows these records as the ones that are stored. */
  show: (records: DailyRecord[]) => void;
  /** The person has to decide about what is typed. */
  onClash: () => void;
}

/**
 * Saves the edits of a day through the outbox, where it can keep them; and makes what was refused there the person's
 * again, over what is stored now: what clashes is asked about, the rest is sent.
 */
export function useWaitingSave(parts: SaveParts, { sendNow, show, onClash }: Steps) {
  const { sheet, date, circle, named, place, entry, change } = parts;
  const { notifyDone } = useNotices();
  const [sending, setSending] = useState(0);

  /** @returns whether it is saved, or waits on this device */
  const send = async (sent: Sending): Promise<boolean> => {
    const { over, wanted, note } = sent;
    const rows = rowsToSend(over, wanted, entry) as RecordRow[];
    if (!sheet || place === null || rows.length === 0 || !(await canQueue())) return sendNow(sent);
    setSending((count) => count + 1);
    const outcome = await sendWork('records', {
      ...sheet,
      date,
      ...(circle !== null && { circle }),
      named,
      rows,
      students: Object.fromEntries(over.map(({ record }) => [record.studentId, record.studentName])),
      edits: { ...wanted },
    }).finally(() => setSending((count) => count - 1));
    // What was refused and waits comes back below; what the device had no room for was not kept.
    if (outcome.kind === 'refused') return outcome.isStored ? false : sendNow(sent);
    const saved = applySaved(
      over,
      wanted,
      entry,
      outcome.kind === 'sent' ? outcome.result?.records : undefined,
    );
    change(place, (now) => keepUnsaved(now, wanted, addKeys(saved)));
    if (outcome.kind === 'sent')
      notifyDone(note ?? (outcome.result?.message || t('dailyRecords.saved')), outcome.result);
    return true;
  };

  useTakeBack(parts, { send, show, onClash });

  return { send, isSending: sending > 0 };
}

/** Makes what was refused the person's again, as soon as the stored records are known. */
function useTakeBack(
  { circle, entries, place, read, edits, entry, change }: SaveParts,
  { send, show, onClash }: Pick<Steps, 'show' | 'onClash'> & { send: (sending: Sending) => Promise<boolean> },
) {
  const { notifyError } = useNotices();
  /** All of them together: of one by one an earlier text would go over a later one. */
  const takeBack = useEffectEvent((refused: readonly SentRecordsOfDay[]) => {
    const typed: Edits = joinEdits(joinAllEdits(refused) as Edits, edits);
    if (place === null || !read) return;
    const problems = refused.map(toProblem);
    const stored = problems.reduce<DailyRecord[]>(
      (sum, problem) => replaceRows(sum, storedRows<DailyRecord>(problem) ?? []),
      [...read],
    );
    change(place, () => typed);
    for (const one of refused) void drop(one);
    show(stored);
    const over = addKeys(stored);
    const wanted = withoutWrong(over, typed, entry);
    const last = problems.at(-1);
    if (last?.code !== 'STALE') notifyError(last?.message ?? t('dailyRecords.saveFailed'));
    else if (findClashes(over, wanted, entry).length > 0) onClash();
    else void send({ over, wanted });
  });
  const refused = useMemo(() => findRefusedOfScreen(entries, circle), [entries, circle]);
  const taken = useRef<string | null>(null);
  useEffect(() => {
    const last = refused.at(-1);
    if (!read || !last || taken.current === last.id) return;
    taken.current = last.id;
    takeBack(refused);
  }, [read, refused]);
}

/**
 * The records of a day as they are shown, without what was refused and is decided on another screen: a save here would
 * carry it along, over what somebody else has stored.
 * @param stored as the server has answered them; undefined if it has not
 */
export function withoutRefusedElsewhere(
  shown: readonly DailyRecord[],
  stored: readonly DailyRecord[] | undefined,
  entries: readonly SentRecordsOfDay[],
  circle: number | null,
): readonly DailyRecord[] {
  const isElsewhere = (one: SentRecordsOfDay) => one.state === 'refused' && !isFromScreen(one, circle);
  const places = new Set(entries.filter(isElsewhere).flatMap(({ rows }) => rows.map(recordKey)));
  if (!stored || places.size === 0) return shown;
  const others = entries.filter((one) => !isElsewhere(one));
  return shown.map((record) => {
    const place = recordKey(record);
    const known = places.has(place) && stored.find((one) => recordKey(one) === place);
    if (!known) return record;
    const rows = others.flatMap((one) => one.rows.filter((row) => recordKey(row) === place));
    return rows.reduce(withSent, known);
  });
}
