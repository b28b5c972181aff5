import { withOperationOf } from '../operations';
import { type SentRecitation, type Sheet, teaching } from '../teaching';
import { type Kind, laneOfOffering, type Named, type Queued } from './kind';

/** A further recitation of a day to send: it is added to what was heard before, and replaces nothing. */
export interface FurtherRecitation extends Sheet, Queued {
  kind: 'recitation';
  date: string;
  /** The row number of the circle; missing for everybody. */
  circle?: number;
  named: Named;
  /** Made where it was heard, and its `Idempotency-Key`: no two recitations have the same. */
  mark: string;
  studentName: string;
  kindName: string;
  recitation: SentRecitation;
}

export const recitationKind: Kind<FurtherRecitation> = {
  about: ({ mark }) => mark,
  lane: laneOfOffering,
  isForAnyServer: false,
  deliver: async ({ mark, recitation }) => {
    return withOperationOf(await teaching.addRecitation(recitation, mark), { message: '' });
  },
};
