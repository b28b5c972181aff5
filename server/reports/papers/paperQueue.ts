import { ruleMessages } from '../../../contract/errors';
import { TurnQueue, type Turns } from '../../turnQueue';

/** Two at once, so that one is read while another is set. */
export const paperTurns: Turns = {
  maxAtOnce: 2,
  maxOfPerson: 5,
  maxWaiting: 64,
  tooMany: ruleMessages.tooManyPapers,
};

/** A paper is read, numbered and set in one turn; each step of a batch has a turn of its own. */
export const paperQueue = new TurnQueue(paperTurns);
