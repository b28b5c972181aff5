import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { RecordKind, RecordKindNames } from '../../../contract/vocabulary';
import { ApiProblem, storedRows } from '../../dataProvider/ApiProblem';
import { newKey } from '../../dataProvider/lostWrites';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { canQueue, drop, toProblem, sendWithTimeout } from '../../dataProvider/outbox/outbox';
import type { QueuedRecords } from '../../dataProvider/outbox/records';
import { useApi } from '../../dataProvider/useApi';
import type { AssessmentRules } from '../../features/hearing/hearing';
import { useRecitations } from '../../features/hearing/useRecitations';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import { useDraftEdits } from '../../ui/form/drafts';
import { useWindowEvent } from '../../ui/page/useWindowEvent';
import {
  startDraft,
  buildContent,
  type RecitationDraft,
  parseDrafts,
  isSameAsSent,
  recitationKey,
  type HearingStudent,
  buildRow,
  type SentRow,
  clearedFields,
  baseVersion,
} from './halaqaModel';
import { type DayOfCircle, recordsKey } from './useCircleStudents';

interface SaveRequest {
  student: HearingStudent;
  kind: RecordKind;
  draft: RecitationDraft;
}

/** A draft to save, and a record that another user has stored. */
export interface StaleSave extends SaveRequest {
  stored: DailyRecord;
  entry?: QueuedRecords;
}

/** True if no response arrived, a gateway answered, or the first attempt is still in progress. */
const isUnanswered = ({ code, status }: ApiProblem) =>
  code === 'NETWORK' || code === 'IN_PROGRESS' || status >= 500;

interface HearingOptions {
  day: DayOfCircle;
  queuedNames: QueuedNames;
  assessmentRules: AssessmentRules;
  kindNames: RecordKindNames;
}

/** Saves through the outbox. If the device cannot store the write, the request is sent directly. */
export function useHearings(options: HearingOptions) {
  const { day, assessmentRules, kindNames } = options;
  const draftStore = useDrafts(day);
  const { drafts, setDraft, updateDraft, showStored } = draftStore;
  const [stale, setStale] = useState<StaleSave | null>(null);
  const [dismissedId, setDismissedId] = useState<string | null>(null);
  const { recitations, saveRecitation } = useRecitationSave({ ...options, updateDraft });
  const directSave = useDirectSave({ day, assessmentRules, kindNames, draftStore, onStale: setStale });
  const outboxSave = useOutboxSave({ ...options, setDraft });

  const getDraft = (student: HearingStudent, kind: RecordKind): RecitationDraft =>
    drafts[recitationKey(student.id, kind)] ?? startDraft(student, kind, assessmentRules);
  /** @returns true if the draft is saved; a refused draft is saved only after the user's choice */
  const save = async (request: SaveRequest): Promise<boolean> => {
    const { student, kind, draft } = request;
    if (draft.again !== undefined || draft.id !== undefined) {
      const isSaved = await saveRecitation(request);
      if (isSaved) setDraft(student, kind, null);
      return isSaved;
    }
    // An unchanged draft that was sent without a response is the same write, so its key is used again.
    const isSame = request.draft.lost !== undefined && request.draft.isChanged !== true;
    const outcome = isSame || !(await canQueue('records')) ? null : await outboxSave.send(request);
    return outcome ?? directSave.send(request);
  };
  return {
    drafts,
    getDraft,
    change: (student: HearingStudent, kind: RecordKind, draft: RecitationDraft) =>
      setDraft(student, kind, draft.lost ? { ...draft, isChanged: true } : draft),
    cancel: (student: HearingStudent, kind: RecordKind) => setDraft(student, kind, null),
    save: ({ student, kind, draft }: SaveRequest) =>
      save({ student, kind, draft: { ...draft, version: baseVersion(student, kind, draft) } }),
    isSaving: directSave.isSaving || outboxSave.isSaving || recitations.isBusy,
    recitations,
    findStale: (student: HearingStudent, kind: RecordKind): StaleSave | null => {
      const queuedStale = findQueuedStale(student, kind);
      if (stale || !queuedStale || queuedStale.entry.id === dismissedId) return stale;
      const draft = getDraft(student, kind);
      const version = baseVersion(student, kind, draft);
      return { student, kind, draft: { ...draft, version }, ...queuedStale };
    },
    /** @param isDraftKept true: save the draft beside the stored record, or replace the record */
    resolve: async ({ stored, student, kind, draft, entry }: StaleSave, isDraftKept: boolean) => {
      setStale(null);
      showStored([stored]);
      if (entry) await drop(entry);
      // If the draft started without a record, it is saved beside the record of the other user.
      const target = isSavedBeside({ stored, draft }) ? { again: newKey() } : { version: stored.version };
      const nextDraft = isDraftKept ? { ...draft, ...target } : null;
      setDraft(student, kind, nextDraft);
      return nextDraft === null || save({ student, kind, draft: nextDraft });
    },
    dropStale: ({ entry }: StaleSave) => {
      setStale(null);
      setDismissedId(entry?.id ?? null);
    },
    review: () => setDismissedId(null),
  };
}

/** True if the draft started without a record, or if several recitations are stored. */
export const isSavedBeside = ({ stored, draft }: Pick<StaleSave, 'stored' | 'draft'>): boolean =>
  stored.count !== undefined && (draft.version === 0 || stored.count > 1);

/** Returns a queued record that was refused because another user saved first. */
function findQueuedStale(
  student: HearingStudent,
  kind: RecordKind,
): { stored: DailyRecord; entry: QueuedRecords } | null {
  const entry = student.queuedRows[kind]?.entry;
  const problem = entry?.state === 'refused' ? toProblem(entry) : null;
  const stored = storedRows<DailyRecord>(problem)?.find(
    (one) => one.studentId === student.id && one.kind === kind,
  );
  return entry && stored ? { entry, stored } : null;
}

interface OutboxSaveOptions extends HearingOptions {
  setDraft: ReturnType<typeof useDrafts>['setDraft'];
}

function useOutboxSave({ day, queuedNames, assessmentRules, kindNames, setDraft }: OutboxSaveOptions) {
  const { notifyDone, notifyProblem } = useNotices();
  const [sendingCount, setSendingCount] = useState(0);
  const { circle, ...sheetDay } = day;

  /** @returns true if the draft is saved or queued; null if the device cannot store it */
  const send = async ({ student, kind, draft }: SaveRequest): Promise<boolean | null> => {
    const queuedRow = student.queuedRows[kind];
    const record = student.records[kind];
    // The draft started from the user's own queued row, which is stored by now.
    const isOwnRecord = draft.over && !queuedRow && record && isSameAsSent(record, draft.over);
    const version = isOwnRecord ? record.version : draft.version;
    const row = { ...queuedRow?.row, ...buildRow(student, kind, { ...draft, version }, assessmentRules) };
    setSendingCount((count) => count + 1);
    try {
      const write = {
        ...sheetDay,
        ...(circle !== null && { circle }),
        named: queuedNames,
        rows: [row],
        students: { [student.id]: student.name },
        hearing: { student: student.id, kind, kindName: kindNames[kind] },
      };
      const outcome = await sendWithTimeout('records', write);
      // Without a stored entry, the clash dialog could not open later.
      if (outcome.kind === 'refused' && !outcome.isStored) return null;
      setDraft(student, kind, null);
      if (outcome.kind === 'sent') notifyDone(labels.saved(student.name, kindNames[kind]), outcome.result);
      else if (outcome.kind === 'waiting') notifyDone(labels.queued(student.name, kindNames[kind]));
      else if (outcome.problem.code !== 'STALE') notifyProblem(outcome.problem, labels.saveFailed);
      return outcome.kind !== 'refused';
    } finally {
      setSendingCount((count) => count - 1);
    }
  };
  return { send, isSaving: sendingCount > 0 };
}

function useRecitationSave(
  options: HearingOptions & { updateDraft: ReturnType<typeof useDrafts>['updateDraft'] },
) {
  const { day, queuedNames, assessmentRules, kindNames, updateDraft } = options;
  const recitations = useRecitations(day, queuedNames);
  const saveRecitation = async ({ student, kind, draft }: SaveRequest): Promise<boolean> => {
    const content = buildContent(draft, assessmentRules);
    const { again, id } = draft;
    const storedRecitation = student.records[kind]?.recitations.find((one) => one.id === id);
    const outcome =
      id === undefined
        ? await recitations.add({
            mark: again ?? newKey(),
            studentName: student.name,
            kindName: kindNames[kind],
            recitation: { studentId: student.id, kind, ...content },
            tried: draft.tried,
            onTry: (attempt) =>
              updateDraft(student, kind, (current) => ({ ...current, tried: attempt ?? undefined })),
          })
        : await recitations.change(
            id,
            { ...clearedFields(storedRecitation, draft), ...content, version: draft.version },
            student.name,
          );
    // The draft stays. A notice informs the user, who decides by saving again.
    if (outcome.kind === 'stale') {
      const { current: recitation } = outcome;
      updateDraft(student, kind, ({ again: _mark, tried: _tried, ...current }) => ({
        ...current,
        id: recitation.id,
        version: recitation.version,
      }));
    } else if (outcome.kind === 'reused')
      updateDraft(student, kind, (current) => ({ ...current, again: newKey() }));
    return outcome.kind === 'saved';
  };
  return { recitations, saveRecitation };
}

interface DirectSaveOptions {
  day: DayOfCircle;
  assessmentRules: AssessmentRules;
  kindNames: RecordKindNames;
  draftStore: ReturnType<typeof useDrafts>;
  onStale: (stale: StaleSave) => void;
}

function useDirectSave({
  day,
  assessmentRules,
  kindNames,
  draftStore: { setDraft, showStored },
  onStale,
}: DirectSaveOptions) {
  const { notifyDone, notifyProblem } = useNotices();
  const { saveDailyRecords } = useApi();
  const { batchName, subjectCode, date } = day;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ row, key }: { row: SentRow; key: string }) =>
      saveDailyRecords({ batchName, subjectCode, recordDate: date, records: [{ ...row }] }, key),
  });

  const finishSave = ({ student, kind }: SaveRequest, records: readonly DailyRecord[], answer?: object) => {
    showStored(records);
    setDraft(student, kind, null);
    notifyDone(labels.saved(student.name, kindNames[kind]), answer);
  };

  const send = async (request: SaveRequest): Promise<boolean> => {
    const { student, kind, draft } = request;
    const isSame = draft.lost !== undefined && draft.isChanged !== true;
    const row = isSame ? (draft.lost?.row as SentRow) : buildRow(student, kind, draft, assessmentRules);
    const key = isSame ? (draft.lost?.key as string) : newKey();
    // The draft is stored before the request, so that the sent row survives a closed page.
    setDraft(student, kind, { ...draft, lost: { key, row }, isChanged: false });
    try {
      const answer = await mutateAsync({ row, key });
      finishSave(request, answer.records, answer);
      return true;
    } catch (problem) {
      if (problem instanceof ApiProblem && isUnanswered(problem)) return false;
      const [stored] = storedRows<DailyRecord>(problem) ?? [];
      if (stored && isSameAsSent(stored, row)) {
        finishSave(request, [stored]);
        return true;
      }
      const { lost: _sent, isChanged: _changed, ...unsent } = draft;
      setDraft(student, kind, unsent);
      // If the stored record equals the row without a response, the record is the user's own.
      const isOwnRecord = stored && draft.lost && isSameAsSent(stored, draft.lost.row);
      if (isOwnRecord) return send({ student, kind, draft: { ...unsent, version: stored.version } });
      if (stored) onStale({ student, kind, draft: unsent, stored });
      else notifyProblem(problem, labels.saveFailed);
      return false;
    }
  };

  return { send, isSaving: isPending };
}

function useDrafts(day: DayOfCircle) {
  const client = useQueryClient();
  const { batchName, subjectCode, date, circle } = day;
  const draftKey = ['/halaqa', batchName, subjectCode, date, ...(circle === null ? [] : [circle])].join('#');
  const { storageKey, edits: drafts, change } = useDraftEdits(draftKey, parseDrafts, isBoundToDay);
  const setDraft = (student: Pick<HearingStudent, 'id'>, kind: RecordKind, draft: RecitationDraft | null) => {
    if (storageKey === null) return;
    change(storageKey, ({ [recitationKey(student.id, kind)]: _before, ...others }) =>
      draft ? { ...others, [recitationKey(student.id, kind)]: draft } : others,
    );
  };
  /** Does nothing if the draft no longer exists. */
  const updateDraft = (
    { id }: Pick<HearingStudent, 'id'>,
    kind: RecordKind,
    update: (draft: RecitationDraft) => RecitationDraft,
  ) => {
    if (storageKey === null) return;
    change(storageKey, (current) => {
      const draft = current[recitationKey(id, kind)];
      return draft ? { ...current, [recitationKey(id, kind)]: update(draft) } : current;
    });
  };
  const showStored = (records: readonly DailyRecord[]) =>
    client.setQueryData<{ records: DailyRecord[] }>(
      recordsKey(day),
      (cached) =>
        cached && {
          records: cached.records.map((one) => records.find((record) => isSameRow(one, record)) ?? one),
        },
    );
  return { drafts, setDraft, updateDraft, showStored };
}

export type HearingsOfDay = ReturnType<typeof useHearings>;

/** A sent draft, and a draft over a stored record, belong to their day. */
const isBoundToDay = ({ lost, tried, id, version }: RecitationDraft) =>
  lost !== undefined || tried !== undefined || id !== undefined || version > 0;

const isSameRow = (first: DailyRecord, second: DailyRecord) =>
  first.studentId === second.studentId && first.kind === second.kind;

/**
 * Returns drafts that were sent without a response. A button, or the return of the network, sends them again.
 */
export function useUnansweredDrafts(
  students: readonly HearingStudent[],
  { drafts, save, isSaving }: HearingsOfDay,
) {
  const unansweredDrafts = students.flatMap((student) =>
    (['new', 'near', 'far', 'tilawa'] as const).flatMap((kind): SaveRequest[] => {
      const draft = drafts[recitationKey(student.id, kind)];
      return draft?.lost ? [{ student, kind, draft }] : [];
    }),
  );
  const sendAll = async () => {
    for (const request of unansweredDrafts) await save(request);
  };
  useWindowEvent('online', () => {
    if (!isSaving) void sendAll();
  });
  return { unansweredDrafts, sendAll };
}
