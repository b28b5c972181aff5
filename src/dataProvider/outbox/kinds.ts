import type { Register } from '../../../contract/absences';
import { cleanLines } from '../../../contract/rules/arabicText';
import type { StudentAnswer } from '../../../contract/rules/assignments';
import { ApiProblem } from '../ApiProblem';
import { assignments } from '../assignments';
import { type SentAbsences, type Sheet, teaching } from '../teaching';
import {
  type ServerAnswer,
  takeEarliestOrder,
  type JoinResult,
  type Kind,
  offeringLane,
  type QueuedNames,
  type Queued,
} from './kind';
import { marksKind, type QueuedMarks } from './marks';
import { type FurtherRecitation, recitationKind } from './recitations';
import { recordsKind, type QueuedRecords } from './records';
import { isRegister } from './registerCheck';
import {
  listAbsentStudents,
  type Edits,
  findClashes,
  isOwnPresence,
  type OwnPresences,
  buildRegisterRows,
  addOwnPresences,
} from './registerEdits';

export interface QueuedRegister extends Sheet, Queued {
  kind: 'register';
  date: string;
  /** Undefined: the register of the whole subject. */
  circle?: number;
  named?: QueuedNames;
  absentStudents: SentAbsences;
  /** Version of the edited register. 0: a new register. */
  version?: number | undefined;
  base?: Register;
  edits: Record<string, unknown>;
  /** Earlier saves without an answer. The server may have stored these presences. */
  own?: OwnPresences;
}

type SentAnswer = { question_id: number } & StudentAnswer;

export interface QueuedSubmission extends Queued {
  kind: 'answers';
  assignmentId: number;
  title?: string;
  answers: SentAnswer[];
}

export type Entry = QueuedRegister | QueuedSubmission | QueuedMarks | QueuedRecords | FurtherRecitation;
export type KindName = Entry['kind'];
export type EntryOf<K extends KindName> = Extract<Entry, { kind: K }>;
export type WorkOf<K extends KindName> = Omit<EntryOf<K>, keyof Queued | 'kind'>;

export const kinds: { [K in KindName]: Kind<EntryOf<K>> } = {
  register: {
    targetKey: ({ batchName, subjectCode, date, circle }) =>
      JSON.stringify([batchName, subjectCode, date, ...(circle === undefined ? [] : [circle])]),
    lane: offeringLane,
    isForAnyServer: true,
    isPlainTextAllowed: true,
    deliver: ({ id, batchName, subjectCode, date, circle, absentStudents: absences, version }) =>
      teaching.setRegister(
        { batchName, subjectCode },
        date,
        { absentStudents: absences, version, circle_id: circle },
        id,
      ),
    join: joinRegister,
    merge: mergeRegister,
  },
  answers: {
    targetKey: ({ assignmentId }) => String(assignmentId),
    lane: ({ assignmentId }) => `assignment ${assignmentId}`,
    isForAnyServer: false,
    isPlainTextAllowed: false,
    deliver: submitOnce,
  },
  marks: marksKind,
  records: recordsKind,
  recitation: recitationKind,
};

/** Copies the presences of the replaced register, because the server may have stored them. */
function joinRegister(
  register: QueuedRegister,
  queued: readonly QueuedRegister[],
): JoinResult<QueuedRegister> {
  const replacedEntries = queued.filter(
    (queuedRegister) => formatTargetKey('register', queuedRegister) === formatTargetKey('register', register),
  );
  const ownPresences = replacedEntries
    .filter(({ state }) => state !== 'refused')
    .reduce<OwnPresences>(
      (presences, earlier) => addOwnPresences({ ...presences, ...earlier.own }, earlier.edits as Edits),
      {},
    );
  return {
    entry: Object.keys(ownPresences).length > 0 ? { ...register, own: ownPresences } : register,
    replaced: replacedEntries,
  };
}

function mergeRegister(entry: QueuedRegister, current: unknown): QueuedRegister | null {
  const edits = entry.edits as Edits;
  if (!isRegister(current) || !entry.base) return null;
  const clashes = findClashes(entry.base, current, edits);
  if (clashes.some((clash) => !isOwnPresence(entry.own, clash))) return null;
  const rows = buildRegisterRows(current, edits);
  return {
    ...entry,
    absentStudents: listAbsentStudents(rows),
    base: current,
    version: current.version,
  };
}

/** If an attempt with another key stored the same answers, the submission counts as delivered. */
async function submitOnce({ id, assignmentId, answers }: QueuedSubmission): Promise<{ message: string }> {
  try {
    return await assignments.submitAnswers(assignmentId, answers, id);
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'ALREADY_SUBMITTED') throw problem;
    const { submission } = await assignments.assignment(assignmentId);
    if (submission && hasSameAnswers(answers, submission.answers)) return { message: '' };
    throw problem;
  }
}

/** The server stores a missing answer as an empty answer. */
export function hasSameAnswers(sent: readonly SentAnswer[], stored: readonly SentAnswer[]): boolean {
  return stored.every((storedAnswer) => {
    const sentAnswer = sent.find(({ question_id }) => question_id === storedAnswer.question_id);
    return (
      (sentAnswer?.selected_option_id ?? null) === storedAnswer.selected_option_id &&
      cleanLines(sentAnswer?.answer_text ?? '') === cleanLines(storedAnswer.answer_text ?? '')
    );
  });
}

export function joinQueued(entry: Entry, queued: readonly Entry[]): JoinResult<Entry> {
  const ofKind = queued.filter(({ kind }) => kind === entry.kind);
  const { join } = kinds[entry.kind] as Kind<Entry>;
  if (join) return join(entry, ofKind);
  const targetKey = (one: Entry) => formatTargetKey(one.kind, one as never);
  const replacedEntries = ofKind.filter((queuedEntry) => targetKey(queuedEntry) === targetKey(entry));
  return { entry: takeEarliestOrder(entry, replacedEntries), replaced: replacedEntries };
}

export function applyDelivery(
  queued: readonly Entry[],
  delivered: Entry,
  answer: ServerAnswer | null,
): { changed: Entry[]; obsolete: Entry[] } {
  const changed: Entry[] = [];
  const obsolete: Entry[] = [];
  const { afterDelivery } = kinds[delivered.kind] as Kind<Entry>;
  for (const entry of afterDelivery && answer ? queued : []) {
    if (entry.id === delivered.id || entry.kind !== delivered.kind) continue;
    const next = (afterDelivery as NonNullable<typeof afterDelivery>)(
      entry,
      delivered,
      answer as ServerAnswer,
    );
    if (next === null) obsolete.push(entry);
    else if (next !== entry) changed.push(next);
  }
  return { changed, obsolete };
}

export const formatTargetKey = <K extends KindName>(kind: K, work: WorkOf<K>) =>
  `${kind} ${kinds[kind].targetKey(work)}`;
export const findLane = <K extends KindName>(kind: K, work: WorkOf<K>) => kinds[kind].lane(work);
