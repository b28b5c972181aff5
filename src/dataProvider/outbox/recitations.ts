import { copyOperation } from '../operations';
import { type SentRecitation, type Sheet, teaching } from '../teaching';
import { type Kind, offeringLane, type QueuedNames, type Queued } from './kind';

/** A further recitation of a day. It does not replace a queued recitation. */
export interface FurtherRecitation extends Sheet, Queued {
  kind: 'recitation';
  date: string;
  circle?: number;
  named: QueuedNames;
  /** The `Idempotency-Key`, unique. */
  mark: string;
  studentName: string;
  kindName: string;
  recitation: SentRecitation;
}

export const recitationKind: Kind<FurtherRecitation> = {
  targetKey: ({ mark }) => mark,
  lane: offeringLane,
  isForAnyServer: false,
  isPlainTextAllowed: true,
  deliver: async ({ mark, recitation }) => {
    return copyOperation(await teaching.addRecitation(recitation, mark), { message: '' });
  },
};
