import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { RecordKind, RecordKindNames } from '../../../contract/vocabulary';
import { ApiProblem, storedRows } from '../../dataProvider/ApiProblem';
import { newKey } from '../../dataProvider/lostWrites';
import { useApi } from '../../dataProvider/useApi';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import { useDraftEdits } from '../../ui/form/drafts';
import type { Judging } from '../../ui/hearing/hearing';
import {
  begunHearing,
  type Heard,
  hearingsOf,
  isAsSent,
  keyOf,
  type Pupil,
  rowOf,
  type SentRow,
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
}

/** No answer of the server, or that of a gateway; or the first attempt is still at work. */
const isUnanswered = ({ code, status }: ApiProblem) =>
  code === 'NETWORK' || code === 'IN_PROGRESS' || status >= 500;

/**
 * What is heard and not saved yet, on the device until it is answered; and how it is saved. What was sent without an
 * answer is sent again as the same write.
 */
export function useHearings(day: DayOfCircle, judging: Judging, names: RecordKindNames) {
  const kept = useKept(day);
  const { drafts, put, show } = kept;
  const [stale, setStale] = useState<Stale | null>(null);
  const { send, isSaving } = useSend({ day, judging, names, kept, onStale: setStale });
  return {
    drafts,
    heardOf: (pupil: Pupil, kind: RecordKind): Heard =>
      drafts[keyOf(pupil.id, kind)] ?? begunHearing(pupil, kind, judging),
    change: (pupil: Pupil, kind: RecordKind, heard: Heard) =>
      put(pupil, kind, heard.lost ? { ...heard, isChanged: true } : heard),
    /** @returns whether it is saved */
    save: send,
    isSaving,
    stale,
    /** @param isMine whether what this person heard replaces what is stored */
    settle: async (isMine: boolean): Promise<boolean> => {
      if (!stale) return false;
      const { stored, pupil, kind, heard } = stale;
      setStale(null);
      show([stored]);
      if (isMine) return send({ pupil, kind, heard: { ...heard, version: stored.version } });
      put(pupil, kind, null);
      return true;
    },
    dropStale: () => setStale(null),
  };
}

interface SendParts {
  day: DayOfCircle;
  judging: Judging;
  names: RecordKindNames;
  kept: ReturnType<typeof useKept>;
  onStale: (stale: Stale) => void;
}

function useSend({ day, judging, names, kept: { put, show }, onStale }: SendParts) {
  const { notifyDone, notifyProblem } = useNotices();
  const { saveDailyRecords } = useApi();
  const { batchName, subjectCode, date } = day;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ row, key }: { row: SentRow; key: string }) =>
      saveDailyRecords({ batchName, subjectCode, recordDate: date, records: [{ ...row }] }, key),
  });

  const end = ({ pupil, kind }: Hearing, now: readonly DailyRecord[]) => {
    show(now);
    put(pupil, kind, null);
    notifyDone(say.saved(pupil.name, names[kind]));
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
      const { records } = await mutateAsync({ row, key });
      end(hearing, records);
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
  const { place, edits: drafts, change } = useDraftEdits<Heard>(name, hearingsOf);
  const put = (pupil: Pick<Pupil, 'id'>, kind: RecordKind, heard: Heard | null) => {
    if (place === null) return;
    change(place, ({ [keyOf(pupil.id, kind)]: _before, ...others }) =>
      heard ? { ...others, [keyOf(pupil.id, kind)]: heard } : others,
    );
  };
  const show = (now: readonly DailyRecord[]) =>
    client.setQueryData<{ records: DailyRecord[] }>(
      recordsKey(day),
      (before) =>
        before && { records: before.records.map((one) => now.find((other) => isSameRow(one, other)) ?? one) },
    );
  return { drafts, put, show };
}

export type HearingsOfDay = ReturnType<typeof useHearings>;

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
  const sendWhenOnline = useEffectEvent(() => {
    if (!isSaving) void sendAll();
  });
  useEffect(() => {
    const listen = () => sendWhenOnline();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, []);
  return { lost, sendAll };
}
