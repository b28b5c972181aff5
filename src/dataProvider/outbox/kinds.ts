import { type Register, register as registerSchema } from '../../../contract/absences';
import { cleanLines } from '../../../contract/rules/arabicText';
import type { StudentAnswer } from '../../../contract/rules/assignments';
import { ApiProblem } from '../ApiProblem';
import { assignments } from '../assignments';
import { type SentAbsences, type Sheet, teaching } from '../teaching';
import {
  type Arrived,
  inPlaceOf,
  type Joined,
  type Kind,
  laneOfOffering,
  type Named,
  type Queued,
} from './kind';
import { marksKind, type SentMarks } from './marks';
import { type FurtherRecitation, recitationKind } from './recitations';
import { recordsKind, type SentRecordsOfDay } from './records';
import {
  absentStudents,
  type Edits,
  findClashes,
  isOwn,
  type OwnPresences,
  registerRows,
  withOwn,
} from './registerEdits';

/** A register to send. */
export interface SentRegister extends Sheet, Queued {
  kind: 'register';
  date: string;
  /** The row number of the circle; missing for the register of the whole subject. */
  circle?: number;
  named?: Named;
  absentStudents: SentAbsences;
  /** The version of the register that was edited; 0 if none was taken. */
  version?: number | undefined;
  /** The day as it was loaded, to show it until it can be loaded again. */
  base?: Register;
  /** The person's changes, to apply them to what somebody else saved meanwhile. */
  edits: Record<string, unknown>;
  /** What this person saved before without an answer: the server may have it. */
  own?: OwnPresences;
}

type SentAnswer = { question_id: number } & StudentAnswer;

/** Answers that were handed in, on their way to the server. */
export interface SentSubmission extends Queued {
  kind: 'answers';
  assignmentId: number;
  /** Missing in what an earlier version of the product has left. */
  title?: string;
  answers: SentAnswer[];
}

export type Entry = SentRegister | SentSubmission | SentMarks | SentRecordsOfDay | FurtherRecitation;
export type KindName = Entry['kind'];
export type EntryOf<K extends KindName> = Extract<Entry, { kind: K }>;
/** What a screen gives; the outbox adds the rest. */
export type WorkOf<K extends KindName> = Omit<EntryOf<K>, keyof Queued | 'kind'>;

/** What can wait on a device until there is a network. */
export const kinds: { [K in KindName]: Kind<EntryOf<K>> } = {
  register: {
    about: ({ batchName, subjectCode, date, circle }) =>
      JSON.stringify([batchName, subjectCode, date, ...(circle === undefined ? [] : [circle])]),
    lane: laneOfOffering,
    isForAnyServer: true,
    deliver: ({ id, batchName, subjectCode, date, circle, absentStudents: sent, version }) =>
      teaching.setRegister(
        { batchName, subjectCode },
        date,
        { absentStudents: sent, version, circle_id: circle },
        id,
      ),
    join: joinRegister,
    merge: mergeRegister,
    oldPlace: 'rasd.registers.',
  },
  answers: {
    about: ({ assignmentId }) => String(assignmentId),
    lane: ({ assignmentId }) => `assignment ${assignmentId}`,
    isForAnyServer: false,
    deliver: handIn,
    oldPlace: 'rasd.submissions.',
  },
  marks: marksKind,
  records: recordsKind,
  recitation: recitationKind,
};

/** A later register of a day replaces the earlier one, and knows what of this person the server may have by then. */
function joinRegister(sent: SentRegister, waiting: readonly SentRegister[]): Joined<SentRegister> {
  const replaced = waiting.filter((one) => aboutOf('register', one) === aboutOf('register', sent));
  const own = replaced
    .filter(({ state }) => state !== 'refused')
    .reduce<OwnPresences>((sum, before) => withOwn({ ...sum, ...before.own }, before.edits as Edits), {});
  return { entry: Object.keys(own).length > 0 ? { ...sent, own } : sent, replaced };
}

/** Both registers of the day in one, if nobody is marked differently in them. */
function mergeRegister(entry: SentRegister, current: unknown): SentRegister | null {
  const stored = registerSchema.safeParse(current);
  const edits = entry.edits as Edits;
  if (!stored.success || !entry.base) return null;
  const clashes = findClashes(entry.base, stored.data, edits);
  if (clashes.some((clash) => !isOwn(entry.own, clash))) return null;
  const rows = registerRows(stored.data, edits);
  return { ...entry, absentStudents: absentStudents(rows), base: stored.data, version: stored.data.version };
}

/**
 * After a lost reply of an attempt with another key the server may have the submission already: if it holds the same
 * answers, it has arrived.
 */
async function handIn({ id, assignmentId, answers }: SentSubmission): Promise<{ message: string }> {
  try {
    return await assignments.submitAnswers(assignmentId, answers, id);
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'ALREADY_SUBMITTED') throw problem;
    const { submission } = await assignments.assignment(assignmentId);
    if (submission && isStored(answers, submission.answers)) return { message: '' };
    throw problem;
  }
}

/** Whether what is stored is what was sent; an answer that was not sent is stored empty. */
export function isStored(sent: readonly SentAnswer[], stored: readonly SentAnswer[]): boolean {
  return stored.every((one) => {
    const mine = sent.find(({ question_id }) => question_id === one.question_id);
    return (
      (mine?.selected_option_id ?? null) === one.selected_option_id &&
      cleanLines(mine?.answer_text ?? '') === cleanLines(one.answer_text ?? '')
    );
  });
}

/** An entry as it is added to those that wait, and what it replaces. */
export function joined(sent: Entry, waiting: readonly Entry[]): Joined<Entry> {
  const ofKind = waiting.filter(({ kind }) => kind === sent.kind);
  const { join } = kinds[sent.kind] as Kind<Entry>;
  if (join) return join(sent, ofKind);
  const about = (entry: Entry) => aboutOf(entry.kind, entry as never);
  const replaced = ofKind.filter((one) => about(one) === about(sent));
  return { entry: inPlaceOf(sent, replaced), replaced };
}

/** What an entry that has arrived changes about those that wait, and what is over with it. */
export function followed(
  waiting: readonly Entry[],
  done: Entry,
  answer: Arrived | null,
): { changed: Entry[]; over: Entry[] } {
  const changed: Entry[] = [];
  const over: Entry[] = [];
  const { follow } = kinds[done.kind] as Kind<Entry>;
  for (const one of follow && answer ? waiting : []) {
    if (one.id === done.id || one.kind !== done.kind) continue;
    const now = (follow as NonNullable<typeof follow>)(one, done, answer as Arrived);
    if (now === null) over.push(one);
    else if (now !== one) changed.push(now);
  }
  return { changed, over };
}

export const aboutOf = <K extends KindName>(kind: K, work: WorkOf<K>) => `${kind} ${kinds[kind].about(work)}`;
export const laneOf = <K extends KindName>(kind: K, work: WorkOf<K>) => kinds[kind].lane(work);
