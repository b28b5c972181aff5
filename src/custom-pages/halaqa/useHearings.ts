import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { RecordKind, RecordKindNames } from '../../../contract/vocabulary';
import { ApiProblem, storedRows } from '../../dataProvider/ApiProblem';
import { newKey } from '../../dataProvider/lostWrites';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { canQueue, drop, toProblem, sendWithTimeout } from '../../dataProvider/outbox/outbox';
import type { SentRecordsOfDay } from '../../dataProvider/outbox/records';
import { useApi } from '../../dataProvider/useApi';
import type { Judging } from '../../features/hearing/hearing';
import { useRecitations } from '../../features/hearing/useRecitations';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import { useDraftEdits } from '../../ui/form/drafts';
import { useWindowEvent } from '../../ui/page/useWindowEvent';
import {
  begunHearing,
  contentOf,
  type Heard,
  hearingsOf,
  isAsSent,
  keyOf,
  type Pupil,
  rowOf,
  type SentRow,
  textWithRanges,
  versionOver,
} from './halaqaModel';
import { type DayOfCircle, recordsKey } from './usePupils';

interface Hearing {
  pupil: Pupil;
  kind: RecordKind;
  heard: Heard;
}

/** What somebody else has stored meanwhile, and what this person wants to store. */
export interface Stale extends Hearing {
  stored: DailyRecord;
  /** What waits in the outbox, if it was refused there. */
  entry?: SentRecordsOfDay;
}

/** No answer of the server, or that of a gateway; or the first attempt is still at work. */
const isUnanswered = ({ code, status }: ApiProblem) =>
  code === 'NETWORK' || code === 'IN_PROGRESS' || status >= 500;

/** How long one waits for the answer before the next student is heard; what was saved goes on in the outbox. */
const patienceMs = 3_000;

interface HearingsOfCircle {
  day: DayOfCircle;
  /** The names of subject and circle, as far as they are known. */
  named: QueuedNames;
  judging: Judging;
  names: RecordKindNames;
}

/**
 * What is heard and not saved yet, on the device until it is saved; and how it is saved: through the outbox, or where
 * that cannot keep it as a draft, which is sent again as the same write.
 */
export function useHearings({ day, named, judging, names }: HearingsOfCircle) {
  const kept = useKept(day);
  const { drafts, put, patch, show } = kept;
  const [stale, setStale] = useState<Stale | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const { recitations, saveOne } = useSaveOne({ day, named, judging, names, patch });
  const lost = useSend({ day, judging, names, kept, onStale: setStale });
  const outbox = useSendByOutbox({ day, named, judging, names, put });

  const heardOf = (pupil: Pupil, kind: RecordKind): Heard =>
    drafts[keyOf(pupil.id, kind)] ?? begunHearing(pupil, kind, judging);
  /** @returns whether it is saved; what was refused goes over what is stored only after the person's decision */
  const save = async (hearing: Hearing): Promise<boolean> => {
    const { pupil, kind, heard } = hearing;
    if (heard.again !== undefined || heard.id !== undefined) {
      const isSaved = await saveOne(hearing);
      if (isSaved) put(pupil, kind, null);
      return isSaved;
    }
    // What was sent before without an answer, and is as it was, is the same write.
    const isSame = hearing.heard.lost !== undefined && hearing.heard.isChanged !== true;
    const outcome = isSame || !(await canQueue()) ? null : await outbox.send(hearing);
    return outcome ?? lost.send(hearing);
  };
  return {
    drafts,
    heardOf,
    change: (pupil: Pupil, kind: RecordKind, heard: Heard) =>
      put(pupil, kind, heard.lost ? { ...heard, isChanged: true } : heard),
    cancel: (pupil: Pupil, kind: RecordKind) => put(pupil, kind, null),
    save: ({ pupil, kind, heard }: Hearing) =>
      save({ pupil, kind, heard: { ...heard, version: versionOver(pupil, kind, heard) } }),
    isSaving: lost.isSaving || outbox.isSaving || recitations.isBusy,
    recitations,
    /** What is asked about while this is heard: what somebody else has stored meanwhile. */
    staleOf: (pupil: Pupil, kind: RecordKind): Stale | null => {
      const refused = staleOnWay(pupil, kind);
      if (stale || !refused || refused.entry.id === left) return stale;
      const heard = heardOf(pupil, kind);
      return { pupil, kind, heard: { ...heard, version: versionOver(pupil, kind, heard) }, ...refused };
    },
    /** @param isMine whether what this person heard replaces what is stored */
    settle: async ({ stored, pupil, kind, heard, entry }: Stale, isMine: boolean): Promise<boolean> => {
      setStale(null);
      show([stored]);
      if (entry) await drop(entry);
      // Begun over nothing, it is a further recitation of the day beside what somebody else has stored.
      const over = isFurther({ stored, heard }) ? { again: newKey() } : { version: stored.version };
      const mine = isMine ? { ...heard, ...over } : null;
      put(pupil, kind, mine);
      return mine === null || save({ pupil, kind, heard: mine });
    },
    dropStale: ({ entry }: Stale) => {
      setStale(null);
      setLeft(entry?.id ?? null);
    },
    /** Asks again about what was refused. */
    review: () => setLeft(null),
  };
}

/**
 * Whether what was heard goes beside what is stored: it was begun before anything of the kind was, or several recitations
 * are stored, of which it can replace none.
 */
export const isFurther = ({ stored, heard }: Pick<Stale, 'stored' | 'heard'>): boolean =>
  stored.count !== undefined && (heard.version === 0 || stored.count > 1);

/** What was saved here, and refused because somebody else had saved. */
function staleOnWay(pupil: Pupil, kind: RecordKind): { stored: DailyRecord; entry: SentRecordsOfDay } | null {
  const entry = pupil.onWay[kind]?.entry;
  const problem = entry?.state === 'refused' ? toProblem(entry) : null;
  const stored = storedRows<DailyRecord>(problem)?.find(
    (one) => one.studentId === pupil.id && one.kind === kind,
  );
  return entry && stored ? { entry, stored } : null;
}

interface OutboxParts extends HearingsOfCircle {
  put: ReturnType<typeof useKept>['put'];
}

function useSendByOutbox({ day, named, judging, names, put }: OutboxParts) {
  const { notifyDone, notifyProblem } = useNotices();
  const [sending, setSending] = useState(0);
  const { circle, ...ofDay } = day;

  /** @returns whether it is saved, or waits; null where the device has no room for it */
  const send = async ({ pupil, kind, heard }: Hearing): Promise<boolean | null> => {
    const before = pupil.onWay[kind];
    const record = pupil.records[kind];
    // Begun over what this person had saved, which has arrived since.
    const isOverOwn = heard.over && !before && record && isAsSent(record, heard.over);
    const version = isOverOwn ? record.version : heard.version;
    const row = { ...before?.row, ...rowOf(pupil, kind, { ...heard, version }, judging) };
    setSending((count) => count + 1);
    try {
      const work = {
        ...ofDay,
        ...(circle !== null && { circle }),
        named,
        rows: [row],
        students: { [pupil.id]: pupil.name },
        hearing: { student: pupil.id, kind, kindName: names[kind] },
      };
      const outcome = await sendWithTimeout('records', work, patienceMs);
      // Not on the device, so that nobody would be asked about it later.
      if (outcome.kind === 'refused' && !outcome.isStored) return null;
      put(pupil, kind, null);
      if (outcome.kind === 'sent') notifyDone(say.saved(pupil.name, names[kind]), outcome.result);
      else if (outcome.kind === 'waiting') notifyDone(say.waits(pupil.name, names[kind]));
      else if (outcome.problem.code !== 'STALE') notifyProblem(outcome.problem, say.refused);
      return outcome.kind !== 'refused';
    } finally {
      setSending((count) => count - 1);
    }
  };
  return { send, isSaving: sending > 0 };
}

/** What goes over nothing else: a further recitation, or one of several. */
function useSaveOne(parts: HearingsOfCircle & { patch: ReturnType<typeof useKept>['patch'] }) {
  const { day, named, judging, names, patch } = parts;
  const recitations = useRecitations(day, named);
  /** @returns whether it is saved */
  const saveOne = async ({ pupil, kind, heard }: Hearing): Promise<boolean> => {
    const content = contentOf(heard, judging);
    const { again, id } = heard;
    const stored = pupil.records[kind]?.recitations.find((one) => one.id === id);
    const outcome =
      id === undefined
        ? await recitations.add({
            mark: again ?? newKey(),
            studentName: pupil.name,
            kindName: names[kind],
            recitation: { studentId: pupil.id, kind, ...content },
            tried: heard.tried,
            onTry: (tried) => patch(pupil, kind, (now) => ({ ...now, tried: tried ?? undefined })),
          })
        : await recitations.change(
            id,
            { ...textWithRanges(stored, heard), ...content, version: heard.version },
            pupil.name,
          );
    // What was heard stays; the person has been told, and decides by saving once more.
    if (outcome.kind === 'stale') {
      const { current } = outcome;
      patch(pupil, kind, ({ again: _mark, tried: _tried, ...now }) => ({
        ...now,
        id: current.id,
        version: current.version,
      }));
    } else if (outcome.kind === 'reused') patch(pupil, kind, (now) => ({ ...now, again: newKey() }));
    return outcome.kind === 'saved';
  };
  return { recitations, saveOne };
}

interface SendParts {
  day: DayOfCircle;
  judging: Judging;
  names: RecordKindNames;
  kept: ReturnType<typeof useKept>;
  onStale: (stale: Stale) => void;
}

/** Where the outbox cannot keep it. */
function useSend({ day, judging, names, kept: { put, show }, onStale }: SendParts) {
  const { notifyDone, notifyProblem } = useNotices();
  const { saveDailyRecords } = useApi();
  const { batchName, subjectCode, date } = day;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ row, key }: { row: SentRow; key: string }) =>
      saveDailyRecords({ batchName, subjectCode, recordDate: date, records: [{ ...row }] }, key),
  });

  const end = ({ pupil, kind }: Hearing, now: readonly DailyRecord[], answer?: object) => {
    show(now);
    put(pupil, kind, null);
    notifyDone(say.saved(pupil.name, names[kind]), answer);
  };

  /** @returns whether it is saved */
  const send = async (hearing: Hearing): Promise<boolean> => {
    const { pupil, kind, heard } = hearing;
    const isSame = heard.lost !== undefined && heard.isChanged !== true;
    const row = isSame ? (heard.lost?.row as SentRow) : rowOf(pupil, kind, heard, judging);
    const key = isSame ? (heard.lost?.key as string) : newKey();
    // On the device before it goes: a page that ends meanwhile knows what it has sent.
    put(pupil, kind, { ...heard, lost: { key, row }, isChanged: false });
    try {
      const answer = await mutateAsync({ row, key });
      end(hearing, answer.records, answer);
      return true;
    } catch (problem) {
      if (problem instanceof ApiProblem && isUnanswered(problem)) return false;
      const [stored] = storedRows<DailyRecord>(problem) ?? [];
      if (stored && isAsSent(stored, row)) {
        end(hearing, [stored]);
        return true;
      }
      const { lost: _sent, isChanged: _changed, ...unsent } = heard;
      put(pupil, kind, unsent);
      // Somebody else has saved, unless it is what this person sent before without an answer.
      const isOwn = stored && heard.lost && isAsSent(stored, heard.lost.row);
      if (isOwn) return send({ pupil, kind, heard: { ...unsent, version: stored.version } });
      if (stored) onStale({ pupil, kind, heard: unsent, stored });
      else notifyProblem(problem, say.refused);
      return false;
    }
  };

  return { send, isSaving: isPending };
}

/** What is heard and not saved, and the records as they were last read. */
function useKept(day: DayOfCircle) {
  const client = useQueryClient();
  const { batchName, subjectCode, date, circle } = day;
  const name = ['/halaqa', batchName, subjectCode, date, ...(circle === null ? [] : [circle])].join('#');
  const { place, edits: drafts, change } = useDraftEdits(name, hearingsOf, wasSent);
  const put = (pupil: Pick<Pupil, 'id'>, kind: RecordKind, heard: Heard | null) => {
    if (place === null) return;
    change(place, ({ [keyOf(pupil.id, kind)]: _before, ...others }) =>
      heard ? { ...others, [keyOf(pupil.id, kind)]: heard } : others,
    );
  };
  /** Changes what is still there. */
  const patch = ({ id }: Pick<Pupil, 'id'>, kind: RecordKind, to: (heard: Heard) => Heard) => {
    if (place === null) return;
    change(place, (now) => {
      const heard = now[keyOf(id, kind)];
      return heard ? { ...now, [keyOf(id, kind)]: to(heard) } : now;
    });
  };
  const show = (now: readonly DailyRecord[]) =>
    client.setQueryData<{ records: DailyRecord[] }>(
      recordsKey(day),
      (before) =>
        before && { records: before.records.map((one) => now.find((other) => isSameRow(one, other)) ?? one) },
    );
  return { drafts, put, patch, show };
}

export type HearingsOfDay = ReturnType<typeof useHearings>;

/** Whether it belongs to its day: it may have arrived, or was begun over what is stored there. */
const wasSent = ({ lost, tried, id, version }: Heard) =>
  lost !== undefined || tried !== undefined || id !== undefined || version > 0;

const isSameRow = (one: DailyRecord, other: DailyRecord) =>
  one.studentId === other.studentId && one.kind === other.kind;

/** What was sent without an answer: sent again, one after the other, when the network is back or somebody asks. */
export function useLost(pupils: readonly Pupil[], { drafts, save, isSaving }: HearingsOfDay) {
  const lost = pupils.flatMap((pupil) =>
    (['new', 'near', 'far', 'tilawa'] as const).flatMap((kind): Hearing[] => {
      const heard = drafts[keyOf(pupil.id, kind)];
      return heard?.lost ? [{ pupil, kind, heard }] : [];
    }),
  );
  const sendAll = async () => {
    for (const one of lost) await save(one);
  };
  useWindowEvent('online', () => {
    if (!isSaving) void sendAll();
  });
  return { lost, sendAll };
}
