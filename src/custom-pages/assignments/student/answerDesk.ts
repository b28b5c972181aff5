import { draftKey, forgetDraft, keepDraft, readDraft } from '../../../ui/form/drafts';
import { type Answers, isSame, merged } from './answers';

/** What is being answered on this device, and what is known of the draft that the server keeps. */
export interface Desk {
  answers: Answers;
  /** As the server had it when it was last read or written here. */
  base: Answers;
  /** What was sent to be kept; the server may have it although its reply was lost. */
  sent: Answers;
  /** The server's own time of that draft; null before there was one. */
  savedAt: string | null;
}

/** A draft that the server keeps. */
export interface ServerDraft {
  answers: Answers;
  /** Null where there is none, or none any more. */
  savedAt: string | null;
}

export const emptyDesk: Desk = { answers: {}, base: {}, sent: {}, savedAt: null };

export const deskKey = (userId: number, assignmentId: number) =>
  draftKey(userId, `/assignments/${assignmentId}/submit`);

export function readDesk(key: string): Desk {
  const values = readDraft(key)?.values;
  return { ...emptyDesk, ...(values as Partial<Desk> | undefined) };
}

/** @returns false where the device is full */
export function keepDesk(key: string, desk: Desk): boolean {
  if (isSame(desk.answers, {}) && desk.savedAt === null) {
    forgetDraft(key);
    return true;
  }
  return keepDraft(key, { ...desk }, new Date()) !== null;
}

/** Both devices have written different things since they last knew of each other. */
export interface Clash {
  there: ServerDraft;
  questions: readonly number[];
}

/** The desk once the server's draft is known; with a clash it stays as it is. */
export function withServerDraft(desk: Desk, there: ServerDraft): { desk: Desk; clash: Clash | null } {
  // It went without being handed in: what is here is all there is.
  if (there.savedAt === null) return { desk: { ...desk, base: {}, savedAt: null }, clash: null };
  // The reply to the last save was lost: what stands there is ours.
  const base = isSame(there.answers, desk.sent) ? there.answers : desk.base;
  const { answers, clashes } = merged(base, desk.answers, there.answers);
  if (clashes.length > 0) return { desk, clash: { there, questions: clashes } };
  return { desk: { ...desk, answers, base: there.answers, savedAt: there.savedAt }, clash: null };
}

/** The desk after the person has chosen whose answers stand where the two differ. */
export function settled(desk: Desk, { there }: Clash, keeps: 'here' | 'there'): Desk {
  const { answers } =
    keeps === 'here'
      ? merged(desk.base, desk.answers, there.answers)
      : merged(desk.base, there.answers, desk.answers);
  return { ...desk, answers, base: there.answers, savedAt: there.savedAt };
}
